import type { ExecutionArgs, GraphQLError, GraphQLFormattedError, GraphQLSchema } from "graphql";
import {
  CloseCode,
  makeServer,
  MessageType,
  stringifyMessage,
  type Context,
  type Server,
  type SubscribePayload,
} from "graphql-ws";
import type { Instant } from "../../memory/time.ts";
import { onBehalfOf } from "../../fairness/acting-space.ts";
import { Problem } from "../../memory/problem.ts";
import type { ChargeMeter } from "../../store/charge-meter.ts";
import { credentialsOfSocket, type Authenticate, type ContextOf } from "../auth/caller.ts";
import { COST_HEADER, wantsCost } from "../cost-extension.ts";
import { cutOffProblem } from "../cut-off.ts";
import { withStatus, type FormatError } from "../format-error.ts";
import type { InFlightRequests } from "../in-flight-requests.ts";
import type { Admission } from "../limits/admission.ts";
import type { OperationLimits } from "../limits/operation-limits.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Tracing } from "../tracing/tracing.ts";
import { admitOperation } from "./admit-operation.ts";
import { AT_LEAST_HEADER, atLeastOf } from "../read-your-writes.ts";
import { openAccount, type OperationAccount } from "./operation-account.ts";
import { runOperation, runSubscription, type SocketOperation } from "./run-subscription.ts";
import { endOperation, type SocketSession } from "./socket-session.ts";

export interface GraphqlOverSocket<C extends object> {
  readonly schema: GraphQLSchema;
  readonly authenticate: Authenticate;
  readonly admission: Admission;
  readonly contextOf: ContextOf<C>;
  readonly limits: OperationLimits;
  readonly operationsPerSocket: number;
  readonly formatError: FormatError;
  readonly inFlight: InFlightRequests;
  /** Aborts when a stopping service can wait no longer. */
  readonly cutOff: AbortSignal;
  readonly meter: ChargeMeter | undefined;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The longest delay that setTimeout supports, 24 days. A socket that lives longer is closed then.
 */
const MAX_DELAY = 2 ** 31 - 1;

/** Subscriptions that end by themselves: a stopping service waits for them as for a request. */
const ENDING: ReadonlySet<string> = new Set(["chatReply", "writeManyProgress"]);

type Connection = Context<Record<string, unknown>, SocketSession>;

/** Accepts the credentials of `connection_init`, and closes the socket when they expire. */
const acceptConnection = async (
  {
    authenticate,
    metrics,
    now,
  }: Pick<GraphqlOverSocket<object>, "authenticate" | "metrics" | "now">,
  { connectionParams, extra: session }: Connection,
): Promise<boolean> => {
  const credentials = credentialsOfSocket(connectionParams, session.request.headers);
  session.wantsCost = wantsCost(credentials(COST_HEADER));
  session.atLeast = credentials(AT_LEAST_HEADER);
  try {
    session.caller = await authenticate(credentials);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    metrics.requestRefused(error.code);
    return false;
  }
  const { expiresAt } = session.caller;
  if (expiresAt !== null)
    session.expiry = setTimeout(
      () => session.socket.close(CloseCode.Forbidden, "Forbidden"),
      Math.min(expiresAt - now(), MAX_DELAY),
    ).unref();
  return true;
};

type Format = (errors: readonly GraphQLError[]) => GraphQLFormattedError[];

/**
 * Ends running operations of a socket with an error when the stopping service can wait no longer.
 */
const endAtCutOff = (cutOff: AbortSignal, session: SocketSession, format: Format): void => {
  const { socket, running, disconnect } = session;
  const end = (): void => {
    for (const id of running.keys()) {
      const payload = format([withStatus(cutOffProblem())]);
      socket.send(stringifyMessage({ id, type: MessageType.Error, payload }));
      endOperation(session, id);
    }
  };
  cutOff.addEventListener("abort", end, { once: true });
  disconnect.signal.addEventListener("abort", () => cutOff.removeEventListener("abort", end));
};

/** The record time that the client of an operation has seen. */
const seenBy = ({ extensions }: SubscribePayload): string | undefined => {
  const seenRecordTime = extensions?.["atLeast"];
  return typeof seenRecordTime === "string" ? seenRecordTime : undefined;
};

/**
 * Admits an operation and prepares its execution. Returns the validation errors, or throws any
 * other refusal.
 */
const prepareOperation = async <C extends object>(
  options: GraphqlOverSocket<C>,
  { extra: session, subscriptions }: Connection,
  id: string,
  payload: SubscribePayload,
): Promise<SocketOperation | readonly GraphQLError[]> => {
  const { schema, admission, contextOf, limits, operationsPerSocket, inFlight, tracing } = options;
  const { caller } = session;
  if (!caller) throw new Error("An operation arrived before the credentials were accepted.");
  if (Object.keys(subscriptions).length > operationsPerSocket)
    throw new Problem(
      "BAD_REQUEST",
      `A socket runs at most ${operationsPerSocket} operations at a time. Wait for one to end, or open another socket.`,
    );
  await admission.count(caller);
  const operation = admitOperation(schema, payload, limits);
  if (!("document" in operation)) return operation;
  const { document, variables, operationName, type, field } = operation;
  if (type !== "subscription" || ENDING.has(field)) session.running.set(id, inFlight.begin());
  const openOperationAccount = (): OperationAccount =>
    openAccount({ ...options, type, field, wantsCost: session.wantsCost });
  const createContext = (atLeast: Instant | null = null): Promise<C> =>
    contextOf(caller, session.disconnect.signal, atLeast);
  const atLeast = atLeastOf(seenBy(payload) ?? session.atLeast);
  const account = openOperationAccount();
  const trace = <T>(act: () => Promise<T>): Promise<T> =>
    tracing.serve(`${type} ${field}`, payload.extensions ?? {}, act);
  return {
    schema,
    document,
    variableValues: variables,
    operationName,
    contextValue: await account.run(() => createContext(atLeast)),
    createContext: () => createContext(),
    account,
    openAccount: openOperationAccount,
    atTurn: (act) => trace(() => admission.run(caller.space, act)),
    onBehalf: (act) => trace(() => onBehalfOf(caller.space, act)),
  };
};

const isSocketOperation = (args: ExecutionArgs): args is SocketOperation => "openAccount" in args;

/** The operation that `onSubscribe` prepared: graphql-ws passes it back as plain arguments. */
const preparedOperation = (args: ExecutionArgs): SocketOperation => {
  if (!isSocketOperation(args)) throw new Error("An operation was not prepared.");
  return args;
};

/**
 * Serves the protocol graphql-transport-ws, with the same credentials, limits and errors as HTTP.
 * Queries and mutations run too.
 */
export const graphqlOverSocket = <C extends object>(
  options: GraphqlOverSocket<C>,
): Server<SocketSession> => {
  const { formatError, metrics, cutOff } = options;
  const format: Format = (errors) => errors.map((error) => formatError(error.toJSON(), error));
  const countRefused = (): void =>
    metrics.operationAnswered({
      transport: "websocket",
      type: "refused",
      field: "",
      hasErrors: true,
      seconds: 0,
    });

  return makeServer<Record<string, unknown>, SocketSession>({
    onConnect(connection) {
      endAtCutOff(cutOff, connection.extra, format);
      return acceptConnection(options, connection);
    },
    async onSubscribe(connection, id, payload) {
      const operation = await prepareOperation(options, connection, id, payload).catch(
        (error: unknown) => [withStatus(error)],
      );
      if (Array.isArray(operation)) countRefused();
      return operation;
    },
    execute: (args) => runOperation(preparedOperation(args)),
    subscribe: (args) => runSubscription(preparedOperation(args)),
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
