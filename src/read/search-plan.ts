import { Problem } from "../memory/problem.ts";
import type { MemoryKind } from "../memory/search-text.ts";
import type { TextQuery } from "../store/port.ts";
import { exactStrings, type ExactString } from "./exact-strings.ts";
import { searchTerms } from "./query-terms.ts";
import { asksForSelf, isQuestion } from "./question.ts";
import type { SearchRequest } from "./search-request.ts";
import type { ReadServices } from "./services.ts";
import type { View } from "./view.ts";

/** What one search asks of the store. */
export interface SearchPlan {
  readonly query: string;
  /** How many hits at most. */
  readonly limit: number;
  readonly kinds: ReadonlySet<MemoryKind>;
  readonly terms: readonly string[];
  readonly strings: readonly ExactString[];
  readonly fullTextWeight: number;
  readonly vectorWeight: number;
  /** Whether the vector list only fills up what the text list leaves open: where similarity decides nothing by itself (FACTS.md §4). */
  readonly vectorFillsUp: boolean;
  /** Cosine from which a hit of the vector list counts. */
  readonly leastCosine: number;
  readonly texts: TextQuery;
  /** The names that the query holds and the other names of whom they name, folded: known once they are looked up. */
  readonly names: ReadonlySet<string>;
  /** Whether events are ranked in their conversations. */
  readonly readsConversations: boolean;
  /** Whether entities are found through facts and names rather than by their own texts. */
  readonly derivesEntities: boolean;
  /** Whether the entities that the query names are looked up, and whether their other names are added to its terms. */
  readonly looksUpNames: boolean;
  readonly addsNames: boolean;
  /** Whether the entity that is the user goes on top. */
  readonly pinsSelf: boolean;
}

/** How much deeper than the hits that are wanted each list goes, so that what two lists agree on is seen, and doubles may fall away. */
const DEPTH = 2;

/**
 * An entity's own text tells of the facts that were current when it was recorded. It serves a view whose valid time is not before
 * its record time, and no single session.
 */
const textsOfEntitiesServe = (view: View, request: SearchRequest): boolean =>
  view.at.validAt >= view.at.knownAt && request.session == null;

/** The first words of a text. */
const beginning = (text: string, length: number): string =>
  text.length <= length
    ? text
    : text
        .slice(0, length + 1)
        .replace(/\s+\S*$/u, "")
        .slice(0, length);

/** Throws BAD_USER_INPUT for a blank query. */
export const planSearch = (
  { settings, embedder }: ReadServices,
  view: View,
  request: SearchRequest,
): SearchPlan => {
  const query = beginning(request.query.trim(), settings.queryLength);
  if (query === "")
    throw new Problem("BAD_USER_INPUT", "The query is empty: say what to look for.");
  const { mode } = request;
  const kinds = new Set(request.kinds);
  const derivesEntities = kinds.has("ENTITY") && !textsOfEntitiesServe(view, request);
  const textKinds = derivesEntities
    ? new Set<MemoryKind>((["FACT", ...kinds] as const).filter((kind) => kind !== "ENTITY"))
    : kinds;
  const terms = mode === "VECTOR" ? [] : searchTerms(query, settings.terms);
  const limit =
    request.first ?? (isQuestion(query) ? settings.hitsForQuestion : settings.hitsForStatement);
  const pinsSelf = kinds.has("ENTITY") && asksForSelf(query);
  const addsNames = terms.length > 0 && textKinds.size > 0 && !pinsSelf;
  const readsConversations = mode === "HYBRID" && terms.length > 0 && textKinds.has("EVENT");
  const vectorAlone = mode === "VECTOR" || (mode === "HYBRID" && terms.length === 0);
  return {
    query,
    limit,
    kinds,
    terms,
    strings: exactStrings(query, settings.keywords),
    fullTextWeight: 1,
    vectorWeight: mode === "FULL_TEXT" ? 0 : vectorAlone ? 1 : embedder.fusionWeight,
    vectorFillsUp: mode === "HYBRID" && !embedder.decides,
    leastCosine: vectorAlone || embedder.decides ? -1 : embedder.related * settings.relatedShare,
    texts: {
      kinds: [...textKinds],
      at: view.at,
      limit:
        readsConversations && request.session == null
          ? Math.max(limit * DEPTH, settings.conversationDepth)
          : limit * DEPTH,
      session: request.session ?? undefined,
      tier: request.tier,
      minConfidence: request.minConfidence ?? settings.minConfidence,
    },
    names: new Set(),
    readsConversations,
    derivesEntities,
    looksUpNames: derivesEntities || addsNames,
    addsNames,
    pinsSelf,
  };
};
