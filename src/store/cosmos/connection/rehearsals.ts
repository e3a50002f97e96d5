import type { HttpClient, PipelineRequest, PipelineResponse } from "@azure/core-rest-pipeline";
import { lastingAnswer, Refuted, rehearsalEnd } from "../../presumed-reads.ts";

const isPlan = (request: PipelineRequest): boolean =>
  request.headers.get("x-ms-cosmos-is-query-plan-request") === "True";

/** Whether a request reads or writes documents, not definitions. */
const isOfDocuments = ({ url }: PipelineRequest): boolean => /\/docs(?:\/|$)/u.test(url);

const isResponse = (answer: unknown): answer is PipelineResponse =>
  typeof answer === "object" && answer !== null && "status" in answer;

/** The inputs of a plan: the container and the text of the query, not its parameters. */
const planName = ({ url, body }: PipelineRequest): string => {
  const spec: unknown = typeof body === "string" ? JSON.parse(body) : null;
  const text: unknown = typeof spec === "object" && spec !== null && Reflect.get(spec, "query");
  return `plan ${url} ${String(text)}`;
};

/**
 * While work is rehearsed (`rehearsalEnd`), it sends requests for query plans, which do not depend
 * on the head, and no other document requests. The first ranked search of a process in a space
 * therefore has its plan when the head has been read, and takes as many rounds as later ones.
 */
export const withRehearsals = (client: HttpClient): HttpClient => ({
  async sendRequest(request) {
    if (isPlan(request)) {
      const response = await lastingAnswer(planName(request), isResponse, () =>
        client.sendRequest(request),
      );
      return response.status === 200 ? response : client.sendRequest(request);
    }
    const end = rehearsalEnd();
    if (end === null || !isOfDocuments(request)) return client.sendRequest(request);
    await end;
    throw new Refuted();
  },
});
