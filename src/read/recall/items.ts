import { exactStrings, holdsFromWordStart } from "../../language/exact-strings.ts";
import { cachedWordsOf } from "../../language/terms.ts";
import { members, namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import { compareText, type Instant, type TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { SaidMessage } from "../follow-ups.ts";
import { shownEntities } from "../graph/shown-entities.ts";
import { LEAST_CONFIDENCE, MOST_EXACT_STRINGS, type SearchHit } from "../search/request.ts";
import type { ReadServices } from "../services.ts";
import { answeringFacts, type Answers } from "./answers.ts";
import type { BlockItems, FactItem, ItemGroup, RecallItem } from "./block.ts";
import { SHARES } from "./budget.ts";
import {
  changesIn,
  followUpsOf,
  NOTHING_FOLLOWED,
  readNear,
  statementsInOrder,
  type AnswersAbout,
  type FollowedMessages,
} from "./what-changed.ts";
import { MessageReader, readNewest, type MessageBatch, type Quotations } from "./messages.ts";
import { namesSlot, wordsShared, type Question } from "./question.ts";
import type { RecallScope } from "./scope.ts";

/**
 * Number of entities of the question whose most important facts are added, and number of these
 * facts for each.
 */
const MOST_ENTITIES = 5;
const FACTS_OF_EACH = 10;
/**
 * Number of people and animals close to the user whose facts are added, and number of facts for
 * each.
 */
const MOST_RELATIVES = 10;
const FACTS_OF_RELATIVE = 4;
/**
 * Limits for facts of all entities if a block has room for more: tokens of a short fact, minimum
 * number per read, and maximum number of reads.
 */
const TOKENS_OF_SHORT_FACT = 17;
const LEAST_NEWEST_FACTS = 25;
const MOST_PAGES_OF_FACTS = 4;
/** Maximum number of facts of the user that are read. */
const FACTS_OF_USER = 60;

/** The items for a block, by group. An item may occur in several groups. */
export interface RecallItems extends BlockItems {
  /** The user's own entity, as shown at the view. */
  readonly user: EntityVersion | null;
  /** The facts of the slots that the question asks for, the best first. */
  readonly answers: readonly FactItem[];
  /**
   * The time of a message that may have changed what a current item says; null if there is none.
   */
  readonly changedAt: (item: RecallItem) => Instant | null;
}

const isNamedIn = ({ words }: Question, entity: EntityVersion): boolean =>
  namesOf(entity).some((name) => cachedWordsOf(name).some((word) => words.includes(word)));

/** The most important facts of each entity. At most one store call. */
const importantFacts = async (
  space: SpaceStore,
  at: TimePoint,
  entities: readonly { readonly entity: EntityVersion; readonly limit: number }[],
): Promise<ReadonlyMap<EntityId, readonly FactVersion[]>> => {
  if (entities.length === 0) return new Map();
  const facts = await space.importantFacts(
    entities.map(({ entity, limit }) => ({ entities: members(entity), at, limit })),
  );
  return new Map(entities.map(({ entity }, index) => [entity.entity, facts[index] ?? []]));
};

/** The entities of the hits of a search and of the names in a question. */
interface Subjects {
  /** The entities under which some ids, and the entities of facts, are shown. */
  readonly entities: ReadonlyMap<EntityId, EntityVersion>;
  readonly user: EntityVersion | null;
  /** The subjects of the question: the user first, then the entities that it names. */
  readonly askedAbout: readonly EntityVersion[];
}

/** At most three store calls. */
const readSubjects = async (
  space: SpaceStore,
  question: Question,
  hits: readonly SearchHit[],
  { self, onlyFound }: RecallScope,
): Promise<Subjects> => {
  const { knownAt } = question.at;
  const namedIds = onlyFound ? [] : (await space.entitiesByName(question.names, knownAt)).flat();
  const foundIds = hits.flatMap(({ kind, subject }) => (kind === "ENTITY" ? [subject] : []));
  const ofFacts = hits.flatMap(({ version }) => (version === null ? [] : [version.entity]));
  const entities = await shownEntities(
    space,
    [...(self === null ? [] : [self]), ...namedIds, ...foundIds, ...ofFacts],
    knownAt,
  );
  const user = (self === null ? undefined : entities.get(self)) ?? null;
  const byName = [
    ...namedIds.flatMap((id) => entities.get(id) ?? []),
    ...foundIds
      .flatMap((id) => entities.get(id) ?? [])
      .filter((entity) => isNamedIn(question, entity)),
  ].filter((entity) => entity !== user);
  const asksUser = user !== null && (question.isOfUser || byName.length === 0);
  return {
    entities,
    user,
    askedAbout: onlyFound ? [] : [...new Set(asksUser ? [user, ...byName] : byName)],
  };
};

/** The facts that may be shown, as items of the entity under which they are shown. */
const factItems = (
  versions: readonly FactVersion[],
  entity: EntityVersion | undefined,
): FactItem[] =>
  entity === undefined
    ? []
    : versions
        .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
        .map((version) => ({ kind: "FACT", entity, version }));

/** Number of words of the question that a fact contains, in its text or in the name of its slot. */
const nearness = ({ text, slot }: FactVersion, question: Question): number =>
  wordsShared(question, slot === null ? text : `${text} ${slot.replaceAll("_", " ")}`);

/**
 * The slots that are essential for knowing somebody: home, work, food and health. Facts about
 * people and tastes are recognised by their category.
 */
const ESSENTIAL_SLOTS = new Set([
  "name",
  "residence",
  "address",
  "employer",
  "role",
  "school",
  "diet",
  "allergy",
  "medication",
  "pet",
  "birthday",
]);

const isEssential = ({ slot, importanceCategory }: FactVersion, vocabulary: Vocabulary): boolean =>
  importanceCategory === "STABLE_PREFERENCE" ||
  importanceCategory === "RELATIONSHIP_CHANGE" ||
  (slot !== null && (ESSENTIAL_SLOTS.has(slot) || vocabulary.definition(slot)?.value === "person"));

/** The importance that a fact gains for each word of the question, and for an essential slot. */
const WEIGHT_OF_WORD = 0.3;
const WEIGHT_OF_ESSENTIAL = 0.5;

/**
 * Facts about the user: essential, important and related facts first, then the most recently stated
 * ones.
 */
const standingFacts = (
  facts: readonly FactItem[],
  question: Question,
  vocabulary: Vocabulary,
): FactItem[] =>
  facts
    .map((item) => ({
      item,
      weight:
        item.version.importance +
        WEIGHT_OF_WORD * nearness(item.version, question) +
        (isEssential(item.version, vocabulary) ? WEIGHT_OF_ESSENTIAL : 0),
    }))
    .toSorted(
      (a, b) =>
        b.weight - a.weight ||
        compareText(b.item.version.occurredAt, a.item.version.occurredAt) ||
        compareText(a.item.version.fact, b.item.version.fact),
    )
    .map(({ item }) => item);

/** Facts of all entities, and the messages near those that answer the question. */
interface FactReadings {
  readonly subjects: Subjects;
  readonly answers: Answers;
  readonly important: ReadonlyMap<EntityId, readonly FactVersion[]>;
  /** Messages that contain words of the facts that answer the question by their slot. */
  readonly near: readonly SaidMessage[];
}

const limitedFactsOf = (user: EntityVersion) => ({ entity: user, limit: FACTS_OF_USER });

/**
 * Reads the facts that may belong in the block: those that answer the question, and the important
 * ones of the user, of the entities that the question is about, and of relatives who are part of
 * the answer.
 */
const readFacts = async (
  vocabulary: Vocabulary,
  space: SpaceStore,
  at: TimePoint,
  question: Question,
  hits: readonly SearchHit[],
  scope: RecallScope,
): Promise<FactReadings> => {
  const subjects = await readSubjects(space, question, hits, scope);
  const answers = await answeringFacts(space, vocabulary, question, subjects.askedAbout);
  const { user } = subjects;
  const others = [...answers.holders, ...subjects.askedAbout].filter((entity) => entity !== user);
  const knownEntities = new Set([user, ...others]);
  const answeringVersions = [
    ...answers.facts.map(({ version }) => version),
    ...hits.flatMap(({ version }) =>
      version?.slot != null && namesSlot(question, version.slot) ? version : [],
    ),
  ];
  const readImportant = importantFacts(space, at, [
    ...(user === null || scope.onlyFound ? [] : [limitedFactsOf(user)]),
    ...[...new Set(others)]
      .slice(0, MOST_ENTITIES)
      .map((entity) => ({ entity, limit: FACTS_OF_EACH })),
    ...answers.relatives
      .filter((entity) => !knownEntities.has(entity))
      .slice(0, MOST_RELATIVES)
      .map((entity) => ({ entity, limit: FACTS_OF_RELATIVE })),
  ]);
  const [important, near] = await Promise.all([
    readImportant,
    readNear(space, at, question, scope, answeringVersions),
  ]);
  return { subjects, answers, important, near };
};

/**
 * The facts of all entities, the most recently recorded first, in pages. At most three store calls
 * per page.
 */
async function* newestFacts(
  space: SpaceStore,
  at: TimePoint,
  { session, tags }: RecallScope,
  room: () => number,
): AsyncGenerator<readonly FactItem[], void> {
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES_OF_FACTS; page++) {
    const first = Math.max(LEAST_NEWEST_FACTS, Math.ceil(room() / TOKENS_OF_SHORT_FACT));
    const { items, hasNextPage } = await space.recentFacts({
      at,
      page: { first, after },
      ...(session !== null && { session }),
      tags,
    });
    const versions = items.map(({ item }) => item);
    const entities = await shownEntities(
      space,
      versions.map(({ entity }) => entity),
      at.knownAt,
    );
    yield versions.flatMap((version) => factItems([version], entities.get(version.entity)));
    if (!hasNextPage) return;
    after = items.at(-1)?.cursor;
  }
}

/** Tests whether a hit contains a word of the question as a whole word. */
const matcher = ({ text: question }: Question): ((hit: SearchHit, text: string) => boolean) => {
  const strings = exactStrings(question, MOST_EXACT_STRINGS);
  return ({ score }, text) => score > 0 || holdsFromWordStart(text, strings);
};

/** Facts and quotations in the order of the hits from which they come. */
const foundItems = (
  facts: readonly FactItem[],
  { foundItems }: Quotations,
  hits: readonly SearchHit[],
): RecallItem[] => {
  const places = new Map(hits.map(({ subject }, n) => [subject, n]));
  const placeOf = (item: RecallItem): number =>
    places.get(item.kind === "EVENT" ? item.event.id : item.version.fact) ?? 0;
  return [...facts, ...foundItems].toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** The facts that a search found, the best first. */
const foundFacts = (
  { entities }: Subjects,
  hits: readonly SearchHit[],
  isMatch: (hit: SearchHit, text: string) => boolean,
): FactItem[] =>
  hits.flatMap((hit) =>
    hit.version !== null && isMatch(hit, hit.version.text)
      ? factItems([hit.version], entities.get(hit.version.entity))
      : [],
  );

/** The standing facts about the user, in order of priority. */
const factsOfUser = (
  { subjects: { user }, important }: FactReadings,
  question: Question,
  { vocabulary }: Pick<ReadServices, "vocabulary">,
): FactItem[] =>
  user === null
    ? []
    : standingFacts(factItems(important.get(user.entity) ?? [], user), question, vocabulary);

/** The entities besides the user that a question names. */
const othersAsked = ({ subjects: { user, askedAbout } }: FactReadings): EntityVersion[] =>
  askedAbout.filter((entity) => entity !== user);

/** The facts that answer a question, and the entities besides the user that it is about. */
const answersAbout = (facts: FactReadings): AnswersAbout => ({
  facts: facts.answers.facts,
  others: [...facts.answers.holders, ...othersAsked(facts)],
  user: facts.subjects.user,
});

/** The newest versions of facts that were read. */
const versionsRead = (
  hits: readonly SearchHit[],
  { answers, important }: FactReadings,
): FactVersion[] => [
  ...hits.flatMap(({ version }) => version ?? []),
  ...answers.facts.map(({ version }) => version),
  ...[...important.values()].flat(),
];

/** The data that was read for a question, from which the groups are built. */
interface Readings extends FactReadings {
  readonly question: Question;
  readonly hits: readonly SearchHit[];
  readonly quotations: Quotations;
  readonly factsOfHits: readonly FactItem[];
  readonly standingFacts: readonly FactItem[];
}

/** The follow-ups of what was read, if the scope asks for them. */
const followedBy = (
  question: Question,
  hits: readonly SearchHit[],
  scope: RecallScope,
  readings: Pick<Readings, keyof FactReadings | "factsOfHits" | "standingFacts"> & MessageBatch,
): FollowedMessages => {
  if (!scope.withChanges) return NOTHING_FOLLOWED;
  const { answers, factsOfHits, standingFacts, near, foundEvents, newest, subjects } = readings;
  const { user } = subjects;
  // A question about others may be about the user as well, but it is answered for the others.
  const isOfOthers = answersAbout(readings).others.length > 0;
  return followUpsOf(isOfOthers ? { ...question, isOfUser: false } : question, {
    leadingStatements: statementsInOrder(answers.facts, factsOfHits, foundEvents, hits, user),
    standingFacts,
    events: [...foundEvents, ...newest],
    near,
    user,
    people: answers.relatives,
  });
};

/** Builds the groups: the items for each reason, with their share of the budget. */
const groupsOf = ({
  subjects,
  answers,
  important,
  question,
  hits,
  quotations,
  factsOfHits,
  standingFacts,
}: Readings): Pick<RecallItems, "answeringGroups" | "background"> => {
  const { user, askedAbout } = subjects;
  const isOfTimeAsked = question.time !== null;
  const itemsOf = (entity: EntityVersion): FactItem[] =>
    factItems(important.get(entity.entity) ?? [], entity);
  const ofOthers = (list: readonly EntityVersion[]): FactItem[] =>
    list.filter((entity) => entity !== user).flatMap(itemsOf);
  return {
    answeringGroups: [
      { items: answers.facts, share: 1, isOfTimeAsked },
      ofNow(quotations.followingItems, SHARES.following),
      { items: foundItems(factsOfHits, quotations, hits), share: SHARES.found, isOfTimeAsked },
      ofNow(ofOthers([...answers.holders, ...askedAbout]), SHARES.named),
    ],
    background: [
      ofNow(standingFacts, SHARES.standing),
      ofNow(ofOthers(answers.relatives), SHARES.close),
      ofNow([...quotations.later, ...quotations.newest], SHARES.recent),
    ],
  };
};

const ofNow = (items: readonly RecallItem[], share: number): ItemGroup => ({
  items,
  share,
  isOfTimeAsked: false,
});

/**
 * Reads the data that every question needs, whatever the search finds: the entities that it names,
 * facts about the user, and the newest messages. The space should cache reads (`readingOnce`).
 */
export const readAhead = async (
  space: SpaceStore,
  at: TimePoint,
  question: Question,
  scope: Omit<RecallScope, "self">,
): Promise<void> => {
  const readPeople = async (): Promise<void> => {
    const self = await space.self(at.knownAt);
    const { user } = await readSubjects(space, question, [], { ...scope, self });
    if (user !== null) await importantFacts(space, at, [limitedFactsOf(user)]);
  };
  await Promise.all([scope.onlyFound ? null : readPeople(), readNewest(space, at, scope)]);
};

/**
 * The items at a view that may help with a question, given the hits of a search. The groups
 * are: facts of the slots that it asks for; hits; standing facts about the user, by importance and
 * by relation to the question; the most important facts about the entities that it names, and about
 * people close to the user; the newest messages. A hit that contains a word of the question only as
 * part of another word is omitted. So is a message of which nothing still holds. Takes at most 22
 * store calls, usually eleven; `more` takes at most sixteen.
 */
export const recallItems = async (
  services: Pick<ReadServices, "vocabulary">,
  space: SpaceStore,
  at: TimePoint,
  question: Question,
  hits: readonly SearchHit[],
  scope: RecallScope,
): Promise<RecallItems> => {
  const { vocabulary } = services;
  const isMatch = matcher(question);
  const messages = new MessageReader(space, { at, question, scope, vocabulary, hits, isMatch });
  const [facts, first] = await Promise.all([
    readFacts(vocabulary, space, at, question, hits, scope),
    messages.readFirst(),
  ]);
  const believedVersions = versionsRead(hits, facts);
  const { user } = facts.subjects;
  const factsOfHits = foundFacts(facts.subjects, hits, isMatch);
  const standingFacts = factsOfUser(facts, question, services);
  const followedItems = followedBy(question, hits, scope, {
    ...facts,
    factsOfHits,
    standingFacts,
    ...first,
  });
  const quotations = await messages.quote({ ...first, ...followedItems }, believedVersions);
  const groups = groupsOf({ ...facts, question, hits, quotations, factsOfHits, standingFacts });
  return {
    user,
    answers: facts.answers.facts,
    ...groups,
    near: async () => ofNow(await quotations.near(), 0),
    changedAt: changesIn(followedItems.followUps, at, vocabulary, answersAbout(facts)),
    more: async function* (room) {
      const newest: FactVersion[] = [];
      for await (const page of newestFacts(space, at, scope, room)) {
        newest.push(...page.map(({ version }) => version));
        yield ofNow(page, 1);
      }
      const rest = await messages.quote(await messages.readMore(room()), [
        ...believedVersions,
        ...newest,
      ]);
      yield { items: rest.foundItems, share: 1, isOfTimeAsked: question.time !== null };
      yield ofNow([...rest.later, ...rest.newest], 1);
    },
  };
};
