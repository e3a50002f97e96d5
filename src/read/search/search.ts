import type { EntityId } from "../../memory/ids.ts";
import type { Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { shownEntityIds } from "../graph/shown-entities.ts";
import type { ReadServices } from "../services.ts";
import type { View } from "../view.ts";
import {
  candidatesOf,
  chooseBest,
  derivedEntities,
  pinSelf,
  type Candidate,
} from "./candidates.ts";
import { runLists, type SearchList } from "./lists.ts";
import { planSearch, type SearchPlan } from "./plan.ts";
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
  named: readonly EntityId[],
  self: EntityId | null,
): EntityId[] => [
  ...named,
  ...(self === null ? [] : [self]),
  ...lists.flatMap(({ hits }) =>
    hits.flatMap(({ text, version }) => {
      if (text.kind === "ENTITY") return [text.subject];
      return entities.areDerived && version !== null ? [version.entity] : [];
    }),
  ),
];

const asHit = ({
  kind,
  subject,
  version,
  score,
  vectorRank,
  fullTextRank,
  contextRank,
  lexical,
}: Candidate): SearchHit => ({
  kind,
  subject,
  version,
  score,
  vectorRank,
  fullTextRank,
  contextRank,
  lexical,
});

/**
 * What is remembered at a view that answers a query. HYBRID fuses the full-text list and the vector
 * list, VECTOR and FULL_TEXT are one of them alone, and texts with a string of the query to the
 * letter fill up what is left. "Who am I?" puts the user on top.
 *
 * A query of stop words alone finds nothing in FULL_TEXT, and goes by its vector alone in HYBRID.
 * Only the first 4,000 characters of a query are read. At most seven store calls. Throws
 * BAD_USER_INPUT for a blank query.
 */
export const search = async (
  services: ReadServices,
  space: SpaceStore,
  view: View,
  request: SearchRequest,
): Promise<SearchReport> => {
  const { settings, now } = services;
  const started = now();
  const { knownAt } = view.at;
  const plan = planSearch(services, view, request);
  const [lists, self, named] = await Promise.all([
    runLists(services, space, plan),
    plan.entities.pinSelf ? space.self(knownAt) : null,
    plan.entities.areDerived ? entitiesNamed(space, plan, knownAt) : [],
  ]);
  const shownIds = await shownEntityIds(space, entitiesToShow(plan, lists, named, self), knownAt);
  const listed = candidatesOf(plan, lists, shownIds, settings.fusionConstant);
  // A session is searched for what was said in it: a name alone finds no entity there.
  const byName = request.session == null ? named : [];
  const candidates = plan.entities.areDerived
    ? [...listed, ...derivedEntities(listed, byName, shownIds, settings.fusionConstant)]
    : listed;
  const shownSelf = self === null ? undefined : shownIds.get(self);
  const pinned = shownSelf === undefined ? candidates : pinSelf(candidates, shownSelf);
  const wanted = pinned.filter(({ kind }) => plan.kinds.has(kind));
  return {
    hits: chooseBest(wanted, plan.limit).map(asHit),
    tookMs: now() - started,
    mode: request.mode,
    lists: lists.map(({ name, hits, ms, failed }) => ({ name, count: hits.length, ms, failed })),
  };
};
