import type { SessionId } from "../memory/ids.ts";
import { Problem } from "../memory/problem.ts";
import type { Strategy } from "../memory/session.ts";
import type { Instant } from "../memory/time.ts";
import { checkLength, checkShort, IDEMPOTENCY_KEY_LENGTH } from "../write/message-limits.ts";
import type { Mode } from "./mode.ts";

/** A message to reply to, and to remember; ids are local. */
export interface ChatRequest {
  readonly session: SessionId;
  readonly message: string;
  /** Default: that of the session. */
  readonly strategy?: Strategy | null | undefined;
  /** Default: THINK. */
  readonly mode?: Mode | null | undefined;
  readonly occurredAt?: Instant | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly metadata?: unknown;
  /** Aborts before the message is on record, never after. */
  readonly signal?: AbortSignal | undefined;
}

/** What a client may attach to a turn, in bytes of JSON. */
const METADATA_BYTES = 16 * 1024;

/** What a client attaches to a turn: an object, or nothing. Throws BAD_USER_INPUT for anything else, and for more than 16 KB. */
export const metadataOf = (value: unknown): Readonly<Record<string, unknown>> | null => {
  if (value == null) return null;
  if (typeof value !== "object" || Array.isArray(value))
    throw new Problem("BAD_USER_INPUT", "metadata must be an object.");
  const bytes = Buffer.byteLength(JSON.stringify(value), "utf8");
  if (bytes > METADATA_BYTES)
    throw new Problem(
      "BAD_USER_INPUT",
      `metadata has ${bytes} bytes; at most ${METADATA_BYTES} are taken.`,
    );
  return value as Readonly<Record<string, unknown>>;
};

/** Throws BAD_USER_INPUT for a blank message, MESSAGE_TOO_LONG for one of more than 64 KB. */
export const checkMessage = (message: string): void => {
  if (message.trim() === "")
    throw new Problem("BAD_USER_INPUT", "The message is blank: there is nothing to reply to.");
  checkLength("The message", message);
};

/** Throws BAD_USER_INPUT and MESSAGE_TOO_LONG for what cannot be taken. */
export const checkChat = ({ message, idempotencyKey, metadata }: ChatRequest): void => {
  checkMessage(message);
  checkShort("idempotencyKey", idempotencyKey, IDEMPOTENCY_KEY_LENGTH);
  metadataOf(metadata);
};
