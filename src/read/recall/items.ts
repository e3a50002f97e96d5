import { exactStrings, holdsFromWordStart } from "../../language/exact-strings.ts";
import { namesTheUser } from "../../language/self-reference.ts";
import { meaningfulWords } from "../../language/terms.ts";
import { contentHash } from "../../memory/content-hash.ts";
import { members, namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId, EventId } from "../../memory/ids.ts";
import type { TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { shownEntities } from "../graph/shown-entities.ts";
import type { SearchHit } from "../search/request.ts";
import type { ReadSettings } from "../services.ts";
import type { View } from "../view.ts";
import type { FactItem, QuotationItem, RecallItem } from "./block.ts";
import { passage, quotableEvents, type QuotableEvent } from "./quotations.ts";

/** Entities of the question whose most important facts are added, and how many of these each. */
const MOST_ENTITIES = 5;
const FACTS_OF_EACH = 10;

interface RecallQuestion {
  readonly question: string;
  /** Whether one session alone is asked about. What else is known of an entity is then left out. */
  readonly inSession: boolean;
  /** The user's own entity. */
  readonly self: EntityId | null;
}

export interface RecallItems {
  /** The user's own entity, as it is shown at the view. */
  readonly user: EntityVersion | null;
  /** The best first. An item may occur twice. */
  readonly items: readonly RecallItem[];
}

/** What a question is about, as far as its words tell. */
interface Topic {
  readonly words: readonly string[];
  /** Whether it names the user, or nobody and nothing. */
  readonly isUser: boolean;
  /** Whether it asks for more than the user. */
  readonly isMore: boolean;
}

const topicOf = (question: string): Topic => {
  const words = meaningfulWords(question);
  return {
    words,
    isUser: words.length === 0 || words.some(namesTheUser),
    isMore: words.some((word) => !namesTheUser(word)),
  };
};

const isNamedIn = ({ words }: Topic, entity: EntityVersion): boolean =>
  namesOf(entity).some((name) => meaningfulWords(name).some((word) => words.includes(word)));

/** The entities that the question is about: the user first, then those found that it names. */
const entitiesOfTopic = (
  topic: Topic,
  user: EntityVersion | null,
  found: readonly EntityVersion[],
): EntityVersion[] => {
  const named = found.filter((entity) => isNamedIn(topic, entity));
  return [...new Set(topic.isUser && user !== null ? [user, ...named] : named)];
};

/** The most important facts of entities, by entity. At most one store call. */
const importantFacts = async (
  space: SpaceStore,
  at: TimePoint,
  entities: readonly EntityVersion[],
): Promise<ReadonlyMap<EntityId, readonly FactVersion[]>> => {
  if (entities.length === 0) return new Map();
  const facts = await space.importantFacts(
    entities.map((entity) => ({ entities: members(entity), at, limit: FACTS_OF_EACH })),
  );
  return new Map(entities.map((entity, index) => [entity.entity, facts[index] ?? []]));
};

/** The facts that may be shown, as items of the entities that they are shown with. */
const factItems = (
  versions: readonly FactVersion[],
  entity: EntityVersion | undefined,
  minConfidence: number,
): FactItem[] =>
  entity === undefined
    ? []
    : versions
        .filter(({ confidence }) => confidence >= minConfidence)
        .map((version) => ({ kind: "FACT", entity, version }));

/** What the hits of a search refer to. */
interface HitSubjects {
  /** Of ids of entities and of the entities of facts, what these are shown as. */
  readonly entities: ReadonlyMap<EntityId, EntityVersion>;
  readonly events: ReadonlyMap<EventId, QuotableEvent>;
}

/** Reads what hits refer to, and the user's own entity. At most five store calls. */
const readSubjects = async (
  space: SpaceStore,
  at: TimePoint,
  hits: readonly SearchHit[],
  self: EntityId | null,
): Promise<HitSubjects> => {
  const ids = hits.flatMap(({ kind, subject, version }) => {
    if (kind === "ENTITY") return [subject];
    return version === null ? [] : [version.entity];
  });
  const [entities, events] = await Promise.all([
    shownEntities(space, self === null ? ids : [self, ...ids], at.knownAt),
    quotableEvents(
      space,
      hits.filter(({ kind }) => kind === "EVENT").map(({ subject }) => subject),
      hits.flatMap(({ version }) => version ?? []),
      at,
    ),
  ]);
  return { entities, events };
};

/**
 * What may be told at a view of what a search found: the facts, the most important facts of the
 * entities that the question names (of the user, if it names the user or nothing), and what may be
 * quoted of the messages. A hit that only contains a word of the question within another word is
 * left out. At most six store calls.
 */
export const recallItems = async (
  { keywords, minConfidence, quotationTokens }: ReadSettings,
  space: SpaceStore,
  { at }: View,
  { question, inSession, self }: RecallQuestion,
  hits: readonly SearchHit[],
): Promise<RecallItems> => {
  const { entities, events } = await readSubjects(space, at, hits, self);
  const user = (self === null ? undefined : entities.get(self)) ?? null;
  const entityOf = ({ kind, subject }: SearchHit): EntityVersion | undefined =>
    kind === "ENTITY" ? entities.get(subject) : undefined;
  const topic = topicOf(question);
  const foundEntities = hits.flatMap((hit) => entityOf(hit) ?? []);
  const askedEntities = inSession
    ? []
    : entitiesOfTopic(topic, user, foundEntities).slice(0, MOST_ENTITIES);
  const important = await importantFacts(space, at, askedEntities);

  const strings = exactStrings(question, keywords);
  const isMatch = ({ score }: SearchHit, text: string): boolean =>
    score > 0 || holdsFromWordStart(text, strings);
  const factsOfEntity = (entity: EntityVersion | null | undefined): FactItem[] =>
    entity ? factItems(important.get(entity.entity) ?? [], entity, minConfidence) : [];
  const factsOfHit = (hit: SearchHit): FactItem[] =>
    hit.version !== null && isMatch(hit, hit.version.text)
      ? factItems([hit.version], entities.get(hit.version.entity), minConfidence)
      : [];
  const factsByHit = hits.map((hit) => ({
    hit,
    facts: [...factsOfHit(hit), ...factsOfEntity(entityOf(hit))],
  }));
  const shownFactHashes = new Set(
    [...factsByHit.flatMap(({ facts }) => facts), ...askedEntities.flatMap(factsOfEntity)].map(
      ({ version }) => version.hash,
    ),
  );
  const quotationOf = async (hit: SearchHit): Promise<QuotationItem[]> => {
    const quotable = hit.kind === "EVENT" ? events.get(hit.subject) : undefined;
    if (quotable === undefined) return [];
    const { event, message } = quotable;
    if (shownFactHashes.has(contentHash(message)) || !isMatch(hit, message)) return [];
    const quotation = await passage(message, topic.words, quotationTokens);
    return quotation === "" ? [] : [{ kind: "EVENT", event, quotation }];
  };

  const items: RecallItem[] = [];
  for (const { hit, facts } of factsByHit) items.push(...facts, ...(await quotationOf(hit)));
  const factsOfUser = topic.isUser ? factsOfEntity(user) : [];
  return { user, items: topic.isMore ? [...items, ...factsOfUser] : [...factsOfUser, ...items] };
};
