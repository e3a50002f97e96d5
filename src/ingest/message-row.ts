import { createHash } from "node:crypto";
import { z } from "zod";
import { parseInstant } from "../memory/time.ts";

/** An instant with a time and a zone, as a row writes it. */
export const rowInstant = z
  .string()
  .refine(
    (text) => parseInstant(text) !== undefined,
    "must be an instant such as 2026-11-21T08:00:00.000Z",
  );

/** One row of a file of messages. docs/reference/ingest.md describes the fields. */
export const messageRow = z.strictObject({
  message: z.string(),
  speaker: z.string().nullish(),
  session: z.string().min(1).nullish(),
  occurredAt: rowInstant.nullish(),
  recentMessages: z.array(z.string()).nullish(),
  tags: z.array(z.string()).nullish(),
  idempotencyKey: z.string().nullish(),
  user: z.string().min(1).nullish(),
});

export type MessageRow = z.infer<typeof messageRow>;

/** A row that cannot be read. The message says why, in a sentence. */
export class BadRow extends Error {
  override readonly name = "BadRow";
}

/** The JSON of a row. Throws BadRow. */
export const rowJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRow("It is not JSON.");
  }
};

/** Checks a row by a shape. Throws BadRow, which names each wrong field. */
export const readShape = <T>(shape: z.ZodType<T>, json: unknown): T => {
  const { data, error } = shape.safeParse(json);
  if (error === undefined) return data;
  throw new BadRow(
    error.issues
      .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
      .join("; "),
  );
};

/** Reads a row. Throws BadRow. */
export const readRow = (text: string): MessageRow => readShape(messageRow, rowJson(text));

/** Number of hexadecimal digits of a hash that distinguishes rows: 128 bits. */
const DIGITS = 32;

/**
 * Returns each row with an idempotency key. A row without one gets a key that is the same in every
 * run: a hash of its content, and the number of equal rows before it.
 */
export class RowKeys {
  readonly #counts = new Map<string, number>();

  /** The key of a row. Must be called once for each row, in order. */
  of({
    idempotencyKey,
    user = null,
    message,
    speaker = null,
    session = null,
    occurredAt = null,
    recentMessages = null,
    tags = null,
  }: MessageRow): string {
    if (idempotencyKey != null) return idempotencyKey;
    const hash = createHash("sha256")
      .update(
        JSON.stringify([
          user,
          message,
          speaker,
          session,
          occurredAt,
          recentMessages,
          ...(tags ?? []),
        ]),
      )
      .digest("hex")
      .slice(0, DIGITS);
    const count = (this.#counts.get(hash) ?? 0) + 1;
    this.#counts.set(hash, count);
    return `ingest:${hash}:${count}`;
  }
}
