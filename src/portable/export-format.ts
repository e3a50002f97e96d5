/**
 * The format of an export (docs/reference/export.md): JSON Lines in UTF-8, one record per row. A
 * header, the commits in the order in which they were made, the sessions with their turns, the
 * notes, and a last record that counts the others.
 */
import { z } from "zod";
import { nestsWithin } from "../collections/json-depth.ts";
import type { SearchText } from "../memory/search-text.ts";
import type { Session, Turn } from "../memory/session.ts";
import type { Instant } from "../memory/time.ts";
import { storedInstant } from "../store/note-values.ts";
import type { Commit, NoteValue } from "../store/port.ts";
import { Problem } from "../memory/problem.ts";

/** Version of the format that is written. Later versions are refused. */
export const FORMAT = 1;

/** The embedder that made the vectors of an export. */
export interface ExportedEmbedder {
  readonly id: string;
  readonly dimensions: number;
}

export interface HeaderRecord {
  readonly kind: "palimpsest";
  readonly format: number;
  /** Identifies the export, so that an interrupted import continues with the same one. */
  readonly id: string;
  readonly exportedAt: Instant;
  /** The record time of the export. Omitted for the state at `exportedAt`. */
  readonly knownAt?: Instant | undefined;
  readonly embedder: ExportedEmbedder;
  /** Whether vectors are included. Without them, an import embeds the texts again. */
  readonly embeddings: boolean;
}

/**
 * A vector in base64: 32-bit floats in little-endian order. True for an omitted vector, null if
 * there is none.
 */
export type ExportedVector = string | true | null;

export type ExportedText = Omit<SearchText, "vector" | "recordedAt" | "expiredAt"> & {
  readonly vector: ExportedVector;
};

export type CommitRecord = Omit<Commit, "texts" | "vectors"> & {
  readonly kind: "commit";
  /**
   * `recordedAt` of the previous commit, so that a missing record is noticed. Null for the first
   * commit.
   */
  readonly previous: Instant | null;
  readonly texts?: readonly ExportedText[];
  readonly vectors?: readonly { readonly text: string; readonly vector: string | true }[];
};

export type SessionRecord = Session & { readonly kind: "session" };
export type TurnRecord = Turn & { readonly kind: "turn" };

export interface NoteRecord {
  readonly kind: "note";
  /** Null for a note of the whole memory. */
  readonly session: string | null;
  readonly path: string;
  readonly value: NoteValue;
  readonly expiresAt: Instant | null;
}

/** Number of records of each kind. */
export interface RecordCounts {
  readonly sessions: number;
  readonly turns: number;
  readonly notes: number;
}

export interface EndRecord extends RecordCounts {
  readonly kind: "end";
  /** `recordedAt` of the last commit. */
  readonly head: Instant | null;
}

export type ExportRecord =
  | HeaderRecord
  | CommitRecord
  | SessionRecord
  | TurnRecord
  | NoteRecord
  | EndRecord;

const header = z.object({
  id: z.string(),
  embedder: z.object({ id: z.string(), dimensions: z.number() }),
});
const commit = z.object({ recordedAt: storedInstant });
const anyRecord = z.object({
  kind: z.enum(["palimpsest", "commit", "session", "turn", "note", "end"]),
  format: z.unknown().optional(),
});

/** Maximum number of levels of a record. That of a turn has a few more than its metadata. */
const MOST_LEVELS = 64;

/** The error in a record; null if there is none. Fields that are not checked here are trusted. */
const complaintAbout = (value: unknown): string | null => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "is not an object";
  if (!nestsWithin(value, MOST_LEVELS)) return `nests deeper than ${MOST_LEVELS} levels`;
  const { data } = anyRecord.safeParse(value);
  if (data === undefined) return "is of no known kind";
  const { kind, format } = data;
  if (kind === "palimpsest" && typeof format === "number" && format > FORMAT)
    return `is of format ${format}; this service reads formats up to ${FORMAT}`;
  if (kind === "palimpsest" && !header.safeParse(value).success) return "is not a header";
  if (kind === "commit" && !commit.safeParse(value).success)
    return "does not say when it was recorded";
  return null;
};

const isRecord = (value: unknown): value is ExportRecord => complaintAbout(value) === null;

/**
 * Reads record `number` (from 1). Throws BAD_USER_INPUT, with that number, for a row that is not a
 * record or has a later format.
 */
export const readRecord = (text: string, number: number): ExportRecord => {
  const refusal = (complaint: string): Problem =>
    new Problem("BAD_USER_INPUT", `Record ${number} of the export ${complaint}.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refusal("is not JSON");
  }
  if (!isRecord(value)) throw refusal(complaintAbout(value) ?? "");
  return value;
};

const BYTES = Float32Array.BYTES_PER_ELEMENT;
const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Swaps bytes between this machine's order and little-endian order. */
const swapOrder = (bytes: Buffer): Buffer => (IS_LITTLE_ENDIAN ? bytes : bytes.swap32());

/** The vector in base64, as 32-bit floats in little-endian order. */
export const encodeVector = (vector: Float32Array): string =>
  swapOrder(Buffer.from(vector.slice().buffer)).toString("base64");

/** Reads a vector from base64. Null for a text that is not a vector of the given dimensions. */
export const decodeVector = (text: string, dimensions: number): Float32Array | null => {
  const bytes = Buffer.alloc(dimensions * BYTES);
  if (
    Buffer.byteLength(text, "base64") !== bytes.length ||
    bytes.write(text, "base64") !== bytes.length
  )
    return null;
  const vector = new Float32Array(swapOrder(bytes).buffer, bytes.byteOffset, dimensions);
  return vector.every(Number.isFinite) ? vector : null;
};
