import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from "graphql";
import { CloseCode, makeServer, type Context, type Server } from "graphql-ws";
import { Problem } from "../../memory/problem.ts";
import type { Authenticate } from "../auth/caller.ts";
import { credentialsOfSocket } from "../auth/credentials.ts";
import { withStatus, type FormatError } from "../format-error.ts";
import type { InFlight } from "../in-flight.ts";
import type { OperationLimits } from "../limits/operation-limits.ts";
import type { ContextOf } from "../request-context.ts";
import { admitOperation } from "./admit-operation.ts";
import { runSubscription, type SocketOperation } from "./run-subscription.ts";
import { endOperation, type SocketSession } from "./socket-session.ts";

export interface GraphqlOverSocket<C extends object> {
  readonly schema: GraphQLSchema;
  readonly authenticate: Authenticate;
  readonly contextOf: ContextOf<C>;
  readonly limits: OperationLimits;
  readonly operationsPerSocket: number;
  readonly formatError: FormatError;
  readonly inFlight: InFlight;
  readonly now: () => number;
}

/** setTimeout takes no longer delay; a socket that lives for 24 days is closed then. */
const LONGEST_DELAY = 2 ** 31 - 1;

type Connection = Context<Record<string, unknown>, SocketSession>;

/** The protocol graphql-transport-ws, with the same ways in, limits and errors as HTTP. Queries and mutations run too. */
export const graphqlOverSocket = <C extends object>(options: GraphqlOverSocket<C>): Server<SocketSession> => {
  const { schema, authenticate, contextOf, limits, operationsPerSocket, formatError, inFlight, now } = options;
  const format = (errors: readonly GraphQLError[]): GraphQLFormattedError[] => errors.map((error) => formatError(error.toJSON(), error));

  const connect = async ({ connectionParams, extra }: Connection): Promise<boolean> => {
    try {
      extra.caller = await authenticate(credentialsOfSocket(connectionParams, extra.request.headers));
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
    const { expiresAt } = extra.caller;
    if (expiresAt !== null) extra.expiry = setTimeout(() => extra.socket.close(CloseCode.Forbidden, "Forbidden"), Math.min(expiresAt - now(), LONGEST_DELAY)).unref();
    return true;
  };

  const begin = async ({ extra, subscriptions }: Connection, id: string, payload: Parameters<typeof admitOperation>[1]): Promise<SocketOperation | readonly GraphQLError[]> => {
    const { caller } = extra;
    if (!caller) throw new Error("An operation came before its credentials");
    if (Object.keys(subscriptions).length > operationsPerSocket) throw new Problem("BAD_REQUEST", `A socket runs at most ${operationsPerSocket} operations at a time.`);
    const admitted = admitOperation(schema, payload, limits);
    if (!("document" in admitted)) return admitted;
    const { document, variables, operationName, isSubscription } = admitted;
    if (!isSubscription) extra.running.set(id, inFlight.begin());
    const freshContext = (): Promise<C> => contextOf(caller, extra.gone.signal);
    return { schema, document, variableValues: variables, operationName, contextValue: await freshContext(), freshContext };
  };

  return makeServer<Record<string, unknown>, SocketSession>({
    onConnect: connect,
    onSubscribe: (connection, id, payload) => begin(connection, id, payload).catch((error: unknown) => [withStatus(error)]),
    subscribe: (args) => runSubscription(args as SocketOperation),
    onNext: (_connection, _id, _payload, _args, { errors, data, extensions }) =>
      errors ? { errors: format(errors), ...(data === undefined ? {} : { data }), ...(extensions ? { extensions } : {}) } : undefined,
    onError: ({ extra }, id, _payload, errors) => {
      endOperation(extra, id);
      return format(errors);
    },
    onComplete: ({ extra }, id) => endOperation(extra, id),
  });
};
