import { isTopic } from "../../language/announced-changes.ts";
import { wordKey } from "../../language/spelling.ts";
import { speaksOfSelf } from "../../language/questions.ts";
import { cachedWordsOf, wordKeysOf } from "../../language/terms.ts";
import { namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { Instant, TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { FollowUps, type SaidMessage, type Statement } from "../follow-ups.ts";
import type { SearchHit } from "../search/request.ts";
import type { FactItem, RecallItem } from "./block.ts";
import { standingAt } from "./calendar-date.ts";
import type { RecallScope } from "./scope.ts";
import { readsAllMessages } from "./messages.ts";
import type { Question } from "./question.ts";

/**
 * Limits of the search for related messages: statements whose words are searched for, words of
 * each, all words, and hits.
 */
const MOST_SEEDS = 10;
const WORDS_OF_SEED = 3;
const MOST_WORDS = 4;
const MOST_HITS = 10;
/**
 * Maximum numbers of statements for which a block looks for follow-ups: answers, and facts about
 * the user.
 */
const MOST_FOLLOWED = 16;
const MOST_STANDING_FOLLOWED = 8;

/**
 * The words by which messages on the topics of some statements are searched for: the longest words
 * of each.
 */
const wordsSought = (seeds: readonly Pick<Statement, "text">[], { keys }: Question): string[] => {
  const wordsByStem = new Map<string, string>();
  for (const { text } of seeds.slice(0, MOST_SEEDS)) {
    if (wordsByStem.size >= MOST_WORDS) break;
    const own = cachedWordsOf(text)
      .filter((word) => {
        const key = wordKey(word);
        return isTopic(key) && !keys.has(key) && !wordsByStem.has(key);
      })
      .toSorted((a, b) => b.length - a.length)
      .slice(0, WORDS_OF_SEED);
    for (const word of own) if (wordsByStem.size < MOST_WORDS) wordsByStem.set(wordKey(word), word);
  }
  return [...wordsByStem.values()];
};

/**
 * Messages that contain words of the answers, the best first. Empty if there are no answers, or if
 * the newest messages are all messages of the view. At most one store call besides the one for the
 * newest messages.
 */
export const readNear = async (
  space: SpaceStore,
  at: TimePoint,
  question: Question,
  scope: RecallScope,
  answers: readonly FactVersion[],
): Promise<readonly SaidMessage[]> => {
  if (!scope.withChanges || answers.length === 0) return [];
  if (await readsAllMessages(space, at, scope)) return [];
  const terms = wordsSought(answers, question);
  if (terms.length === 0) return [];
  const { session, tags } = scope;
  const textHits = await space.searchFullText(terms, {
    kinds: ["EVENT"],
    at,
    limit: MOST_HITS,
    ...(session !== null && { session }),
    tags,
  });
  return textHits.flatMap(({ text: { subject, text }, occurredAt }) =>
    occurredAt === undefined ? [] : [{ id: subject, message: text, occurredAt }],
  );
};

/** The follow-ups of a block. */
export interface FollowedMessages {
  readonly followUps: FollowUps<SaidMessage> | null;
  /** Messages that may state a change of an answer, or of a standing fact about the user. */
  readonly followingMessages: readonly SaidMessage[];
  /** Other messages that contain words of the answers. */
  readonly near: readonly SaidMessage[];
}

export const NOTHING_FOLLOWED: FollowedMessages = {
  followUps: null,
  followingMessages: [],
  near: [],
};

const nameKeysOf = new WeakMap<EntityVersion, ReadonlySet<string>>();

/** The keys of the names of an entity. Cached because many facts share it. */
const nameKeys = (entity: EntityVersion): ReadonlySet<string> => {
  const knownKeys = nameKeysOf.get(entity);
  if (knownKeys !== undefined) return knownKeys;
  const keys = new Set(namesOf(entity).flatMap((name) => [...wordKeysOf(name)]));
  nameKeysOf.set(entity, keys);
  return keys;
};

const saidStatement = (text: string, occurredAt: Instant): Statement => ({
  text,
  occurredAt,
  isOfUser: speaksOfSelf(text),
});

/** What an item says, in the form in which it is compared with later messages. */
const statementOf = (
  item: RecallItem,
  user: EntityVersion | null,
  { isAnswer = false, isLasting = false } = {},
): Statement => {
  if (item.kind === "EVENT") return saidStatement(item.quotation, item.event.occurredAt);
  const { entity, version } = item;
  const { text, occurredAt, slot } = version;
  const subjectKeys = nameKeys(entity);
  return {
    text,
    occurredAt,
    slot,
    subjectKeys,
    isOfUser: entity.entity === user?.entity,
    isAnswer,
    isLasting,
  };
};

/**
 * The statements of facts and messages: the answers first, then in the order of the hits from which
 * they come. One that comes from no hit counts as one of the best hit.
 */
export const statementsInOrder = (
  answers: readonly FactItem[],
  facts: readonly FactItem[],
  messages: readonly Event[],
  hits: readonly SearchHit[],
  user: EntityVersion | null,
): readonly Statement[] => {
  const places = new Map(hits.map(({ subject }, n) => [subject, n]));
  return [
    ...answers.map((item) => ({
      place: -1,
      statement: statementOf(item, user, { isAnswer: true }),
    })),
    ...facts.map((item) => ({
      place: places.get(item.version.fact) ?? 0,
      statement: statementOf(item, user),
    })),
    ...messages.map(({ id, message, occurredAt }) => ({
      place: places.get(id) ?? 0,
      statement: saidStatement(message, occurredAt),
    })),
  ]
    .toSorted((a, b) => a.place - b.place)
    .map(({ statement }) => statement);
};

/** The follow-ups of the answers and of the standing facts about the user. */
export const followUpsOf = (
  question: Question,
  {
    leadingStatements,
    standingFacts,
    events,
    near,
    user,
    people,
  }: {
    readonly leadingStatements: readonly Statement[];
    readonly standingFacts: readonly FactItem[];
    readonly events: readonly Event[];
    readonly near: readonly SaidMessage[];
    readonly user: EntityVersion | null;
    /** People and animals close to the subjects of the question. */
    readonly people: readonly EntityVersion[];
  },
): FollowedMessages => {
  const followUps = new FollowUps([...events, ...near], question, {
    ofUser: user === null ? new Set() : nameKeys(user),
    ofOthers: new Set(people.flatMap((entity) => [...nameKeys(entity)])),
  });
  const followingMessages = new Set(
    [
      ...leadingStatements.slice(0, MOST_FOLLOWED),
      ...standingFacts.slice(0, MOST_STANDING_FOLLOWED).map((item) => statementOf(item, user)),
    ].flatMap((statement) => followUps.of(statement) ?? []),
  );
  return { followUps, followingMessages: [...followingMessages], near };
};

/** The facts that answer a question, and the entities besides the user that it is about. */
export interface AnswersAbout {
  readonly facts: readonly FactItem[];
  readonly others: readonly EntityVersion[];
  readonly user: EntityVersion | null;
}

/** The time of a message that may have changed what an item says; null if there is none. */
export const changesIn = (
  followUps: FollowUps<SaidMessage> | null,
  at: TimePoint,
  vocabulary: Vocabulary,
  { facts, others, user }: AnswersAbout,
): ((item: RecallItem) => Instant | null) => {
  if (followUps === null) return () => null;
  const answers = new Set(facts.map(({ version }) => version));
  const otherIds = new Set(others.map(({ entity }) => entity));
  return (item) => {
    if (item.kind === "EVENT") return followUps.of(statementOf(item, user))?.occurredAt ?? null;
    const { entity, version } = item;
    if (standingAt(version, at) === "OVER") return null;
    const isAnswer = otherIds.has(entity.entity) || answers.has(version);
    const isLasting = version.slot !== null && vocabulary.isLasting(version.slot);
    return followUps.of(statementOf(item, user, { isAnswer, isLasting }))?.occurredAt ?? null;
  };
};
