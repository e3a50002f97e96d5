import {
  createDefaultHttpClient,
  type HttpClient,
  type PipelineRequest,
  type PipelineResponse,
} from "@azure/core-rest-pipeline";
import { currentCall } from "./call.ts";
import type { Charge } from "../charge-meter.ts";
import { PASSING, UNAVAILABLE, waitBefore } from "./patience.ts";

interface Manner {
  readonly client?: HttpClient | undefined;
  readonly onCharge: (charge: Charge) => void;
  readonly random: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly now: () => number;
  readonly patienceMs: number;
  readonly requestTimeoutMs: number;
  /** Whether the account has other regions, which the SDK tries where this one is away. */
  readonly hasRegions: boolean;
}

/** No answer came, and none will: the call's patience is at its end, or the request must not be sent twice. Carries no `code`, so that the SDK does not try for minutes. */
export class NoAnswer extends Error {
  /** Whether the request may have been heeded all the same. */
  readonly uncertain: boolean;
  constructor(cause: unknown, uncertain: boolean) {
    super("Cosmos DB did not answer.", { cause });
    this.name = "NoAnswer";
    this.uncertain = uncertain;
  }
}

const header = (response: PipelineResponse, name: string): number =>
  Number(response.headers.get(name) ?? 0) || 0;
const messageOf = (response: PipelineResponse): string =>
  /"message"\s*:\s*"((?:[^"\\]|\\.)*)"/u.exec(response.bodyAsText ?? "")?.[1] ?? "";

/** Whether a request changes nothing, so that it may be sent again whatever became of it. */
const isRead = (request: PipelineRequest): boolean =>
  request.method === "GET" ||
  request.headers.get("x-ms-documentdb-isquery") === "true" ||
  request.headers.get("x-ms-cosmos-is-query-plan-request") === "True";

/** Whether the connection was never made. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/u.test(
    `${error.message} ${String((error as { code?: unknown }).code)}`,
  );
const isAborted = (error: unknown): boolean =>
  error instanceof Error && error.name === "AbortError";

/**
 * The way of every request to the service: what it charges is told, what it refuses for a moment (429, 449, 503: the SDK tries
 * again after 429 only, and all callers at once) is sent again with back-off and jitter while the call has patience, and a connection
 * that breaks is told apart from a refusal.
 */
export const patientHttpClient = (manner: Manner): HttpClient => {
  const client = manner.client ?? createDefaultHttpClient();
  const { onCharge, random, wait, now } = manner;

  const answered = (response: PipelineResponse): void => {
    const call = currentCall();
    onCharge({
      units: header(response, "x-ms-request-charge"),
      operation: call?.operation ?? "background",
      status: response.status,
    });
    if (call && response.status >= 400)
      call.failed = {
        status: response.status,
        substatus: header(response, "x-ms-substatus"),
        message: messageOf(response),
      };
  };

  const given = (up: NoAnswer): NoAnswer => {
    const call = currentCall();
    if (call) call.lost = up;
    return up;
  };

  /** Returns where the request is to be sent again. */
  const broken = async (
    error: unknown,
    request: PipelineRequest,
    deadline: number,
    tries: number,
  ): Promise<void> => {
    const pause = waitBefore(tries, 0, random);
    const harmless = isRead(request) || isRefused(error);
    if (!harmless || request.abortSignal?.aborted || now() + pause >= deadline)
      throw given(new NoAnswer(error, !harmless));
    if (manner.hasRegions && !isAborted(error)) throw error;
    await wait(pause);
  };

  return {
    async sendRequest(request) {
      const deadline = currentCall()?.deadline ?? now() + manner.patienceMs;
      for (let tries = 0; ; tries++) {
        request.timeout = manner.requestTimeoutMs;
        let response: PipelineResponse;
        try {
          response = await client.sendRequest(request);
        } catch (error) {
          await broken(error, request, deadline, tries);
          continue;
        }
        answered(response);
        if (!PASSING.has(response.status) || (response.status === UNAVAILABLE && manner.hasRegions))
          return response;
        const pause = waitBefore(tries, header(response, "x-ms-retry-after-ms"), random);
        if (now() + pause >= deadline) return response;
        await wait(pause);
      }
    },
  };
};
