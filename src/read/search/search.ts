import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId, EventId } from "../../memory/ids.ts";
import { hasTags } from "../../memory/tags.ts";
import type { Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { shownEntityIds } from "../graph/shown-entities.ts";
import type { MemorySwitches } from "../../memory/user-settings.ts";
import { readingOnce, settingsOf } from "../readable-space.ts";
import type { ReadServices } from "../services.ts";
import type { View } from "../view.ts";
import {
  rankedHitsOf,
  chooseBest,
  derivedEntities,
  pinSelf,
  type RankedHit,
} from "./fuse-ranks.ts";
import { laterFirst } from "./later-first.ts";
import { runLists, type SearchList } from "./lists.ts";
import { outdatedEvents, type OutdatedContent } from "./outdated-events.ts";
import { isNarrowed, planSearch, type SearchPlan } from "./plan.ts";
import { OUTDATED_SHARE } from "./relevance.ts";
import type { SearchHit, SearchReport, SearchRequest } from "./request.ts";

export type { SearchHit, SearchMode, SearchReport, SearchRequest } from "./request.ts";

const entitiesNamed = async (
  space: SpaceStore,
  { names }: SearchPlan,
  knownAt: Instant,
): Promise<readonly EntityId[]> => (await space.entitiesByName([...names], knownAt)).flat();

/** The entities whose shown ids the search needs. */
const entitiesToShow = (
  { entities }: SearchPlan,
  lists: readonly SearchList[],
  namedIds: readonly EntityId[],
  self: EntityId | null,
): EntityId[] => [
  ...namedIds,
  ...(self === null ? [] : [self]),
  ...lists.flatMap(({ hits }) =>
    hits.flatMap(({ text, version }) => {
      if (text.kind === "ENTITY") return [text.subject];
      return entities.areDerived && version !== null ? [version.entity] : [];
    }),
  ),
];

/** The best events of the lists, which will probably be among the hits. */
const bestEvents = (lists: readonly SearchList[], { limit, kinds }: SearchPlan): EventId[] => {
  if (!kinds.has("EVENT")) return [];
  const events = lists.flatMap(({ hits }) =>
    hits.slice(0, limit).flatMap(({ text }) => (text.kind === "EVENT" ? [text.subject] : [])),
  );
  return [...new Set(events)];
};

/**
 * A hit as it is returned. A message of which no fact holds any more loses a part of its relevance.
 */
const asHit = (
  {
    kind,
    subject,
    version,
    score,
    vectorRank,
    fullTextRank,
    contextRank,
    lexical,
    relevance,
  }: RankedHit,
  outdatedState?: OutdatedContent,
): SearchHit => ({
  kind,
  subject,
  version,
  score,
  vectorRank,
  fullTextRank,
  contextRank,
  lexical,
  relevance: outdatedState?.isWhole ? relevance * OUTDATED_SHARE : relevance,
  outdatedBy: outdatedState?.by ?? [],
});

/** The ranks of a hit that no list found. */
const NO_RANKS = {
  vectorRank: null,
  fullTextRank: null,
  contextRank: null,
  lexical: false,
  outdatedBy: [],
} as const;

/**
 * A fact in place of an outdated event. A list found the fact itself, or found it through the
 * event.
 */
const asReplacement = (fact: FactVersion, event: RankedHit, own?: RankedHit): SearchHit => ({
  ...(own ? asHit(own) : NO_RANKS),
  kind: "FACT",
  subject: fact.fact,
  version: fact,
  score: Math.max(event.score, own?.score ?? 0),
  relevance: Math.max(event.relevance, own?.relevance ?? 0),
});

/** Whether a search with these filters may show a fact. */
const mayShow = (
  { kinds, texts: { session, tags, tier, minConfidence = 0 } }: SearchPlan,
  { sessionMemory, longTermMemory }: MemorySwitches,
  fact: FactVersion,
): boolean =>
  kinds.has("FACT") &&
  fact.confidence >= minConfidence &&
  (session === undefined || fact.session === session) &&
  hasTags(fact, tags) &&
  (tier === undefined || fact.tier === tier) &&
  (fact.tier === "SESSION" ? sessionMemory : longTermMemory);

/**
 * Hits in their order, with the replacements of an outdated event at its position, and events whose
 * facts are all outdated at the end. Usually at most three store calls.
 */
const inOrderOfStanding = async (
  { vocabulary }: ReadServices,
  space: SpaceStore,
  { at }: View,
  plan: SearchPlan,
  rankedHits: readonly RankedHit[],
): Promise<SearchHit[]> => {
  const events = rankedHits.flatMap(({ kind, subject }) => (kind === "EVENT" ? [subject] : []));
  const outdatedById = await outdatedEvents(space, events, at, vocabulary);
  if (outdatedById.size === 0) return rankedHits.map((rankedHit) => asHit(rankedHit));
  const settings = settingsOf(space);
  const facts = new Map(
    rankedHits.flatMap((one) => (one.kind === "FACT" ? [[one.subject, one] as const] : [])),
  );
  const currentHits = new Map<string, SearchHit>();
  const last: SearchHit[] = [];
  for (const rankedHit of rankedHits) {
    const own = rankedHit.kind === "EVENT" ? outdatedById.get(rankedHit.subject) : undefined;
    for (const fact of own?.by ?? []) {
      const key = `FACT ${fact.fact}`;
      if (!currentHits.has(key) && mayShow(plan, settings, fact))
        currentHits.set(key, asReplacement(fact, rankedHit, facts.get(fact.fact)));
    }
    const key = `${rankedHit.kind} ${rankedHit.subject}`;
    if (own?.isWhole) last.push(asHit(rankedHit, own));
    else if (!currentHits.has(key)) currentHits.set(key, asHit(rankedHit, own));
  }
  return [...currentHits.values(), ...last].slice(0, plan.limit);
};

/**
 * Searches what is remembered at a view. HYBRID fuses the full-text list and the vector list;
 * VECTOR and FULL_TEXT use only one of them. Texts that contain a string of the query word for word
 * fill the remaining places. "Who am I?" puts the user first. Messages of which nothing holds any
 * more come last, and their replacements take their previous positions. Statements that a later
 * message may have changed come after that message. A query of stop words alone finds nothing in
 * FULL_TEXT, and uses only its vector in HYBRID. Only the first 4,000 characters of a query are
 * read. Takes at most ten store calls if no fact was replaced more than twice. Throws
 * BAD_USER_INPUT for a blank query.
 */
export const search = async (
  services: ReadServices,
  readable: SpaceStore,
  view: View,
  request: SearchRequest,
): Promise<SearchReport> => {
  const { now } = services;
  const startMillis = now();
  const { knownAt } = view.at;
  const plan = planSearch(services, view, request);
  const space = readingOnce(readable, knownAt);
  const prefetch = async (rankings: readonly SearchList[]): Promise<void> => {
    if (space.readsInProcess) return;
    await Promise.all([
      shownEntityIds(space, entitiesToShow(plan, rankings, [], null), knownAt),
      outdatedEvents(space, bestEvents(rankings, plan), view.at, services.vocabulary),
    ]);
  };
  const [lists, self, namedIds] = await Promise.all([
    runLists(services, space, plan, prefetch),
    plan.entities.pinSelf ? space.self(knownAt) : null,
    plan.entities.areDerived ? entitiesNamed(space, plan, knownAt) : [],
  ]);
  const shownIds = await shownEntityIds(
    space,
    entitiesToShow(plan, lists, namedIds, self),
    knownAt,
  );
  const listedHits = rankedHitsOf(plan, lists, shownIds);
  const byName = isNarrowed(request) ? [] : namedIds;
  const rankedHits = plan.entities.areDerived
    ? [...listedHits, ...derivedEntities(listedHits, byName, shownIds)]
    : listedHits;
  const shownSelf = self === null ? undefined : shownIds.get(self);
  const hitsWithSelf = shownSelf === undefined ? rankedHits : pinSelf(rankedHits, shownSelf);
  const leastRelevance = request.minRelevance ?? 0;
  const wantedHits = hitsWithSelf.filter(
    ({ kind, relevance }) => plan.kinds.has(kind) && relevance >= leastRelevance,
  );
  const hits = await inOrderOfStanding(
    services,
    space,
    view,
    plan,
    laterFirst(plan, chooseBest(wantedHits, plan.limit)),
  );
  return {
    hits: hits.filter(({ relevance }) => relevance >= leastRelevance),
    tookMs: now() - startMillis,
    mode: request.mode,
    lists: lists.map(({ name, hits, ms, failed }) => ({ name, count: hits.length, ms, failed })),
  };
};
