import type { Event } from "../memory/event.ts";
import type { SessionId } from "../memory/ids.ts";
import { nestsWithin } from "../collections/json-depth.ts";
import { Problem } from "../memory/problem.ts";
import type { Session, Strategy } from "../memory/session.ts";
import { checkTags } from "../memory/tags.ts";
import type { Instant, TimePoint } from "../memory/time.ts";
import type { TimeZone } from "../memory/time-zone.ts";
import { checkLength, checkShort, IDEMPOTENCY_KEY_LENGTH } from "../write/limits.ts";
import type { ChatMode } from "./strategies/strategy.ts";

/** A message to reply to and to remember. Ids are local. */
export interface ChatRequest {
  readonly session: SessionId;
  readonly message: string;
  /** Who said it; null for the user. */
  readonly speaker?: string | null | undefined;
  /** Default: the strategy of the session. */
  readonly strategy?: Strategy | null | undefined;
  readonly mode?: ChatMode | null | undefined;
  readonly occurredAt?: Instant | null | undefined;
  /** The time zone for its day words. Default: that of the user, or else UTC. */
  readonly timeZone?: TimeZone | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
  readonly metadata?: unknown;
  /** Tags of the message: on its turn, its event and its facts. */
  readonly tags?: readonly string[] | null | undefined;
  /** Aborts before the message is recorded, never after. */
  readonly signal?: AbortSignal | undefined;
}

/** A recorded message that is to be replied to. */
export interface AcceptedMessage {
  readonly request: ChatRequest;
  readonly session: Session;
  readonly event: Event;
  /** Whether its idempotency key was used before. */
  readonly repeated: boolean;
  /** Whether the event is recorded. It is not if the user has switched memory off. */
  readonly logged: boolean;
  /** Memory as of the reply. */
  readonly at: TimePoint;
  /** Start of the chat, by the clock of `ReadServices`. */
  readonly startMillis: number;
}

/** Bytes of JSON that a client may attach to a turn. */
const METADATA_BYTES = 16 * 1024;
const METADATA_LEVELS = 32;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether metadata can be written as JSON, however deep it is. */
export const isShallow = (metadata: unknown): boolean => nestsWithin(metadata, METADATA_LEVELS);

/**
 * The metadata that a client attaches to a turn: an object, or null. Throws BAD_USER_INPUT for
 * anything else, above 16 KB, and if it nests deeper than 32 levels.
 */
export const metadataOf = (value: unknown): Readonly<Record<string, unknown>> | null => {
  if (value == null) return null;
  if (!isObject(value)) throw new Problem("BAD_USER_INPUT", "metadata must be an object.");
  if (!isShallow(value))
    throw new Problem(
      "BAD_USER_INPUT",
      `metadata nests deeper than ${METADATA_LEVELS} levels. Flatten it.`,
    );
  const bytes = Buffer.byteLength(JSON.stringify(value), "utf8");
  if (bytes > METADATA_BYTES)
    throw new Problem(
      "BAD_USER_INPUT",
      `metadata has ${bytes} bytes; at most ${METADATA_BYTES} are allowed.`,
    );
  return value;
};

/** Throws BAD_USER_INPUT for a blank message, MESSAGE_TOO_LONG for one above 64 KB. */
export const checkMessage = (message: string): void => {
  if (message.trim() === "")
    throw new Problem("BAD_USER_INPUT", "The message is blank. Send a message to reply to.");
  checkLength("The message", message);
};

/** Checks a request. Throws BAD_USER_INPUT and MESSAGE_TOO_LONG. */
export const checkChat = (request: ChatRequest): void => {
  const { message, speaker, idempotencyKey, metadata, tags } = request;
  checkMessage(message);
  checkShort("speaker", speaker);
  checkShort("idempotencyKey", idempotencyKey, IDEMPOTENCY_KEY_LENGTH);
  metadataOf(metadata);
  checkTags(tags);
};
