import type { IncomingMessage, ServerResponse } from "node:http";
import {
  HeaderMap,
  type ApolloServer,
  type HTTPGraphQLRequest,
  type HTTPGraphQLResponse,
} from "@apollo/server";
import { z } from "zod";
import { Problem } from "../../memory/problem.ts";
import type { ChargeMeter } from "../../store/charge-meter.ts";
import { keepingOffsets } from "../../memory/stated-offsets.ts";
import { witnessingCommits } from "../../store/witnessed-commits.ts";
import { type Authenticate, type ContextOf, credentialsOfRequest } from "../auth/caller.ts";
import { statusOf, withStatus } from "../format-error.ts";
import type { Admission } from "../limits/admission.ts";
import { type OperationLimits, parseWithinLimits } from "../limits/operation-limits.ts";
import { AT_LEAST_HEADER, atLeastOf, setRecordTime } from "../read-your-writes.ts";
import { signalOfDisconnect } from "./responses.ts";
import { executeOperation } from "../execute-operation.ts";
import { acceptsGraphqlResponse } from "./apollo.ts";
import { readJson } from "./read-json.ts";

export interface GraphqlOverHttp<C extends object> {
  readonly apollo: ApolloServer<C>;
  readonly authenticate: Authenticate;
  readonly admission: Admission;
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

const bodySchema = z.object({ query: z.string() });

const queryOf = ({ method, body, search }: HTTPGraphQLRequest): string | undefined =>
  method === "GET"
    ? (new URLSearchParams(search).get("query") ?? undefined)
    : bodySchema.safeParse(body).data?.query;

/**
 * Refuses a document that is too large or does not parse, with the status of one that does not
 * validate.
 */
const refuseInvalidDocument = (
  query: string,
  limits: OperationLimits,
  accept: string | undefined,
): void => {
  try {
    parseWithinLimits(query, limits);
  } catch (error) {
    const status = statusOf(error);
    throw withStatus(error, status === 400 && !acceptsGraphqlResponse(accept) ? 200 : status);
  }
};

const sendResponse = async (
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

/**
 * Answers GraphQL requests with Apollo Server. Rejects with a Problem if the caller or the
 * body is not accepted.
 */
export const graphqlOverHttp =
  <C extends object>({
    apollo,
    authenticate,
    admission,
    contextOf,
    limits,
    bodyBytes,
    meter,
  }: GraphqlOverHttp<C>) =>
  async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const disconnectSignal = signalOfDisconnect(res);
    const caller = await authenticate(credentialsOfRequest(req.headers));
    await admission.count(caller);
    const url = req.url ?? "";
    const httpGraphQLRequest: HTTPGraphQLRequest = {
      method: req.method ?? "GET",
      headers: headersOf(req),
      search: url.includes("?") ? url.slice(url.indexOf("?")) : "",
      body: await readJson(req, bodyBytes),
    };
    const atLeast = atLeastOf(httpGraphQLRequest.headers.get(AT_LEAST_HEADER));
    const context = async (): Promise<C> => {
      const query = queryOf(httpGraphQLRequest);
      if (query !== undefined) refuseInvalidDocument(query, limits, req.headers.accept);
      return contextOf(caller, disconnectSignal, atLeast).catch((error: unknown) => {
        throw withStatus(error);
      });
    };
    const execute = (): Promise<HTTPGraphQLResponse> =>
      witnessingCommits(async () => {
        const response = await keepingOffsets(() =>
          apollo.executeHTTPGraphQLRequest({ httpGraphQLRequest, context }),
        );
        setRecordTime(res);
        return response;
      });
    const answer = await admission.run(caller.space, () => {
      if (disconnectSignal.aborted) throw new Problem("BAD_REQUEST", "The client disconnected.");
      const run = (): Promise<HTTPGraphQLResponse> =>
        executeOperation(queryOf(httpGraphQLRequest), execute);
      return meter ? meter.open().run(run) : run();
    });
    await sendResponse(res, answer);
  };
