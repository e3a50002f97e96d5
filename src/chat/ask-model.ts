import { Problem } from "../memory/problem.ts";
import { countTokens, encodingOf } from "../memory/tokens.ts";
import { ModelUnavailable, type Answer } from "../models/port.ts";
import type { AssembledContext } from "./assemble.ts";
import type { ChatMetrics } from "./chat-report.ts";
import type { PieceLog } from "./piece-log.ts";
import type { ChatServices } from "./services.ts";
import type { Taken } from "./taken.ts";

/** The reply of the model to a context; its pieces go to the log as they come. Throws MODEL_UNAVAILABLE. */
export const askModel = async (
  services: ChatServices,
  { messages }: AssembledContext,
  pieces: PieceLog,
): Promise<Answer<string>> => {
  try {
    for await (const part of services.write.models.reply(
      messages.map(({ role, content }) => ({ role, content })),
    )) {
      if ("text" in part) pieces.push(part.text);
      else return part;
    }
    throw new ModelUnavailable("UNREADABLE", "The reply has no end.");
  } catch (error) {
    if (!(error instanceof ModelUnavailable)) throw error;
    services.write.log.warn({ error }, "no model replied");
    throw new Problem(
      "MODEL_UNAVAILABLE",
      "No model could reply. The message is on record; ask again with the same idempotencyKey, and it is not stored twice.",
      { cause: error },
    );
  }
};

/** What a reply cost: as the model reports it, or else as its encoding counts. */
export const metricsOf = async (
  services: ChatServices,
  taken: Taken,
  context: AssembledContext,
  { value, tokens }: Answer<string>,
  turnsStored: number,
): Promise<ChatMetrics> => ({
  promptTokens: tokens.input || context.tokens,
  completionTokens:
    tokens.output || (await countTokens(value, encodingOf(services.write.models.replier))),
  latencyMs: services.read.now() - taken.started,
  memoryTurnsStored: turnsStored,
  contextTurnsSent: context.messages.filter(
    ({ origin }) => origin === "TURN" || origin === "MESSAGE",
  ).length,
});
