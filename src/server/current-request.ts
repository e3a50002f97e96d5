import { ScopedValue } from "../scoped-value.ts";

/** A request over HTTP, or the operations of one socket. */
export interface CurrentRequest {
  /** The id that the caller gave it, or a new one: it stands in the answer and in every line of the log. */
  readonly id: string;
  /** What is asked for, such as `mutation write`; null as long as that is not known. */
  operation: string | null;
}

export const REQUEST_ID_HEADER = "x-request-id";

/** What may stand in a log as an id: longer ones, and those with other characters, are replaced. */
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

/** The request on whose behalf this code runs; undefined where nobody asked for it. */
export const currentRequest = (): CurrentRequest | undefined => requests.current;
