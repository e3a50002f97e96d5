import { exactStrings, type ExactString } from "../../language/exact-strings.ts";
import { namesInQuery } from "../../language/names.ts";
import { asksForSelf, asksForTime, isQuestion } from "../../language/questions.ts";
import { relatedWords } from "../../language/related-words.ts";
import { searchTerms } from "../../language/terms.ts";
import { Problem } from "../../memory/problem.ts";
import type { MemoryKind } from "../../memory/search-text.ts";
import type { TextQuery } from "../../store/port.ts";
import type { ReadServices } from "../services.ts";
import type { ReadSettings } from "../settings.ts";
import type { View } from "../view.ts";
import type { SearchMode, SearchRequest } from "./request.ts";

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

const defaultHits = ({ hitsForQuestion, hitsForStatement }: ReadSettings, query: string): number =>
  isQuestion(query) ? hitsForQuestion : hitsForStatement;

const vectorPlan = (
  { settings, embedder }: ReadServices,
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
      isAlone || embedder.similarityDecides
        ? -1
        : embedder.relatedSimilarity * settings.relatedShare,
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
  const { settings } = services;
  const { mode, session, tier } = request;
  const query = truncatedAtWord(request.query.trim(), settings.queryLength);
  if (query === "")
    throw new Problem("BAD_USER_INPUT", "The query is blank. Give the words to search for.");
  const kinds = new Set(request.kinds);
  const areDerived = kinds.has("ENTITY") && !searchTextsServe(view, request);
  const textKinds = kindsOfTexts(kinds, areDerived);
  const pinSelf = kinds.has("ENTITY") && asksForSelf(query);
  const terms = mode === "VECTOR" ? [] : searchTerms(query, settings.terms);
  const readsConversations = mode === "HYBRID" && terms.length > 0 && textKinds.includes("EVENT");
  const limit = request.first ?? defaultHits(settings, query);
  const depth = limit * DEPTH_FACTOR;
  return {
    query,
    mode,
    limit,
    kinds,
    terms,
    strings: exactStrings(query, settings.keywords),
    names: new Set(namesInQuery(query)),
    vectors: vectorPlan(services, mode, terms.length > 0),
    texts: {
      kinds: textKinds,
      at: view.at,
      limit:
        readsConversations && session == null ? Math.max(depth, settings.conversationDepth) : depth,
      session: session ?? undefined,
      tags: request.tags,
      tier,
      minConfidence: request.minConfidence ?? settings.minConfidence,
      relatedWords: mode === "HYBRID" ? relatedWords(terms, settings.relatedWords) : undefined,
    },
    readsConversations,
    asksForTime: asksForTime(query),
    entities: { areDerived, pinSelf },
  };
};
