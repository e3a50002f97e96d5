import { GraphQLError, type GraphQLErrorOptions, type GraphQLFormattedError } from "graphql";
import { PROBLEMS, type ProblemCode } from "../memory/problem.ts";
import { StoreUnavailable } from "../store/port.ts";
import { INTERNAL, tellFault, type Told } from "../write/tell-fault.ts";
import { describeFault } from "./describe-fault.ts";
import type { Log } from "./log.ts";

/** Codes of Apollo Server that are not in the table of problems. */
const APOLLO_CODES: Readonly<Record<string, ProblemCode>> = {
  OPERATION_RESOLUTION_FAILURE: "BAD_REQUEST",
  PERSISTED_QUERY_NOT_FOUND: "BAD_REQUEST",
  PERSISTED_QUERY_NOT_SUPPORTED: "BAD_REQUEST",
};

const isProblemCode = (code: unknown): code is ProblemCode =>
  typeof code === "string" && Object.hasOwn(PROBLEMS, code);

/** An error and what it wraps, outermost first. */
const chainOf = (error: unknown): unknown[] => {
  const chain = [error];
  for (let inner = error; inner instanceof GraphQLError && inner.originalError !== undefined;)
    chain.push((inner = inner.originalError));
  return chain;
};

/**
 * A GraphQLError was written for the client where it has one of our codes, or is about the document: graphql-js gives no code
 * to a bad variable or argument, but points at it before it has a path. Anything else was thrown over a value of ours, which it may quote.
 */
const tellGraphQLError = (chain: readonly unknown[], message: string): Told => {
  const errors = chain as readonly GraphQLError[];
  for (const { extensions } of [...errors].reverse()) {
    const code = isProblemCode(extensions["code"])
      ? extensions["code"]
      : APOLLO_CODES[String(extensions["code"])];
    if (code) return code === INTERNAL.code ? INTERNAL : { code, message, fault: false };
  }
  return errors.some(({ nodes, path }) => nodes && !path)
    ? { code: "BAD_USER_INPUT", message, fault: false }
    : INTERNAL;
};

const tell = (error: unknown, message: string): Told => {
  const chain = chainOf(error);
  const root = chain.at(-1);
  if (root instanceof GraphQLError) return tellGraphQLError(chain, message);
  const told = tellFault(root);
  return told.fault ? told : { ...told, message };
};

export type FormatError = (
  formatted: GraphQLFormattedError,
  error: unknown,
) => GraphQLFormattedError;

/**
 * The one translation of errors, for HTTP and WebSocket: a `Problem` keeps its sentence and its code, whatever wraps it; the store's failures
 * have fixed sentences; anything else is `Internal server error`. What an operator must look at is logged under the id that the client is given.
 */
export const createFormatError = (log: Log, newId: () => string): FormatError => {
  const logged = new WeakMap<object, string>();
  const record = (error: unknown, code: ProblemCode): string => {
    const root = chainOf(error).at(-1);
    const known = typeof root === "object" && root !== null ? logged.get(root) : undefined;
    if (known !== undefined) return known;
    const errorId = newId();
    if (typeof root === "object" && root !== null) logged.set(root, errorId);
    // The store's message is written for the operator: it names the file, never what is in it.
    log.error(
      {
        errorId,
        code,
        ...(root instanceof StoreUnavailable ? { store: root.message } : {}),
        fault: describeFault(root, log),
      },
      "A request failed",
    );
    return errorId;
  };
  return ({ locations, path, message }, error) => {
    const told = tell(error, message);
    return {
      message: told.message,
      ...(locations ? { locations } : {}),
      ...(path ? { path } : {}),
      extensions: { code: told.code, ...(told.fault ? { errorId: record(error, told.code) } : {}) },
    };
  };
};

/** The HTTP status of a request that failed altogether with this error, before anything was executed. */
export const statusOf = (error: unknown): number => PROBLEMS[tell(error, "").code];

/** The same error as Apollo Server takes it from a hook, with the HTTP status of the answer. */
export const withStatus = (error: unknown, status = statusOf(error)): GraphQLError => {
  const originalError = error instanceof Error ? error : new Error(`Thrown: ${typeof error}`);
  return new GraphQLError(originalError.message, {
    ...placeOf(error),
    originalError,
    extensions: { http: { status } },
  });
};

/** The same error under a code, where it has none of its own. */
export const withCode = (error: GraphQLError, code: ProblemCode): GraphQLError =>
  new GraphQLError(error.message, {
    ...placeOf(error),
    originalError: error,
    extensions: { code },
  });

const placeOf = (error: unknown): Pick<GraphQLErrorOptions, "nodes" | "source" | "positions"> =>
  error instanceof GraphQLError
    ? {
        nodes: error.nodes ?? null,
        source: error.source ?? null,
        positions: error.positions ?? null,
      }
    : {};
