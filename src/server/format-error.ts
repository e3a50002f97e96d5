import { GraphQLError, type GraphQLErrorOptions, type GraphQLFormattedError } from "graphql";
import { isProblemCode, Problem, PROBLEMS, type ProblemCode } from "../memory/problem.ts";
import { StoreUnavailable } from "../store/port.ts";
import { Refuted } from "../store/presumed-reads.ts";
import { clientErrorOf, INTERNAL_ERROR, type ClientError } from "../write/client-errors.ts";
import { describeError, type Log } from "./log.ts";

/** Codes of Apollo Server that are not in the table of problems. */
const PROBLEM_OF_APOLLO_CODE: ReadonlyMap<unknown, ProblemCode> = new Map([
  ["OPERATION_RESOLUTION_FAILURE", "BAD_REQUEST"],
  ["PERSISTED_QUERY_NOT_FOUND", "BAD_REQUEST"],
  ["PERSISTED_QUERY_NOT_SUPPORTED", "BAD_REQUEST"],
]);

/** The GraphQLErrors around an error, outermost first, and the error itself. */
const unwrap = (
  error: unknown,
): { readonly wrappers: readonly GraphQLError[]; readonly root: unknown } => {
  const wrappers: GraphQLError[] = [];
  let root = error;
  while (root instanceof GraphQLError) {
    wrappers.push(root);
    if (root.originalError === undefined) break;
    root = root.originalError;
  }
  return { wrappers, root };
};

/**
 * A GraphQLError was written for the client if it has a code of ours or is about the document.
 * graphql-js gives no code to an invalid variable or argument; such an error has nodes but no path
 * yet. Any other error was thrown for a value of the service, which its message may quote.
 */
const clientErrorOfGraphQL = (errors: readonly GraphQLError[], message: string): ClientError => {
  for (const { extensions } of errors.toReversed()) {
    const ownCode = extensions["code"];
    const code = isProblemCode(ownCode) ? ownCode : PROBLEM_OF_APOLLO_CODE.get(ownCode);
    if (code === INTERNAL_ERROR.code) return INTERNAL_ERROR;
    if (code !== undefined) return { code, message, isFault: false };
  }
  return errors.some(({ nodes, path }) => nodes && !path)
    ? { code: "BAD_USER_INPUT", message, isFault: false }
    : INTERNAL_ERROR;
};

/** The client error for any thrown value. `message` is the one that the client would see. */
const translate = (error: unknown, message: string): ClientError => {
  const { wrappers, root } = unwrap(error);
  if (root instanceof GraphQLError) return clientErrorOfGraphQL(wrappers, message);
  const clientError = clientErrorOf(root);
  return clientError.isFault ? clientError : { ...clientError, message };
};

const retryAfterOf = (root: unknown): { readonly retryAfterSeconds?: number } =>
  root instanceof Problem && root.retryAfterSeconds !== null
    ? { retryAfterSeconds: root.retryAfterSeconds }
    : {};

export type FormatError = (
  formattedError: GraphQLFormattedError,
  error: unknown,
) => GraphQLFormattedError;

/**
 * Creates the only translation of errors, for HTTP and WebSocket; `count` gets the code of each. A
 * `Problem` keeps its message and its code, whatever wraps it; failures of the store have fixed
 * messages; anything else becomes `Internal server error`. Errors for the operator are logged,
 * once, under the id that the client gets.
 */
export const createFormatError = (
  log: Log,
  newId: () => string,
  count: (code: ProblemCode) => void = () => undefined,
): FormatError => {
  const errorIds = new WeakMap<object, string>();
  const logOnce = (error: unknown, code: ProblemCode): string => {
    const { root } = unwrap(error);
    const key = typeof root === "object" && root !== null ? root : {};
    const previousId = errorIds.get(key);
    if (previousId !== undefined) return previousId;
    const errorId = newId();
    errorIds.set(key, errorId);
    // The message of the store is written for the operator: it names the file and quotes no
    // content.
    const store = root instanceof StoreUnavailable ? { store: root.message } : {};
    log.error({ errorId, code, ...store, fault: describeError(root, log) }, "A request failed.");
    return errorId;
  };
  return ({ locations, path, message }, error) => {
    // No error for the client: the operation is executed again without the wrong presumption.
    if (unwrap(error).root instanceof Refuted) return { message };
    const clientError = translate(error, message);
    const { code, isFault } = clientError;
    count(code);
    return {
      message: clientError.message,
      ...(locations ? { locations } : {}),
      ...(path ? { path } : {}),
      extensions: {
        code,
        ...(isFault ? { errorId: logOnce(error, code) } : {}),
        ...retryAfterOf(unwrap(error).root),
      },
    };
  };
};

/** The HTTP status of a request that fails with this error before anything is executed. */
export const statusOf = (error: unknown): number => PROBLEMS[translate(error, "").code];

const locationOf = (error: unknown): Pick<GraphQLErrorOptions, "nodes" | "source" | "positions"> =>
  error instanceof GraphQLError
    ? {
        nodes: error.nodes ?? null,
        source: error.source ?? null,
        positions: error.positions ?? null,
      }
    : {};

/**
 * The same error in the form that Apollo Server expects of a hook, with the HTTP status of the
 * answer.
 */
export const withStatus = (error: unknown, status = statusOf(error)): GraphQLError => {
  const originalError = error instanceof Error ? error : new Error(`Thrown: ${typeof error}`);
  return new GraphQLError(originalError.message, {
    ...locationOf(error),
    originalError,
    extensions: { http: { status } },
  });
};

/** The same error with a code. */
export const withCode = (error: GraphQLError, code: ProblemCode): GraphQLError =>
  new GraphQLError(error.message, {
    ...locationOf(error),
    originalError: error,
    extensions: { code },
  });
