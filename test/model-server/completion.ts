import type { ServerResponse } from "node:http";
import type { ChatBody, Reply } from "./replies.ts";

type Completion = Extract<Reply, { readonly content: unknown }>;

const ENVELOPE = { id: "chatcmpl-1", created: 0, system_fingerprint: null } as const;
const tokensOf = (text: string): number => Math.ceil(text.length / 4);
const textOf = ({ content }: Completion): string | null =>
  typeof content === "string" || content === null ? content : JSON.stringify(content);

const usageOf = (body: ChatBody, reply: Completion): object | null => {
  if (reply.usage !== undefined) return reply.usage;
  const input = tokensOf(JSON.stringify(body.messages));
  const output = tokensOf(textOf(reply) ?? "");
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: 0 },
  };
};

export const completionOf = (body: ChatBody, reply: Completion): object => {
  const content = Array.isArray(reply.content) ? reply.content : textOf(reply);
  const message = { role: "assistant", content, refusal: reply.refusal ?? null };
  const usage = usageOf(body, reply);
  return {
    ...ENVELOPE,
    object: "chat.completion",
    model: body.model,
    choices: [{ index: 0, finish_reason: reply.finish ?? "stop", logprobs: null, message }],
    ...(usage !== null && { usage }),
  };
};

const DEFAULT_PIECES = 3;

/** Sends a completion as server-sent events, with the usage last where it was asked for. */
export const streamCompletion = (
  response: ServerResponse,
  body: ChatBody,
  reply: Completion,
): void => {
  const text = textOf(reply) ?? "";
  const size = Math.max(1, Math.ceil(text.length / (reply.pieces ?? DEFAULT_PIECES)));
  const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, "gu")) ?? [];
  const send = (choices: readonly object[], rest: object = {}): void => {
    response.write(
      `data: ${JSON.stringify({ ...ENVELOPE, object: "chat.completion.chunk", model: body.model, choices, ...rest })}\n\n`,
    );
  };
  response.writeHead(200, { "content-type": "text/event-stream" });
  send([{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }]);
  for (const [index, content] of pieces.entries()) {
    if (index === reply.stallsAfter) return;
    if (index === reply.breaksAfter) return void setImmediate(() => response.socket?.end());
    send([{ index: 0, delta: { content }, finish_reason: null }]);
  }
  send([
    {
      index: 0,
      delta: reply.refusal === undefined ? {} : { refusal: reply.refusal },
      finish_reason: reply.finish ?? "stop",
    },
  ]);
  const usage = usageOf(body, reply);
  if (body.stream_options?.include_usage && usage !== null) send([], { usage });
  response.end("data: [DONE]\n\n");
};
