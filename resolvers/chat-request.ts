import type { ChatInput } from "../schema/chat-input.ts";
import { localId } from "../schema/global-id.ts";
import type { ChatRequest } from "../src/chat/request.ts";
import type { Context } from "./context.ts";

/** A chat as a client asks for it. Throws INVALID_ID. */
export const chatRequest = (
  { sessionId, ...input }: ChatInput,
  { gone }: Context,
): ChatRequest => ({
  session: localId(sessionId, "Session"),
  message: input.message,
  strategy: input.strategy,
  mode: input.mode,
  occurredAt: input.occurredAt,
  idempotencyKey: input.idempotencyKey,
  metadata: input.metadata,
  signal: gone,
});
