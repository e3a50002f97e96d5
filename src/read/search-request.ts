import type { FactTier, FactVersion } from "../memory/fact.ts";
import type { SessionId } from "../memory/ids.ts";
import type { MemoryKind } from "../memory/search-text.ts";

export type SearchMode = "HYBRID" | "VECTOR" | "FULL_TEXT";

export interface SearchRequest {
  readonly query: string;
  readonly mode: SearchMode;
  readonly kinds: readonly MemoryKind[];
  /** How many hits at most; by default 30 for a question and 15 for a statement. Its bounds are the caller's to check. */
  readonly first?: number | null | undefined;
  /** Of facts; 0.55 by default. */
  readonly minConfidence?: number | null | undefined;
  /** Only what was said in this session. */
  readonly session?: SessionId | null | undefined;
  /** Only facts of this tier, and messages of sessions (SESSION) or of none (LONG_TERM). */
  readonly tier?: FactTier | undefined;
}

export interface SearchHit {
  readonly kind: MemoryKind;
  /** The local id of the fact, the entity, the event or the summary. */
  readonly subject: string;
  /** For a fact, the version that is visible at the view. */
  readonly version: FactVersion | null;
  /**
   * By reciprocal rank fusion, in every mode: the sum of `weight / (60 + rank)` over the lists that found it. 0 where only the lexical
   * supplement did, and 1 for the user's own entity where it was asked for. An entity that was found through a fact has that one's score.
   */
  readonly score: number;
  /** From 1; null where the list did not find it or did not run. */
  readonly vectorRank: number | null;
  readonly fullTextRank: number | null;
  /** In the list by words whose events are ranked in their conversations, which takes the place of the list by words where events are searched in HYBRID. */
  readonly contextRank: number | null;
  /** Whether the text holds a string of the query to the letter, case aside. */
  readonly lexical: boolean;
}

export type ListName = "FULL_TEXT" | "CONTEXT" | "VECTOR" | "LEXICAL";

export interface SearchReport {
  /** The best first: by score, then by the strings held, then FACT, ENTITY, EVENT, SUMMARY, then by id. */
  readonly hits: readonly SearchHit[];
  readonly tookMs: number;
  readonly mode: SearchMode;
  /** What each list that ran found, and in how many milliseconds; `failed` where the embedder could not be reached. */
  readonly lists: readonly {
    readonly name: ListName;
    readonly count: number;
    readonly ms: number;
    readonly failed: boolean;
  }[];
}
