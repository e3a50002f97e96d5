import type { IncomingMessage, ServerResponse } from "node:http";
import {
  HeaderMap,
  type ApolloServer,
  type HTTPGraphQLRequest,
  type HTTPGraphQLResponse,
} from "@apollo/server";
import type { ChargeMeter } from "../../store/charge-meter.ts";
import type { Authenticate } from "../auth/caller.ts";
import { credentialsOfRequest } from "../auth/credentials.ts";
import { statusOf, withStatus } from "../format-error.ts";
import type { OperationLimits } from "../limits/operation-limits.ts";
import { parseWithinLimits } from "../limits/parse-within-limits.ts";
import type { ContextOf } from "../request-context.ts";
import { acceptsGraphqlResponse } from "./legacy-json-status.ts";
import { readJson } from "./read-json.ts";

export interface GraphqlOverHttp<C extends object> {
  readonly apollo: ApolloServer<C>;
  readonly authenticate: Authenticate;
  readonly contextOf: ContextOf<C>;
  readonly limits: OperationLimits;
  readonly bodyBytes: number;
  readonly meter: ChargeMeter | undefined;
}

const headersOf = (req: IncomingMessage): HeaderMap => {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  return headers;
};

const queryOf = ({ method, body, search }: HTTPGraphQLRequest): string | undefined => {
  const query: unknown =
    method === "GET"
      ? new URLSearchParams(search).get("query")
      : (body as { query?: unknown } | null | undefined)?.query;
  return typeof query === "string" ? query : undefined;
};

/** A document that is too large, or none, is told like one that does not validate. */
const refuseUnfit = (query: string, limits: OperationLimits, accept: string | undefined): void => {
  try {
    parseWithinLimits(query, limits);
  } catch (error) {
    const status = statusOf(error);
    throw withStatus(error, status === 400 && !acceptsGraphqlResponse(accept) ? 200 : status);
  }
};

const write = async (
  res: ServerResponse,
  { status, headers, body }: HTTPGraphQLResponse,
): Promise<void> => {
  res.statusCode = status ?? 200;
  for (const [name, value] of headers) res.setHeader(name, value);
  res.setHeader("cache-control", "no-store");
  res.setHeader("x-content-type-options", "nosniff");
  if (body.kind === "complete") {
    res.end(body.string);
    return;
  }
  for await (const chunk of body.asyncIterator) res.write(chunk);
  res.end();
};

/** Aborts when a connection ends before its answer has left. */
const goneBefore = (res: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
};

/** Answers a GraphQL request by Apollo Server. Throws the Problem of a caller or a body that is not accepted. */
export const graphqlOverHttp =
  <C extends object>({
    apollo,
    authenticate,
    contextOf,
    limits,
    bodyBytes,
    meter,
  }: GraphqlOverHttp<C>) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const gone = goneBefore(res);
    const caller = await authenticate(credentialsOfRequest(req.headers));
    const url = req.url ?? "";
    const httpGraphQLRequest: HTTPGraphQLRequest = {
      method: req.method ?? "GET",
      headers: headersOf(req),
      search: url.includes("?") ? url.slice(url.indexOf("?")) : "",
      body: await readJson(req, bodyBytes),
    };
    const context = async (): Promise<C> => {
      const query = queryOf(httpGraphQLRequest);
      if (query !== undefined) refuseUnfit(query, limits, req.headers.accept);
      return contextOf(caller, gone).catch((error: unknown) => {
        throw withStatus(error);
      });
    };
    const execute = (): Promise<HTTPGraphQLResponse> =>
      apollo.executeHTTPGraphQLRequest({ httpGraphQLRequest, context });
    await write(res, await (meter ? meter.open().run(execute) : execute()));
  };
