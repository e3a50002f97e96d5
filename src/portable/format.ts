/**
 * The format in which a memory travels (docs/export.md): JSON Lines, UTF-8. A header, the commits in the order in which they were made, the
 * sessions with their turns, the notes, and a last line that counts what came before.
 */
import type { SearchText } from "../memory/search-text.ts";
import type { Session, Turn } from "../memory/session.ts";
import type { Instant } from "../memory/time.ts";
import type { Commit, NoteValue } from "../store/port.ts";

/** The version that is written; a reader refuses a later one. */
export const FORMAT = 1;

/** Whose vectors the lines hold. */
export interface ExportedEmbedder {
  readonly id: string;
  readonly dimensions: number;
}

export interface HeaderLine {
  readonly kind: "palimpsest";
  readonly format: number;
  /** Tells one export from all others, so that an import that was cut short goes on with the same. */
  readonly id: string;
  readonly exportedAt: Instant;
  readonly embedder: ExportedEmbedder;
  /** Whether vectors are there; without them an import embeds anew what had one. */
  readonly embeddings: boolean;
}

/** In base64, 32-bit floats in little-endian order; true where there is one that is left out; null where there is none. */
export type ExportedVector = string | true | null;

export type ExportedText = Omit<SearchText, "vector" | "recordedAt" | "expiredAt"> & {
  readonly vector: ExportedVector;
};

export type CommitLine = Omit<Commit, "texts" | "vectors"> & {
  readonly kind: "commit";
  /** When the commit of the line before was recorded; null for the first. So no line is lost unnoticed. */
  readonly previous: Instant | null;
  readonly texts?: readonly ExportedText[];
  readonly vectors?: readonly { readonly text: string; readonly vector: string | true }[];
};

export type SessionLine = Session & { readonly kind: "session" };
export type TurnLine = Turn & { readonly kind: "turn" };

export interface NoteLine {
  readonly kind: "note";
  /** Null for one of the whole memory. */
  readonly session: string | null;
  readonly path: string;
  readonly value: NoteValue;
  readonly expiresAt: Instant | null;
}

/** How many lines of each kind there were. */
export interface Counts {
  readonly sessions: number;
  readonly turns: number;
  readonly notes: number;
}

export interface EndLine extends Counts {
  readonly kind: "end";
  /** When the last commit was recorded. */
  readonly head: Instant | null;
}

export type Line = HeaderLine | CommitLine | SessionLine | TurnLine | NoteLine | EndLine;
