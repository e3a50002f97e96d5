import type { IncomingMessage, ServerResponse } from "node:http";
import { type Memory, palimpsest, PalimpsestError } from "../../../packages/client/src/index.ts";
import { PROBLEMS, Problem, isProblemCode } from "../../memory/problem.ts";
import type { Models } from "../../models/port.ts";
import { type Authenticate, type Caller, credentialsOfRequest } from "../auth/caller.ts";
import { complete, type CompletionPart } from "../completions/complete.ts";
import {
  type CompletionRequest,
  readCompletionRequest,
  SESSION_HEADER,
  STRATEGY_HEADER,
} from "../completions/completion-request.ts";
import { untilCutOff } from "../cut-off.ts";
import type { FormatError } from "../format-error.ts";
import type { Admission } from "../limits/admission.ts";
import { type LocalExecution, LocalTransport } from "../local-transport.ts";
import type { Log } from "../log.ts";
import { witnessingCommits } from "../../store/witnessed-commits.ts";
import { AT_LEAST_HEADER, setRecordTime, type AwaitSeen } from "../read-your-writes.ts";
import { readJson } from "./read-json.ts";
import { sendJson, signalOfDisconnect } from "./responses.ts";
import { MILLIS_PER_SECOND } from "../../memory/time.ts";
import type { Handle } from "./responses.ts";

export const COMPLETIONS_PATH = "/v1/chat/completions";
export const MODELS_PATH = "/v1/models";

export interface CompletionsOverHttp {
  readonly authenticate: Authenticate;
  readonly admission: Admission;
  readonly awaitSeen: AwaitSeen;
  /** Executes the operations of a caller. */
  readonly executionOf: (caller: Caller) => LocalExecution;
  readonly models: Pick<Models, "reply" | "replier">;
  readonly bodyBytes: number;
  /** Aborts when a stopping service can wait no longer. */
  readonly cutOff: AbortSignal;
  readonly formatError: FormatError;
  readonly log: Log;
  readonly now: () => number;
  readonly newId: () => string;
}

/** The common fields of every part of one answer. */
interface Completion {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

const usageOf = ({ tokens }: Extract<CompletionPart, { readonly whole: string }>): object => ({
  prompt_tokens: tokens.input,
  completion_tokens: tokens.output,
  total_tokens: tokens.input + tokens.output,
});

/** Sends a completion in one piece, in the format of OpenAI. */
const sendWhole = async (
  res: ServerResponse,
  completion: Completion,
  parts: AsyncIterable<CompletionPart>,
): Promise<void> => {
  for await (const part of parts)
    if ("whole" in part) {
      setRecordTime(res);
      sendJson(res, 200, {
        ...completion,
        object: "chat.completion",
        model: part.model,
        choices: [
          {
            index: 0,
            message: { role: "assistant", content: part.whole, refusal: null },
            logprobs: null,
            finish_reason: "stop",
          },
        ],
        usage: usageOf(part),
      });
    }
};

const eventOf = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

/**
 * Sends server-sent events, starting with the first piece: an earlier failure is an answer with a
 * status.
 */
const sendStream = async (
  res: ServerResponse,
  completion: Completion,
  { includesUsage }: CompletionRequest,
  parts: AsyncIterable<CompletionPart>,
): Promise<void> => {
  const chunk = { ...completion, object: "chat.completion.chunk" };
  const send = (data: object): void => void (res.writableEnded || res.write(eventOf(data)));
  const sendChoice = (delta: object, finish: "stop" | null): void =>
    send({ ...chunk, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
  const begin = (): void => {
    if (res.headersSent) return;
    res.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    sendChoice({ role: "assistant", content: "" }, null);
  };
  for await (const part of parts) {
    begin();
    if ("text" in part) sendChoice({ content: part.text }, null);
    else {
      sendChoice({}, "stop");
      if (includesUsage) send({ ...chunk, choices: [], usage: usageOf(part) });
    }
  }
  if (!res.writableEnded) res.end("data: [DONE]\n\n");
};

/** The code of an error of ours, however it was thrown. */
const asProblem = (error: unknown): unknown =>
  error instanceof PalimpsestError && isProblemCode(error.code)
    ? new Problem(error.code, error.message)
    : error;

const typeOf = (status: number): string => {
  if (status === 401) return "authentication_error";
  if (status === 403) return "permission_error";
  if (status === 429) return "rate_limit_error";
  return status < 500 ? "invalid_request_error" : "server_error";
};

/**
 * Answers an error of a handler in the form of OpenAI, if an answer is still possible: in a started
 * stream, as its last event.
 */
const answeringErrors =
  (formatError: FormatError, handle: Handle): Handle =>
  async (req, res) => {
    try {
      await handle(req, res);
    } catch (cause) {
      if (res.writableEnded || req.socket.destroyed) throw cause;
      const error = asProblem(cause);
      const { message, extensions } = formatError(
        { message: error instanceof Error ? error.message : "" },
        error,
      );
      const code = extensions?.["code"];
      const status = isProblemCode(code) ? PROBLEMS[code] : 500;
      const body = { error: { message, type: typeOf(status), param: null, code } };
      if (res.headersSent) return void res.end(eventOf(body));
      if (error instanceof Problem && error.retryAfterSeconds !== null)
        res.setHeader("retry-after", String(error.retryAfterSeconds));
      sendJson(res, status, body);
    }
  };

/**
 * Answers like the OpenAI API: `POST /v1/chat/completions` replies with the configured model
 * and the memory of the caller, and remembers the message; `GET /v1/models` names that model.
 * Errors have the form of OpenAI.
 */
export const completionsOverHttp = ({
  authenticate,
  admission,
  awaitSeen,
  executionOf,
  models,
  bodyBytes,
  cutOff,
  formatError,
  log,
  now,
  newId,
}: CompletionsOverHttp): { readonly completions: Handle; readonly models: Handle } => {
  const onFault = (error: unknown): void =>
    log.warn({ error }, "A message of a completion could not be remembered.");
  const memoryOf = (caller: Caller): Memory =>
    palimpsest({ transport: new LocalTransport(executionOf(caller)) });
  const callerOf = async (req: IncomingMessage): Promise<Caller> => {
    const caller = await authenticate(credentialsOfRequest(req.headers));
    await admission.count(caller);
    return caller;
  };
  const answer: Handle = async (req, res) => {
    const signal = AbortSignal.any([signalOfDisconnect(res), cutOff]);
    const caller = await callerOf(req);
    const header = credentialsOfRequest(req.headers);
    const body = await readJson(req, bodyBytes);
    const request = readCompletionRequest(body, header(STRATEGY_HEADER));
    const sessionId = header(SESSION_HEADER);
    const createdSeconds = Math.floor(now() / MILLIS_PER_SECOND);
    const completion = {
      id: `chatcmpl-${newId()}`,
      created: createdSeconds,
      model: models.replier,
    };
    await admission.run(caller.space, async () => {
      await awaitSeen(caller, header(AT_LEAST_HEADER), signal);
      const services = { memory: memoryOf(caller), models, onFault };
      await witnessingCommits(() => {
        const parts = complete(request, services, { sessionId, signal });
        return request.stream
          ? sendStream(res, completion, request, parts)
          : sendWhole(res, completion, parts);
      });
    });
  };
  const list: Handle = async (req, res) => {
    await callerOf(req);
    const model = { id: models.replier, object: "model", created: 0, owned_by: "palimpsest" };
    sendJson(res, 200, { object: "list", data: [model] });
  };
  return {
    completions: answeringErrors(formatError, untilCutOff(cutOff, answer)),
    models: answeringErrors(formatError, list),
  };
};
