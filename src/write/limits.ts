import { Problem } from "../memory/problem.ts";
import { timeZoneOf, type TimeZone } from "../memory/time-zone.ts";
import { epochMillis, type Instant } from "../memory/time.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";

/** Maximum number of bytes of UTF-8 in one message. */
export const MESSAGE_BYTES = 64 * 1024;
/** Maximum number of recent messages with a message. */
export const RECENT_MESSAGES = 50;
/** Maximum number of characters of a name of a speaker, a key, a type or another short string. */
const NAME_LENGTH = 500;
export const IDEMPOTENCY_KEY_LENGTH = 200;
/** Maximum number of characters of the value of a slot. */
const VALUE_LENGTH = 4000;

/**
 * Throws MESSAGE_TOO_LONG for a text of more than 64 KB. `field` is the name of the text for the
 * client.
 */
export const checkLength = (field: string, text: string): void => {
  const bytes = Buffer.byteLength(text, "utf8");
  if (bytes > MESSAGE_BYTES)
    throw new Problem(
      "MESSAGE_TOO_LONG",
      `${field} has ${bytes} bytes; at most ${MESSAGE_BYTES} are allowed. Split it and write the parts one after the other.`,
    );
};

/** The error for a name or a slot of which no key can be made. */
export const neitherLettersNorDigits = (field: string): Problem =>
  new Problem("BAD_USER_INPUT", `${field} has neither letters nor digits.`);

/** Throws BAD_USER_INPUT for a blank text, and MESSAGE_TOO_LONG for one of more than 64 KB. */
export const checkText = (field: string, text: string): void => {
  if (text.trim() === "") throw new Problem("BAD_USER_INPUT", `${field} is blank.`);
  checkLength(field, text);
};

/** Throws BAD_USER_INPUT for a short string that is blank or has more than `length` characters. */
export const checkShort = (
  field: string,
  text: string | null | undefined,
  length = NAME_LENGTH,
): void => {
  if (text == null) return;
  if (text.trim() === "")
    throw new Problem("BAD_USER_INPUT", `${field} is blank; omit it instead.`);
  if (text.length > length)
    throw new Problem(
      "BAD_USER_INPUT",
      `${field} has ${text.length} characters; at most ${length} are allowed.`,
    );
};

/** Throws BAD_USER_INPUT for a value of a slot that is blank or too long. */
export const checkValue = (field: string, value: string | null | undefined): void =>
  checkShort(field, value, VALUE_LENGTH);

/**
 * Throws INVALID_VALUE for a text that cannot be a value of a slot: "the same as before" is not a
 * place.
 */
export const checkValueOfSlot = (
  vocabulary: Vocabulary,
  slot: string | null,
  value: string | null | undefined,
): void => {
  if (slot === null || value == null || vocabulary.accepts(slot, value)) return;
  throw new Problem(
    "INVALID_VALUE",
    `The value does not fit ${slot}, which requires a value of the type ${vocabulary.definition(slot)?.value ?? "text"}. Give such a value, or omit the slot.`,
  );
};

/** Throws BAD_USER_INPUT for a number outside of 0 to 1. */
export const checkConfidence = (confidence: number): void => {
  if (confidence < 0 || confidence > 1)
    throw new Problem("BAD_USER_INPUT", "confidence must be between 0 and 1.");
};

/**
 * Maximum time by which `occurredAt` may be ahead of the clock of the service, in milliseconds. The
 * clocks of two machines differ by less.
 */
export const CLOCK_TOLERANCE = 5 * 60_000;

/** Throws INVALID_INSTANT for an `occurredAt` more than five minutes ahead. */
export const checkOccurredAt = (
  field: string,
  occurredAt: Instant | null | undefined,
  now: number,
): void => {
  if (occurredAt == null || epochMillis(occurredAt) <= now + CLOCK_TOLERANCE) return;
  throw new Problem(
    "INVALID_INSTANT",
    `${field} (${occurredAt}) is in the future. It is the time at which something was said. Use validFrom, or the message itself, for the time at which it becomes true.`,
  );
};

/** The canonical spelling of a time zone. Throws BAD_USER_INPUT for an unknown one. */
export const checkTimeZone = (text: string): TimeZone => {
  const zone = timeZoneOf(text);
  if (zone === null)
    throw new Problem(
      "BAD_USER_INPUT",
      `timeZone (${text.slice(0, 60)}) is not a time zone. Give an IANA name, such as "Europe/Lisbon", or an offset, such as "+02:00".`,
    );
  return zone;
};

/** Throws INVALID_INTERVAL for an interval that does not end after its start. */
export const checkInterval = (validFrom: Instant, validTo: Instant): void => {
  if (validTo <= validFrom)
    throw new Problem(
      "INVALID_INTERVAL",
      `validTo (${validTo}) must be later than validFrom (${validFrom}).`,
    );
};
