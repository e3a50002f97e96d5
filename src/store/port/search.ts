import type { FactTier, FactVersion } from "../../memory/fact.ts";
import type { SessionId } from "../../memory/ids.ts";
import type { MemoryKind, SearchText } from "../../memory/search-text.ts";
import type { Instant, TimePoint } from "../../memory/time.ts";

/** The scope of a search. */
export interface TextQuery {
  readonly kinds: readonly MemoryKind[];
  readonly at: TimePoint;
  /** Largest number of hits. */
  readonly limit: number;
  /** Only facts and events of this session. Other kinds belong to no session and are not found. */
  readonly session?: SessionId | undefined;
  /** Only facts and events that have all of these tags. Other kinds have none and are not found. */
  readonly tags?: readonly string[] | undefined;
  /** Applies to facts. */
  readonly minConfidence?: number | undefined;
  /**
   * Only facts of this tier. SESSION selects the events of a session, LONG_TERM the events of none.
   * Other kinds are not affected.
   */
  readonly tier?: FactTier | undefined;
  /**
   * Other words for terms of a full-text search, by term. A text that has one of them counts as
   * having the term at the weight of the word.
   */
  readonly relatedWords?: ReadonlyMap<string, readonly RelatedWord[]> | undefined;
}

/** A word that a text may have in place of a term. */
export interface RelatedWord {
  readonly word: string;
  /** Above 0, below 1. */
  readonly weight: number;
}

/** A text that a search found. Hits with equal scores have the same order in every search. */
export interface TextHit {
  readonly text: Pick<SearchText, "id" | "kind" | "subject" | "text">;
  /** The version of a fact that is visible at the time point; null for other kinds. */
  readonly version: FactVersion | null;
  /** Of a message: when it was said. */
  readonly occurredAt?: Instant | undefined;
  /** Its score in its list (BM25, cosine, number of strings). Higher is better. */
  readonly score: number;
  /** In a full-text search: the contribution of each of its terms to the score, in their order. */
  readonly termScores?: readonly number[] | undefined;
}

/** A search by terms and a vector for a store that fuses the two lists itself. */
export interface HybridQuery {
  /** At least one, as `searchTerms` gives them. */
  readonly terms: readonly string[];
  readonly vector: Float32Array;
  /** Weight of each list in the fusion, 0 or more. */
  readonly weights: { readonly fullText: number; readonly vector: number };
  /**
   * Receives the hits before the facts among them are read, without these and those that will drop out
   * with them, so that the caller can read on meanwhile.
   */
  readonly onFound?: ((hits: HybridHits) => void) | undefined;
}

/**
 * The hits of a fused search that have one of the terms, and those that have a comparable vector,
 * each ranked as its own list.
 */
export interface HybridHits {
  readonly fullText: readonly TextHit[];
  readonly vector: readonly TextHit[];
}

/** How many texts of a space vector search can find. */
export interface VectorCounts {
  /** Searchable texts that have not expired. */
  readonly texts: number;
  /** Those of them that have a vector of the store's embedder. */
  readonly embeddedTexts: number;
  /** Vectors of other embedders. They are kept, but never compared. */
  readonly foreign: readonly { readonly embedder: string; readonly vectors: number }[];
}
