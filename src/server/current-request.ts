import { ScopedValue } from "../async/scoped-value.ts";

/** A request over HTTP, or the operations of one socket. */
export interface CurrentRequest {
  /**
   * The id that the caller gave it, or a new one. It is in the answer and in every line of the log.
   */
  readonly id: string;
  /** Name of the operation, such as `mutation write`; null until it is known. */
  operation: string | null;
}

export const REQUEST_ID_HEADER = "x-request-id";

/**
 * Pattern of ids that may be in a log: longer ones, and those with other characters, are replaced.
 */
const REQUEST_ID = /^[\w.:+/=@-]{1,128}$/u;

const requests = new ScopedValue<CurrentRequest>();

export const openRequest = (
  headers: Readonly<Record<string, unknown>>,
  newId: () => string,
): CurrentRequest => {
  const requestId = headers[REQUEST_ID_HEADER];
  const isUsable = typeof requestId === "string" && REQUEST_ID.test(requestId);
  return { id: isUsable ? requestId : newId(), operation: null };
};

export const inRequest = <T>(request: CurrentRequest, act: () => T): T =>
  requests.run(request, act);

/** The request for which this code runs; undefined if there is none. */
export const currentRequest = (): CurrentRequest | undefined => requests.current;
