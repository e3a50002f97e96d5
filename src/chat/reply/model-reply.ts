import { countTokens, encodingOf } from "../../language/tokens.ts";
import { Problem } from "../../memory/problem.ts";
import { ModelUnavailable } from "../../models/port.ts";
import type { Answer } from "../../models/answer.ts";
import type { AssembledContext } from "../context/assemble.ts";
import type { ChatServices } from "../services.ts";
import type { StreamedReply } from "./streamed-reply.ts";
import type { ChatMetrics } from "./report.ts";

/**
 * Calls the model for the reply to a context, and logs its pieces as they arrive. Throws
 * MODEL_UNAVAILABLE.
 */
export const askModel = async (
  { write: { models, log } }: ChatServices,
  { messages }: AssembledContext,
  pieces: StreamedReply,
): Promise<Answer<string>> => {
  try {
    for await (const part of models.reply(
      messages.map(({ role, content }) => ({ role, content })),
    )) {
      if ("text" in part) pieces.push(part.text);
      else return part;
    }
    throw new ModelUnavailable("UNREADABLE", "The reply has no end.");
  } catch (error) {
    if (!(error instanceof ModelUnavailable) || error.kind === "QUOTA") throw error;
    log.warn({ error }, "No model replied.");
    throw new Problem(
      "MODEL_UNAVAILABLE",
      "No model could reply. The message is on record. Repeat the call with the same idempotencyKey; the message is not stored twice.",
      { cause: error },
    );
  }
};

/**
 * The cost of a reply to a chat that started at `startMillis`, by the clock of `ReadServices`. The
 * tokens of a model that reports none are counted here.
 */
export const metricsOf = async (
  services: ChatServices,
  startMillis: number,
  context: AssembledContext,
  { value, tokens }: Answer<string>,
  memoryTurnsStored: number,
): Promise<ChatMetrics> => ({
  promptTokens: tokens.input || context.tokens,
  completionTokens:
    tokens.output || (await countTokens(value, encodingOf(services.write.models.replier))),
  latencyMs: services.read.now() - startMillis,
  memoryTurnsStored,
  contextTurnsSent: context.messages.filter(
    ({ origin }) => origin === "TURN" || origin === "MESSAGE",
  ).length,
});
