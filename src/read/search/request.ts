import type { FactTier, FactVersion } from "../../memory/fact.ts";
import type { SessionId } from "../../memory/ids.ts";
import type { MemoryKind } from "../../memory/search-text.ts";

/** The lists that rank: text and vectors fused, or only one of them. */
export type SearchMode = "HYBRID" | "VECTOR" | "FULL_TEXT";

export const DEFAULT_SEARCH_MODE: SearchMode = "HYBRID";
export const DEFAULT_KINDS: readonly MemoryKind[] = ["FACT", "ENTITY", "EVENT", "SUMMARY"];

/** Number of hits by default, for a question and for a statement. */
export const HITS_FOR_QUESTION = 30;
export const HITS_FOR_STATEMENT = 15;
/** Confidence below which facts are not found unless the request says otherwise. */
export const LEAST_CONFIDENCE = 0.55;
/** Number of characters of a query that are read. The rest is ignored. */
export const QUERY_LENGTH = 4000;
/** Number of exact strings of a query that the lexical list looks for. */
export const MOST_EXACT_STRINGS = 6;

export interface SearchRequest {
  readonly query: string;
  readonly mode: SearchMode;
  readonly kinds: readonly MemoryKind[];
  /**
   * Maximum number of hits; by default more for a question than for a statement. The caller checks
   * its range.
   */
  readonly first?: number | null | undefined;
  /** Confidence of facts; LEAST_CONFIDENCE by default. */
  readonly minConfidence?: number | null | undefined;
  /** Only what was said in this session. */
  readonly session?: SessionId | null | undefined;
  /** Only what has all of these tags (`checkTags`). */
  readonly tags?: readonly string[] | undefined;
  /** Minimum relevance, from 0 to 1. The caller checks its range. */
  readonly minRelevance?: number | null | undefined;
  /** Only facts of this tier, and messages of sessions (SESSION) or of no session (LONG_TERM). */
  readonly tier?: FactTier | undefined;
}

export interface SearchHit {
  readonly kind: MemoryKind;
  /** Local id of the fact, entity, event or summary. */
  readonly subject: string;
  /** For a fact, the version that is visible at the view. */
  readonly version: FactVersion | null;
  /**
   * Score by reciprocal rank fusion, in every mode: the sum of `weight / (60 + rank)` over the
   * lists that found it. 0 if only the lexical list found it, and 1 for the user's own entity if
   * the query asks for it. An entity that was found through a fact has the score of that fact.
   */
  readonly score: number;
  /** Rank in each list, from 1; null if the list did not find it or did not run. */
  readonly vectorRank: number | null;
  readonly fullTextRank: number | null;
  /**
   * Rank in the full-text list after its events were ranked in their conversations. It replaces
   * `fullTextRank` in the fusion when a HYBRID search finds events.
   */
  readonly contextRank: number | null;
  /** Whether the text contains a string of the query word for word, ignoring case. */
  readonly lexical: boolean;
  /**
   * The share of the query that it answers, from 0 to 1, comparable between searches. Halved for a
   * message whose facts are all outdated.
   */
  readonly relevance: number;
  /** For an event: visible facts that have replaced its facts. */
  readonly outdatedBy: readonly FactVersion[];
}

export type SearchListName = "FULL_TEXT" | "CONTEXT" | "VECTOR" | "LEXICAL";

export interface SearchReport {
  /**
   * The best first: by score, then by exact strings contained, then FACT, ENTITY, EVENT, SUMMARY,
   * then by id. Messages whose facts are all outdated come last, and their replacements at their
   * previous positions. What a later message may have changed comes after it (`laterFirst`).
   */
  readonly hits: readonly SearchHit[];
  readonly tookMs: number;
  readonly mode: SearchMode;
  /**
   * The results of each list that ran, and its duration; `failed` if the embedder was unreachable.
   */
  readonly lists: readonly {
    readonly name: SearchListName;
    readonly count: number;
    readonly ms: number;
    readonly failed: boolean;
  }[];
}
