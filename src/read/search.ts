import { namesOf } from "../memory/entity.ts";
import type { EntityId } from "../memory/ids.ts";
import { foldName } from "../memory/names.ts";
import type { SpaceStore } from "../store/port.ts";
import { candidatesOf, type Candidate } from "./candidates.ts";
import { chooseBest } from "./choose-best.ts";
import { derivedEntities } from "./derived-entities.ts";
import { otherNames } from "./other-names.ts";
import { namesIn } from "./query-names.ts";
import { runLists, type SearchList } from "./search-lists.ts";
import { planSearch, type SearchPlan } from "./search-plan.ts";
import type { SearchHit, SearchReport, SearchRequest } from "./search-request.ts";
import type { ReadServices } from "./services.ts";
import { shownEntities } from "./shown-entities.ts";
import type { View } from "./view.ts";

export type { SearchHit, SearchMode, SearchReport, SearchRequest } from "./search-request.ts";

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

/** The user's own entity, above all that was found. */
const pinned = (subject: EntityId, found: Candidate | undefined): Candidate => ({
  kind: "ENTITY",
  subject,
  version: null,
  vectorRank: found?.vectorRank ?? null,
  fullTextRank: found?.fullTextRank ?? null,
  contextRank: found?.contextRank ?? null,
  lexical: found?.lexical ?? false,
  lexicalRank: null,
  exact: 0,
  score: 1,
});

/** The entities of which it has to be known as what they are shown. */
const entitiesMet = (
  plan: SearchPlan,
  lists: readonly SearchList[],
  others: readonly EntityId[],
): EntityId[] => [
  ...(plan.derivesEntities || plan.pinsSelf ? others : []),
  ...lists.flatMap(({ hits }) =>
    hits.flatMap(({ text, version }) =>
      text.kind === "ENTITY"
        ? [text.subject]
        : plan.derivesEntities && version !== null
          ? [version.entity]
          : [],
    ),
  ),
];

/**
 * What is remembered at a view that answers a query (DESIGN.md §4): HYBRID fuses the full-text list and the vector list, VECTOR and
 * FULL_TEXT are one of them alone, and the texts that hold a string of the query to the letter fill up what is left. An entity that the
 * query names is looked for under its other names too.
 * A query of stop words alone finds nothing in FULL_TEXT, and goes by its vector alone in HYBRID. "Who am I?" puts the user on top.
 * At most eight store calls. Throws BAD_USER_INPUT for a blank query; of a query over 4,000 characters the rest is left out.
 */
export const search = async (
  services: ReadServices,
  space: SpaceStore,
  view: View,
  request: SearchRequest,
): Promise<SearchReport> => {
  const {
    settings: { fusionConstant },
    now,
  } = services;
  const started = now();
  const { knownAt } = view.at;
  const plan = planSearch(services, view, request);
  const names = namesIn(plan.query);
  const named = plan.looksUpNames ? (await space.entitiesByName(names, knownAt)).flat() : [];
  const known =
    plan.addsNames && named.length > 0
      ? await space.entitiesAsOf(named.map((entity) => ({ entity, knownAt })))
      : [];
  const versions = known.filter((version) => version !== null);
  const added = otherNames(plan.terms, versions);
  const asked = {
    ...plan,
    terms: [...plan.terms, ...added].slice(0, services.settings.terms),
    names: new Set([...names, ...versions.flatMap(namesOf).map(foldName)]),
  };
  const [lists, self] = await Promise.all([
    runLists(services, space, asked, request.mode),
    plan.pinsSelf ? space.self(knownAt) : null,
  ]);
  const shown = await shownEntities(
    space,
    entitiesMet(plan, lists, self === null ? named : [...named, self]),
    knownAt,
  );
  const found = candidatesOf(plan, lists, shown, fusionConstant);
  const byName = request.session == null ? named : [];
  const candidates = plan.derivesEntities
    ? [...found, ...derivedEntities(found, byName, shown, fusionConstant)]
    : found;
  const user = self === null ? undefined : shown.get(self);
  const isUser = ({ kind, subject }: Candidate): boolean => kind === "ENTITY" && subject === user;
  const all =
    user === undefined
      ? candidates
      : [
          ...candidates.filter((candidate) => !isUser(candidate)),
          pinned(user, candidates.find(isUser)),
        ];
  const wanted = all.filter(({ kind }) => plan.kinds.has(kind));
  return {
    hits: chooseBest(wanted, plan.limit).map(asHit),
    tookMs: now() - started,
    mode: request.mode,
    lists: lists.map(({ name, hits, ms, failed }) => ({ name, count: hits.length, ms, failed })),
  };
};
