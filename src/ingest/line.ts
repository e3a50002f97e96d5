import { createHash } from "node:crypto";
import { z } from "zod";
import { parseInstant } from "../memory/time.ts";

const instant = z
  .string()
  .refine(
    (text) => parseInstant(text) !== undefined,
    "must be an instant such as 2026-11-21T08:00:00.000Z",
  );

/** One line of a file of messages: docs/ingest.md tells what each field is. */
const form = z.strictObject({
  message: z.string(),
  speaker: z.string().nullish(),
  session: z.string().min(1).nullish(),
  occurredAt: instant.nullish(),
  recentMessages: z.array(z.string()).nullish(),
  idempotencyKey: z.string().nullish(),
  user: z.string().min(1).nullish(),
});

export type IngestedLine = z.infer<typeof form>;

/** A line that is no message, and why, in a sentence. */
export class BadLine extends Error {
  override readonly name = "BadLine";
}

/** Throws BadLine. */
export const readLine = (text: string): IngestedLine => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new BadLine("It is no JSON.");
  }
  const { data, error } = form.safeParse(json);
  if (data) return data;
  throw new BadLine(
    error.issues
      .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
      .join("; "),
  );
};

/** How much of a hash tells lines apart, in hexadecimal digits: 128 bits. */
const DIGITS = 32;

/** Gives each line that has no idempotency key one that is the same in every run: by what it says, and how many the same came before it. */
export class LineKeys {
  readonly #seen = new Map<string, number>();

  of({
    idempotencyKey,
    user = null,
    message,
    speaker = null,
    session = null,
    occurredAt = null,
    recentMessages = null,
  }: IngestedLine): string {
    if (idempotencyKey != null) return idempotencyKey;
    const hash = createHash("sha256")
      .update(JSON.stringify([user, message, speaker, session, occurredAt, recentMessages]))
      .digest("hex")
      .slice(0, DIGITS);
    const nth = (this.#seen.get(hash) ?? 0) + 1;
    this.#seen.set(hash, nth);
    return `ingest:${hash}:${nth}`;
  }
}
