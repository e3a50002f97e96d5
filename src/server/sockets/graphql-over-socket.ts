import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from "graphql";
import { CloseCode, makeServer, type Context, type Server } from "graphql-ws";
import { Problem } from "../../memory/problem.ts";
import type { ChargeMeter } from "../../store/charge-meter.ts";
import type { Authenticate } from "../auth/caller.ts";
import { credentialsOfSocket } from "../auth/credentials.ts";
import { COST_HEADER, wantsCost } from "../cost/cost-extension.ts";
import { withStatus, type FormatError } from "../format-error.ts";
import type { InFlight } from "../in-flight.ts";
import type { OperationLimits } from "../limits/operation-limits.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { ContextOf } from "../request-context.ts";
import { admitOperation } from "./admit-operation.ts";
import { startAccount } from "./operation-account.ts";
import { runOperation, runSubscription, type SocketOperation } from "./run-subscription.ts";
import { endOperation, type SocketSession } from "./socket-session.ts";

export interface GraphqlOverSocket<C extends object> {
  readonly schema: GraphQLSchema;
  readonly authenticate: Authenticate;
  readonly contextOf: ContextOf<C>;
  readonly limits: OperationLimits;
  readonly operationsPerSocket: number;
  readonly formatError: FormatError;
  readonly inFlight: InFlight;
  readonly meter: ChargeMeter | undefined;
  readonly metrics: Metrics;
  readonly now: () => number;
}

/** setTimeout takes no longer delay; a socket that lives for 24 days is closed then. */
const LONGEST_DELAY = 2 ** 31 - 1;

type Connection = Context<Record<string, unknown>, SocketSession>;

/** The protocol graphql-transport-ws, with the same ways in, limits and errors as HTTP. Queries and mutations run too. */
export const graphqlOverSocket = <C extends object>(
  options: GraphqlOverSocket<C>,
): Server<SocketSession> => {
  const {
    schema,
    authenticate,
    contextOf,
    limits,
    operationsPerSocket,
    formatError,
    inFlight,
    meter,
    metrics,
    now,
  } = options;
  const format = (errors: readonly GraphQLError[]): GraphQLFormattedError[] =>
    errors.map((error) => formatError(error.toJSON(), error));

  const connect = async ({ connectionParams, extra }: Connection): Promise<boolean> => {
    const given = credentialsOfSocket(connectionParams, extra.request.headers);
    extra.wantsCost = wantsCost(given(COST_HEADER));
    try {
      extra.caller = await authenticate(given);
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
    const { expiresAt } = extra.caller;
    if (expiresAt !== null)
      extra.expiry = setTimeout(
        () => extra.socket.close(CloseCode.Forbidden, "Forbidden"),
        Math.min(expiresAt - now(), LONGEST_DELAY),
      ).unref();
    return true;
  };

  const begin = async (
    { extra, subscriptions }: Connection,
    id: string,
    payload: Parameters<typeof admitOperation>[1],
  ): Promise<SocketOperation | readonly GraphQLError[]> => {
    const { caller } = extra;
    if (!caller) throw new Error("An operation came before its credentials");
    if (Object.keys(subscriptions).length > operationsPerSocket)
      throw new Problem(
        "BAD_REQUEST",
        `A socket runs at most ${operationsPerSocket} operations at a time.`,
      );
    const operation = admitOperation(schema, payload, limits);
    if (!("document" in operation)) return operation;
    const { document, variables, operationName, type, field } = operation;
    if (type !== "subscription") extra.running.set(id, inFlight.begin());
    const account = () =>
      startAccount({ meter, metrics, now, type, field, wantsCost: extra.wantsCost });
    const freshContext = (): Promise<C> => contextOf(caller, extra.gone.signal);
    const first = account();
    return {
      schema,
      document,
      variableValues: variables,
      operationName,
      contextValue: await first.run(freshContext),
      freshContext,
      first,
      account,
    };
  };

  const admitted = async (begun: ReturnType<typeof begin>): ReturnType<typeof begin> => {
    const result = await begun.catch((error: unknown) => [withStatus(error)]);
    if (Array.isArray(result))
      metrics.served({
        transport: "websocket",
        type: "refused",
        field: "",
        hasErrors: true,
        seconds: 0,
      });
    return result;
  };

  return makeServer<Record<string, unknown>, SocketSession>({
    onConnect: connect,
    onSubscribe: (connection, id, payload) => admitted(begin(connection, id, payload)),
    execute: (args) => runOperation(args as SocketOperation),
    subscribe: (args) => runSubscription(args as SocketOperation),
    onNext: (_connection, _id, _payload, _args, { errors, data, extensions }) =>
      errors
        ? {
            errors: format(errors),
            ...(data === undefined ? {} : { data }),
            ...(extensions ? { extensions } : {}),
          }
        : undefined,
    onError: ({ extra }, id, _payload, errors) => {
      endOperation(extra, id);
      return format(errors);
    },
    onComplete: ({ extra }, id) => endOperation(extra, id),
  });
};
