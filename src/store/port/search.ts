import type { FactTier, FactVersion } from "../../memory/fact.ts";
import type { SessionId } from "../../memory/ids.ts";
import type { MemoryKind, SearchText } from "../../memory/search-text.ts";
import type { Instant, TimePoint } from "../../memory/time.ts";

/** The scope of a search. */
export interface TextQuery {
  readonly kinds: readonly MemoryKind[];
  readonly at: TimePoint;
  /** Maximum number of hits. */
  readonly limit: number;
  /** Only facts and events of this session. Other kinds belong to no session and are not found. */
  readonly session?: SessionId | undefined;
  /** Only facts and events with all of these tags. Other kinds have no tags and are not found. */
  readonly tags?: readonly string[] | undefined;
  /** Minimum confidence of facts. */
  readonly minConfidence?: number | undefined;
  /**
   * Only facts of this tier. SESSION selects the events of a session, LONG_TERM the events of none.
   * Other kinds are not affected.
   */
  readonly tier?: FactTier | undefined;
  /**
   * Related words for terms of a full-text search, by term. A text with one of them counts as
   * having the term, at the weight of the word.
   */
  readonly relatedWords?: ReadonlyMap<string, readonly RelatedWord[]> | undefined;
}

/** A word that counts for a term. */
export interface RelatedWord {
  readonly word: string;
  /** Weight, above 0 and below 1. */
  readonly weight: number;
}

/** A text that a search found. Hits with equal scores have the same order in every search. */
export interface TextHit {
  readonly text: Pick<SearchText, "id" | "kind" | "subject" | "text">;
  /** The version of a fact that is visible at the time point; null for other kinds. */
  readonly version: FactVersion | null;
  /** The time at which a message was said. */
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
   * Receives the hits before the facts among them are read, so that the caller can read on
   * meanwhile. They lack those facts, and may include hits that will be dropped.
   */
  readonly onFound?: ((hits: HybridHits) => void) | undefined;
}

/**
 * The hits of a fused search that contain one of the terms, and those that have a comparable
 * vector, each ranked as a separate list.
 */
export interface HybridHits {
  readonly fullText: readonly TextHit[];
  readonly vector: readonly TextHit[];
}

/** Number of texts of a space that vector search can find. */
export interface VectorCounts {
  /** Searchable texts that have not expired. */
  readonly texts: number;
  /** The texts among these that have a vector of the store's embedder. */
  readonly embeddedTexts: number;
  /** Vectors of other embedders. They are stored, but never compared. */
  readonly foreign: readonly { readonly embedder: string; readonly vectors: number }[];
}
