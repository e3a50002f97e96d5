import { Problem } from "../memory/problem.ts";

/** How much one message may hold, in bytes of UTF-8 (DESIGN.md §11), and how many recent ones may come with it. */
export const MESSAGE_BYTES = 64 * 1024;
export const RECENT_MESSAGES = 50;
/** Names of speakers, keys, types and other short strings, in characters. */
export const NAME_LENGTH = 500;
export const IDEMPOTENCY_KEY_LENGTH = 200;

/** Throws MESSAGE_TOO_LONG for a text of more than 64 KB; `what` is what a client calls it. */
export const checkLength = (what: string, text: string): void => {
  const bytes = Buffer.byteLength(text, "utf8");
  if (bytes > MESSAGE_BYTES)
    throw new Problem(
      "MESSAGE_TOO_LONG",
      `${what} has ${bytes} bytes; at most ${MESSAGE_BYTES} are taken. Split it and write the parts one after the other.`,
    );
};

/** Throws BAD_USER_INPUT for a short string that is blank or too long. */
export const checkShort = (
  what: string,
  text: string | null | undefined,
  length = NAME_LENGTH,
): void => {
  if (text == null) return;
  if (text.trim() === "")
    throw new Problem("BAD_USER_INPUT", `${what} is blank; leave it out instead.`);
  if (text.length > length)
    throw new Problem(
      "BAD_USER_INPUT",
      `${what} has ${text.length} characters; at most ${length} are taken.`,
    );
};
