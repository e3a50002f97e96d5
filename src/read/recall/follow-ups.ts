import {
  isTopic,
  kindsOfValue,
  sentencesOfChange,
  type KindOfValue,
} from "../../language/announced-changes.ts";
import { relatedWords } from "../../language/related-words.ts";
import { meaningfulWords } from "../../language/terms.ts";
import { wordKey } from "../../language/spelling.ts";
import { namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import type { EventId } from "../../memory/ids.ts";
import { compareText, type Instant, type TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { SearchHit } from "../search/request.ts";
import type { Answers } from "./answers.ts";
import type { FactItem, ItemTier, RecallItem } from "./block.ts";
import { standingAt } from "./calendar-date.ts";
import type { RecallScope } from "./items.ts";
import { readsAllMessages } from "./messages.ts";
import { wordKeysOf, type Question } from "./question.ts";

/** A statement, and the time at which it was said. */
export interface Statement {
  readonly text: string;
  readonly occurredAt: Instant;
  /**
   * Whether it answers the question by a slot: it is about what the question asks for, whatever its
   * words.
   */
  readonly isAnswer?: boolean;
}

/**
 * Maximum numbers of statements whose words are searched for, of words of each, of all words, and
 * of hits of that search.
 */
const MOST_SEEDS = 10;
const WORDS_OF_SEED = 3;
const MOST_WORDS = 6;
const MOST_HITS = 12;
/** Maximum number of words that say the same as those of the question. */
const MOST_RELATED = 20;
/**
 * Maximum numbers of statements for which a block looks for follow-ups: of answers, and of
 * statements about the user.
 */
const MOST_FOLLOWED = 16;
const MOST_STANDING_FOLLOWED = 8;
/** Minimum weight of the shared words. A word in three of ten messages has this weight. */
const LEAST_WEIGHT = 1.5;
/** Among the messages with at least this share of the best weight, the latest one counts. */
const SHARE_OF_BEST = 0.75;

/** For the keys of words related to a topic of the question, the key of the topic. */
const keysAsked = ({ words }: Question): ReadonlyMap<string, string> => {
  const topics = words.filter((word) => isTopic(wordKey(word)));
  return new Map(
    [...relatedWords(topics, MOST_RELATED)].flatMap(([term, related]) =>
      related.map(({ word }) => [wordKey(word), wordKey(term)] as const),
    ),
  );
};

/** The properties of the sentences of a message that may state a change. */
interface Announcement {
  readonly event: Event;
  /** The keys of their meaningful words. */
  readonly keys: ReadonlySet<string>;
  /** The kinds of the values that they contain. */
  readonly kinds: readonly KindOfValue[];
}

const announcements = new WeakMap<Event, Announcement>();

/** The possible change in a message, cached because the same messages are read again and again. */
const announcementOf = (event: Event): Announcement => {
  const knownAnnouncement = announcements.get(event);
  if (knownAnnouncement !== undefined) return knownAnnouncement;
  const sentences = sentencesOfChange(event.message);
  const announcement = {
    event,
    keys: new Set(sentences.flatMap((sentence) => [...wordKeysOf(sentence)])),
    kinds: kindsOfValue(sentences.join(" ")),
  };
  announcements.set(event, announcement);
  return announcement;
};

/**
 * The later messages that may state a change of a statement: those that share rare words with it,
 * in a sentence with a word of change. This does not understand the text, and therefore also finds
 * changes that were not extracted.
 */
export class FollowUps {
  readonly #question: Question;
  /** Keys of the names of the user, which carry no information. */
  readonly #ignoredKeys: ReadonlySet<string>;
  readonly #askedKeys: ReadonlyMap<string, string>;
  readonly #announcements: readonly Announcement[];
  readonly #byKey = new Map<string, Announcement[]>();

  constructor(events: Iterable<Event>, question: Question, ignoredKeys: ReadonlySet<string>) {
    this.#question = question;
    this.#ignoredKeys = ignoredKeys;
    this.#askedKeys = keysAsked(question);
    const byId = new Map([...events].map((event) => [event.id, event]));
    this.#announcements = [...byId.values()].map((event) => {
      const announcement = announcementOf(event);
      return { ...announcement, keys: this.#withAsked(announcement.keys) };
    });
    for (const announcement of this.#announcements)
      for (const key of announcement.keys) {
        const list = this.#byKey.get(key);
        if (list === undefined) this.#byKey.set(key, [announcement]);
        else list.push(announcement);
      }
  }

  #withAsked(keys: ReadonlySet<string>): ReadonlySet<string> {
    const keysAskedFor = [...keys].flatMap((key) => this.#askedKeys.get(key) ?? []);
    return keysAskedFor.length === 0 ? keys : new Set([...keys, ...keysAskedFor]);
  }

  /** The latest message that may state a change of a statement; null if there is none. */
  of(statement: Statement): Event | null {
    const weights = this.#weights(statement);
    const best = Math.max(LEAST_WEIGHT / SHARE_OF_BEST, ...weights.values());
    let last: Event | null = null;
    for (const [event, weight] of weights)
      if (
        weight >= SHARE_OF_BEST * best &&
        (last === null || compareText(event.occurredAt, last.occurredAt) > 0)
      )
        last = event;
    return last;
  }

  /** The weights of the words that later messages share with a statement; rare words weigh most. */
  #weights({ text, occurredAt, isAnswer = false }: Statement): ReadonlyMap<Event, number> {
    const weights = new Map<Event, number>();
    const add = ({ event }: Announcement, weight: number): void => {
      if (event.occurredAt > occurredAt) weights.set(event, (weights.get(event) ?? 0) + weight);
    };
    const own = this.#withAsked(wordKeysOf(text));
    const { keys: asked } = this.#question;
    for (const key of isAnswer ? new Set([...own, ...asked]) : own) {
      // Words of the question are its topic, however common.
      if (this.#ignoredKeys.has(key) || !(isTopic(key) || (asked.has(key) && own.has(key))))
        continue;
      const sharing = this.#byKey.get(key) ?? [];
      const weight = Math.log(1 + this.#announcements.length / sharing.length);
      for (const announcement of sharing) add(announcement, weight);
    }
    if (!isAnswer && !this.#isAskedFor(own)) return weights;
    // Whether the message contains a value of the kind that the question asks for.
    const kinds = kindsOfValue(text);
    for (const announcement of this.#announcements)
      if (
        this.#isAskedFor(announcement.keys) &&
        announcement.kinds.some((kind) => kinds.includes(kind))
      )
        add(announcement, LEAST_WEIGHT);
    return weights;
  }

  #isAskedFor(keys: ReadonlySet<string>): boolean {
    for (const key of this.#question.keys)
      if (keys.has(key) && !this.#ignoredKeys.has(key)) return true;
    return false;
  }
}

/** The words for searching messages about the same subject as some statements. */
const wordsSought = (seeds: readonly Pick<Statement, "text">[], { keys }: Question): string[] => {
  const wordsByStem = new Map<string, string>();
  for (const { text } of seeds.slice(0, MOST_SEEDS)) {
    const own = meaningfulWords(text)
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
 * Messages that contain words of the facts that a search found, the best first. None if there are
 * no messages besides the newest ones. At most two store calls in addition to the one for the
 * newest messages.
 */
export const readNear = async (
  space: SpaceStore,
  at: TimePoint,
  question: Question,
  scope: RecallScope,
  hits: readonly SearchHit[],
): Promise<readonly Event[]> => {
  if (!scope.withChanges || (await readsAllMessages(space, at, scope))) return [];
  const terms = wordsSought(
    hits.flatMap(({ version }) => version ?? []),
    question,
  );
  if (terms.length === 0) return [];
  const { session, tags } = scope;
  const textHits = await space.searchFullText(terms, {
    kinds: ["EVENT"],
    at,
    limit: MOST_HITS,
    ...(session !== null && { session }),
    tags,
  });
  const ids = textHits.flatMap(({ text: { kind, subject } }) =>
    kind === "EVENT" ? [subject] : [],
  );
  if (ids.length === 0) return [];
  const events = await space.events(ids as EventId[], at.knownAt);
  return events.flatMap((event) =>
    event === null || event.occurredAt > at.validAt ? [] : [event],
  );
};

/** The follow-ups of a block. */
interface Followed {
  readonly followUps: FollowUps | null;
  /** Messages that may state a change of an answer, or of a standing fact about the user. */
  readonly following: readonly Event[];
  /** Other messages that contain words of the answers. */
  readonly near: readonly Event[];
}

export const NOTHING_FOLLOWED: Followed = { followUps: null, following: [], near: [] };

const statementOf = (item: RecallItem): Statement =>
  item.kind === "FACT" ? item.version : { text: item.quotation, occurredAt: item.event.occurredAt };

/**
 * Facts and messages, those of the slots first, then in the order of the hits from which they come.
 */
export const statementsInOrder = (
  answers: readonly FactItem[],
  facts: readonly FactItem[],
  messages: readonly Event[],
  hits: readonly SearchHit[],
): readonly Statement[] => {
  const places = new Map(hits.map(({ subject }, n) => [subject, n]));
  return [
    ...answers.map((item) => ({ place: -1, said: { ...statementOf(item), isAnswer: true } })),
    ...facts.map((item) => ({
      place: places.get(item.version.fact) ?? 0,
      said: statementOf(item),
    })),
    ...messages.map(({ id, message, occurredAt }) => ({
      place: places.get(id) ?? 0,
      said: { text: message, occurredAt },
    })),
  ]
    .toSorted((a, b) => a.place - b.place)
    .map(({ said }) => said);
};

/** The follow-ups of the answers and of the standing facts about the user. */
export const followUpsOf = (
  question: Question,
  {
    leading,
    standing,
    events,
    near,
    user,
  }: {
    readonly leading: readonly Statement[];
    readonly standing: readonly FactItem[];
    readonly events: readonly Event[];
    readonly near: readonly Event[];
    readonly user: EntityVersion | null;
  },
): Followed => {
  const ownNames = new Set(
    (user === null ? [] : namesOf(user)).flatMap((name) => [...wordKeysOf(name)]),
  );
  const followUps = new FollowUps([...events, ...near], question, ownNames);
  const following = new Set(
    [
      ...leading.slice(0, MOST_FOLLOWED),
      ...standing.slice(0, MOST_STANDING_FOLLOWED).map(statementOf),
    ].flatMap((statement) => followUps.of(statement) ?? []),
  );
  return { followUps, following: [...following], near };
};

/** The items of a tier, each with the time of a message that may have changed it. */
export const withChanges = (
  tier: ItemTier,
  followUps: FollowUps | null,
  at: TimePoint,
  { facts, holders }: Answers,
): ItemTier =>
  followUps === null || tier.isOfTimeAsked
    ? tier
    : {
        ...tier,
        items: tier.items.map((item) => {
          if (item.kind === "FACT" && standingAt(item.version, at) === "OVER") return item;
          const followUp = followUps.of({
            ...statementOf(item),
            isAnswer:
              item.kind === "FACT" &&
              (holders.some(({ entity }) => entity === item.entity.entity) ||
                facts.some(({ version }) => version === item.version)),
          });
          return followUp === null ? item : { ...item, changedAt: followUp.occurredAt };
        }),
      };
