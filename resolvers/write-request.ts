import { localId } from "../schema/global-id.ts";
import type { WriteInput } from "../schema/write-input.ts";
import { Problem } from "../src/memory/problem.ts";
import type { WriteRequest } from "../src/write/requests.ts";
import type { ManyRequest } from "../src/write/write-many.ts";

/** The session that an input names. Throws INVALID_ID. */
export const sessionOf = ({ sessionId }: { readonly sessionId?: string | null }): string | null =>
  sessionId == null ? null : localId(sessionId, "Session");

/** What a client asks to be remembered. Throws INVALID_ID. */
export const requestOf = (input: WriteInput, signal: AbortSignal | undefined): WriteRequest => ({
  message: input.message,
  speaker: input.speaker,
  session: sessionOf(input),
  occurredAt: input.occurredAt,
  recentMessages: input.recentMessages,
  idempotencyKey: input.idempotencyKey,
  dryRun: input.dryRun ?? false,
  verbose: input.verbose ?? false,
  config: input.config,
  signal,
});

/** What is wrong with one message of many is told of that message. */
export const manyRequestOf = (input: WriteInput, signal: AbortSignal | undefined): ManyRequest => {
  try {
    return requestOf(input, signal);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};
