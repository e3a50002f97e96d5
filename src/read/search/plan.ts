import { exactStrings, type ExactString } from "../../language/exact-strings.ts";
import { namesInQuery } from "../../language/names.ts";
import { asksForSelf, asksForTime, isQuestion } from "../../language/questions.ts";
import { relatedWords } from "../../language/related-words.ts";
import { searchTerms } from "../../language/terms.ts";
import { Problem } from "../../memory/problem.ts";
import type { MemoryKind } from "../../memory/search-text.ts";
import type { TextQuery } from "../../store/port.ts";
import type { ReadServices } from "../services.ts";
import type { View } from "../view.ts";
import {
  HITS_FOR_QUESTION,
  HITS_FOR_STATEMENT,
  LEAST_CONFIDENCE,
  MOST_EXACT_STRINGS,
  QUERY_LENGTH,
  type SearchMode,
  type SearchRequest,
} from "./request.ts";

/** The store queries of one search. */
export interface SearchPlan {
  readonly query: string;
  readonly mode: SearchMode;
  /** Maximum number of hits. */
  readonly limit: number;
  readonly kinds: ReadonlySet<MemoryKind>;
  readonly terms: readonly string[];
  readonly strings: readonly ExactString[];
  /** Folded names that the query may contain. */
  readonly names: ReadonlySet<string>;
  readonly vectors: VectorPlan;
  /** The filter of every list of the store. */
  readonly texts: TextQuery;
  /** Whether events are ranked in their conversations. */
  readonly readsConversations: boolean;
  /** Whether the query asks for a time. */
  readonly asksForTime: boolean;
  readonly entities: EntityPlan;
}

/** Use of the vector list. */
interface VectorPlan {
  /** Weight in the fusion; the weight of the full-text list is 1. With 0 the list does not run. */
  readonly weight: number;
  /**
   * Whether the list only fills gaps of the full-text list, because similarity does not decide
   * anything alone.
   */
  readonly fillsUp: boolean;
  /** Minimum cosine of a hit. */
  readonly leastCosine: number;
  /**
   * Whether the cosine of a text shows its relevance, and the cosine from which texts are related.
   */
  readonly tellsRelevance: boolean;
  readonly relatedCosine: number;
}

/** The way in which entities are found. */
interface EntityPlan {
  /** Whether they are found through facts and names instead of their own search texts. */
  readonly areDerived: boolean;
  /** Whether the user's own entity comes first. */
  readonly pinSelf: boolean;
}

/**
 * Depth of each list as a multiple of the requested hits. Deeper lists show where two lists agree,
 * and leave enough hits after duplicates are dropped.
 */
const DEPTH_FACTOR = 2;

const truncatedAtWord = (text: string, length: number): string =>
  text.length <= length
    ? text
    : text
        .slice(0, length + 1)
        .replace(/(?<!\s)\s+\S*$/u, "")
        .slice(0, length);

/** Number of terms of a full-text query. Cosmos DB accepts no more. */
const MOST_TERMS = 30;
/** Minimum number of texts whose conversations are read when several sessions are searched. */
const CONVERSATION_DEPTH = 60;
/**
 * Share of the embedder's `related` cosine from which a hit of the vector list counts in HYBRID,
 * for an embedder whose similarity decides nothing by itself. Measured on hashed vectors: misspelt
 * and inflected words lie above it, and one unrelated text in a thousand.
 */
const RELATED_SHARE = 0.7;

const defaultHits = (query: string): number =>
  isQuestion(query) ? HITS_FOR_QUESTION : HITS_FOR_STATEMENT;

/**
 * The part of the vector list in a mode. Without terms, it is the only list of HYBRID. An embedder
 * whose similarity does not decide only fills up the text list, with near texts.
 */
const vectorPlan = (
  { embedder }: ReadServices,
  mode: SearchMode,
  hasTerms: boolean,
): VectorPlan => {
  const isAlone = mode === "VECTOR" || (mode === "HYBRID" && !hasTerms);
  return {
    weight: mode === "FULL_TEXT" ? 0 : isAlone ? 1 : embedder.fusionWeight,
    fillsUp: mode === "HYBRID" && !embedder.similarityDecides,
    tellsRelevance: isAlone || embedder.similarityDecides,
    relatedCosine: embedder.relatedSimilarity,
    leastCosine:
      isAlone || embedder.similarityDecides ? -1 : embedder.relatedSimilarity * RELATED_SHARE,
  };
};

/** Whether a search is limited to some messages. A name alone finds no entity in such a search. */
export const isNarrowed = ({ session, tags }: SearchRequest): boolean =>
  session != null || tags !== undefined;

/**
 * The search text of an entity contains the facts that were current when it was recorded. It is
 * valid for a view whose valid time is not before its record time, and not for a single session or
 * tags.
 */
const searchTextsServe = ({ at }: View, request: SearchRequest): boolean =>
  at.validAt >= at.knownAt && !isNarrowed(request);

/** Kinds whose search texts are searched: other entities are found through the texts of facts. */
const kindsOfTexts = (
  kinds: ReadonlySet<MemoryKind>,
  entitiesAreDerived: boolean,
): readonly MemoryKind[] =>
  entitiesAreDerived
    ? [...new Set<MemoryKind>(["FACT", ...kinds])].filter((kind) => kind !== "ENTITY")
    : [...kinds];

/** Plans a search. Throws BAD_USER_INPUT for a blank query. */
export const planSearch = (
  services: ReadServices,
  view: View,
  request: SearchRequest,
): SearchPlan => {
  const { mode, session, tier } = request;
  const query = truncatedAtWord(request.query.trim(), QUERY_LENGTH);
  if (query === "")
    throw new Problem("BAD_USER_INPUT", "The query is blank. Give the words to search for.");
  const kinds = new Set(request.kinds);
  const areDerived = kinds.has("ENTITY") && !searchTextsServe(view, request);
  const textKinds = kindsOfTexts(kinds, areDerived);
  const pinSelf = kinds.has("ENTITY") && asksForSelf(query);
  const terms = mode === "VECTOR" ? [] : searchTerms(query, MOST_TERMS);
  const readsConversations = mode === "HYBRID" && terms.length > 0 && textKinds.includes("EVENT");
  const limit = request.first ?? defaultHits(query);
  const depth = limit * DEPTH_FACTOR;
  return {
    query,
    mode,
    limit,
    kinds,
    terms,
    strings: exactStrings(query, MOST_EXACT_STRINGS),
    names: new Set(namesInQuery(query)),
    vectors: vectorPlan(services, mode, terms.length > 0),
    texts: {
      kinds: textKinds,
      at: view.at,
      limit: readsConversations && session == null ? Math.max(depth, CONVERSATION_DEPTH) : depth,
      session: session ?? undefined,
      tags: request.tags,
      tier,
      minConfidence: request.minConfidence ?? LEAST_CONFIDENCE,
      relatedWords:
        mode === "HYBRID" ? relatedWords(terms, services.settings.relatedWords) : undefined,
    },
    readsConversations,
    asksForTime: asksForTime(query),
    entities: { areDerived, pinSelf },
  };
};
