import type { HttpClient, PipelineRequest, PipelineResponse } from "@azure/core-rest-pipeline";
import { ScopedValue } from "../../../async/scoped-value.ts";

/** Number of scores of the ranking query that is running. */
const rankings = new ScopedValue<{ readonly scores: number }>();

/**
 * Runs a query that ranks by one score or more. Its rows may include placeholders
 * (`isPlaceholder`).
 */
export const asRanking = <T>(scores: number, run: () => Promise<T>): Promise<T> =>
  rankings.run({ scores }, run);

const PLACEHOLDER_ID = "placeholder of an empty ranking";
export const isPlaceholder = (row: unknown): boolean =>
  typeof row === "object" && row !== null && "id" in row && row.id === PLACEHOLDER_ID;

/** A score below all others. */
const LOWEST_SCORE = -1e308;
const CONTINUATION = "x-ms-continuation";

/** A query whose results the SDK merges by priority queue ("non-streaming"). */
const isMerged = (request: PipelineRequest): boolean =>
  request.headers.has("x-ms-documentdb-partitionkeyrangeid") &&
  typeof request.body === "string" &&
  request.body.includes("AS orderByItems");

const isEmpty = (response: PipelineResponse): boolean =>
  response.status === 200 && /"Documents"\s*:\s*\[\s*\]/u.test(response.bodyAsText ?? "");

/** A row below all others, in the form that the SDK expects of the query. */
const placeholderFor = (request: PipelineRequest, scores: number): object => {
  const row = { id: PLACEHOLDER_ID };
  const isFusion = typeof request.body === "string" && request.body.includes("componentScores");
  return {
    _rid: PLACEHOLDER_ID,
    orderByItems: [{ item: LOWEST_SCORE }],
    payload: isFusion
      ? { payload: row, componentScores: Array.from({ length: scores }, () => LOWEST_SCORE) }
      : row,
  };
};

/**
 * Works around a defect of @azure/cosmos 4.9.3 (azure-sdk-for-js #39626; the fix, #39627, needs a
 * later Node): if the first page of a ranking query is empty, the SDK takes it for the end and then
 * loops forever. An empty page with a continuation is therefore followed here, and one without a
 * continuation gets a placeholder row.
 */
export const withoutEmptyRankingPages = (client: HttpClient): HttpClient => ({
  async sendRequest(request) {
    const ranking = rankings.current;
    let response = await client.sendRequest(request);
    if (!ranking || !isMerged(request)) return response;
    for (
      let continuation = response.headers.get(CONTINUATION);
      isEmpty(response) && continuation;
      continuation = response.headers.get(CONTINUATION)
    ) {
      request.headers.set(CONTINUATION, continuation);
      response = await client.sendRequest(request);
    }
    if (!isEmpty(response)) return response;
    const Documents = [placeholderFor(request, ranking.scores)];
    return { ...response, bodyAsText: JSON.stringify({ Documents, _count: 1 }) };
  },
});
