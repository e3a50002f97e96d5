import {
  daysNamed,
  isDenying,
  isPlan,
  isTopic,
  kindsOfValue,
  sentencesOfChange,
  slotsTouched,
  type KindOfValue,
} from "../language/announced-changes.ts";
import { cachedByText } from "../language/cached-by-text.ts";
import { speaksOfSelf } from "../language/questions.ts";
import { goesOn } from "../language/refers-back.ts";
import { relatedWords } from "../language/related-words.ts";
import { wordKey } from "../language/spelling.ts";
import { wordKeysOf } from "../language/terms.ts";
import type { EventId } from "../memory/ids.ts";
import { compareText, plusMillis, type Instant } from "../memory/time.ts";

/** A statement, and the time at which it was said. */
export interface Statement {
  readonly text: string;
  readonly occurredAt: Instant;
  /** Whether it answers the question by its slot, even if it shares no word with the question. */
  readonly isAnswer?: boolean;
  readonly slot?: string | null;
  /** Whether it does not change: it may only be denied or taken back. */
  readonly isLasting?: boolean;
  /** The keys of the names of its subject: they tell whom it is about, and not what it states. */
  readonly subjectKeys?: ReadonlySet<string>;
}

/** Maximum number of related words that are treated as words of the question. */
const MOST_RELATED = 20;
/** Minimum weight of the shared words. A word in three of ten messages has this weight. */
const LEAST_WEIGHT = 1.5;
/** Among the messages with at least this share of the best weight, the latest one counts. */
const SHARE_OF_BEST = 0.75;
/** Maximum time between a message and the next one, if that goes on about the same. */
const MOST_PAUSE_MILLIS = 14 * 86_400_000;
/** Minimum share of the common topics of a question and a statement in a message on the same topic. */
const SHARE_OF_TOPICS = 0.5;

/** The topics of a question: its meaningful words, and their keys (`wordKey`). */
export interface AskedWords {
  readonly words: readonly string[];
  readonly keys: ReadonlySet<string>;
  /** The slots that it asks for. */
  readonly slots: readonly string[];
  /** Whether it is about the user, and about nobody else. */
  readonly isOfUser: boolean;
}

/** The part of a message that decides whether it states a change. */
export interface SaidMessage {
  readonly id: EventId;
  readonly message: string;
  readonly occurredAt: Instant;
}

/** For the keys of words related to a topic of the question, the key of the topic. */
const keysAsked = ({ words }: AskedWords): ReadonlyMap<string, string> => {
  const topics = words.filter((word) => isTopic(wordKey(word)));
  return new Map(
    [...relatedWords(topics, MOST_RELATED)].flatMap(([term, relatedTerms]) =>
      relatedTerms.map(({ word }) => [wordKey(word), wordKey(term)] as const),
    ),
  );
};

/** The properties of the sentences of a message that may state a change. */
interface Announcement {
  /** The keys of their meaningful words. */
  readonly keys: ReadonlySet<string>;
  /** The kinds of the values that they contain. */
  readonly kinds: readonly KindOfValue[];
  /** The slots whose values they may change in other words. */
  readonly slots: readonly string[];
  readonly isOfUser: boolean;
  readonly denies: boolean;
  /** Whether the message goes on about what the message before it said. */
  readonly goesOn: boolean;
}

/** The keys of the meaningful words of a text, and the days that it names. */
const keysOf = cachedByText(
  (text): ReadonlySet<string> => new Set([...wordKeysOf(text), ...daysNamed(text)]),
);

/**
 * The possible change that each message states. Cached because the same messages are read for many
 * questions.
 */
const announcementOf = cachedByText((message): Announcement => {
  const sentences = sentencesOfChange(message);
  const text = sentences.join(" ");
  return {
    keys: new Set(sentences.flatMap((sentence) => [...keysOf(sentence)])),
    kinds: kindsOfValue(text),
    slots: slotsTouched(text),
    isOfUser: speaksOfSelf(text),
    denies: isDenying(text),
    goesOn: sentences.length > 0 && goesOn(message),
  };
});

const kindsOf = cachedByText(kindsOfValue);
const slotsOf = cachedByText(slotsTouched);

/** A message that may state a change, with the topics of the question that it contains. */
interface FollowUp<Message> extends Announcement {
  readonly event: Message;
}

/**
 * The latest message whose weight is close to the best one and at least `least`; null if there is
 * none.
 */
const lastOfBest = <Message extends SaidMessage>(
  weights: ReadonlyMap<Message, number>,
  least: number,
): Message | null => {
  const almostBest = Math.max(least, SHARE_OF_BEST * Math.max(0, ...weights.values()));
  let last: Message | null = null;
  for (const [message, weight] of weights)
    if (
      weight >= almostBest &&
      (last === null || compareText(message.occurredAt, last.occurredAt) > 0)
    )
      last = message;
  return last;
};

/**
 * Finds the later messages that may state a change of a statement: they share rare words with it,
 * in a sentence with a word of change. It does not understand the text. It therefore also finds
 * changes that extraction missed.
 */
export class FollowUps<Message extends SaidMessage> {
  readonly #question: AskedWords;
  /** Keys of the names of the user, which carry no information. */
  readonly #ignoredKeys: ReadonlySet<string>;
  readonly #askedKeys: ReadonlyMap<string, string>;
  readonly #all: readonly FollowUp<Message>[];
  /** The follow-ups on a topic of the question that contain a value. */
  readonly #valuedFollowUps: readonly FollowUp<Message>[];
  readonly #byKey = new Map<string, FollowUp<Message>[]>();
  /** The follow-ups that go on about the message of an instant. */
  readonly #nextByInstant = new Map<Instant, FollowUp<Message>>();
  /** The result for each statement that was looked up. */
  readonly #messagesByKey = new Map<string, Message | null>();

  constructor(events: Iterable<Message>, question: AskedWords, ignoredKeys: ReadonlySet<string>) {
    this.#question = question;
    this.#ignoredKeys = ignoredKeys;
    this.#askedKeys = keysAsked(question);
    const byId = new Map([...events].map((event) => [event.id, event]));
    this.#all = Array.from(byId.values(), (event) => {
      const announcement = announcementOf(event.message);
      return { event, ...announcement, keys: this.#withAsked(announcement.keys) };
    });
    this.#noteNext();
    this.#valuedFollowUps = this.#all.filter(
      ({ keys, kinds }) => kinds.length > 0 && this.#isAskedFor(keys),
    );
    for (const followUp of this.#all)
      for (const key of followUp.keys) {
        const list = this.#byKey.get(key);
        if (list === undefined) this.#byKey.set(key, [followUp]);
        else list.push(followUp);
      }
  }

  #noteNext(): void {
    const inOrder = this.#all.toSorted((a, b) =>
      compareText(a.event.occurredAt, b.event.occurredAt),
    );
    for (const [index, followUp] of inOrder.entries()) {
      const before = inOrder[index - 1]?.event.occurredAt;
      if (!followUp.goesOn || before === undefined) continue;
      if (followUp.event.occurredAt <= plusMillis(before, MOST_PAUSE_MILLIS))
        this.#nextByInstant.set(before, followUp);
    }
  }

  #withAsked(keys: ReadonlySet<string>): ReadonlySet<string> {
    if (this.#askedKeys.size === 0) return keys;
    const keysAskedFor = [...keys].flatMap((key) => this.#askedKeys.get(key) ?? []);
    return keysAskedFor.length === 0 ? keys : new Set([...keys, ...keysAskedFor]);
  }

  /** The latest message that may state a change of a statement; null if there is none. */
  of(statement: Statement): Message | null {
    const { text, occurredAt, isAnswer = false, isLasting = false, subjectKeys } = statement;
    const key = `${isAnswer} ${isLasting} ${subjectKeys !== undefined} ${occurredAt} ${text}`;
    const knownMessage = this.#messagesByKey.get(key);
    if (knownMessage !== undefined) return knownMessage;
    const weights = this.#weights(statement);
    const next = this.#nextByInstant.get(occurredAt)?.event;
    if (next !== undefined) weights.set(next, Math.max(weights.get(next) ?? 0, LEAST_WEIGHT));
    const last = lastOfBest(weights, LEAST_WEIGHT);
    this.#messagesByKey.set(key, last);
    return last;
  }

  /**
   * The same, limited to messages with the names in the question (`names`: their keys) and with at
   * least half of the other topics that the question and the statement share. There is no minimum
   * weight, so that it also works among few messages.
   */
  onTopic(statement: Statement, names: readonly string[]): Message | null {
    const own = keysOf(statement.text);
    const topics = [...this.#question.keys].filter(
      (key) => own.has(key) && isTopic(key) && !names.includes(key),
    );
    if (topics.length === 0) return null;
    const sharedCounts = new Map<Message, number>();
    for (const key of topics)
      for (const { event } of this.#byKey.get(key) ?? [])
        sharedCounts.set(event, (sharedCounts.get(event) ?? 0) + 1);
    if (sharedCounts.size === 0) return null;
    const least = SHARE_OF_TOPICS * topics.length;
    const weights = [...this.#weights(statement)];
    const isOnTopic = (event: Message): boolean =>
      (sharedCounts.get(event) ?? 0) >= least && names.every((key) => this.#hasKey(event, key));
    return lastOfBest(new Map(weights.filter(([event]) => isOnTopic(event))), 0);
  }

  /** The follow-ups that share a word with a statement, for each word. `own` are its keys. */
  #sharing(
    { text, isAnswer = false, subjectKeys }: Statement,
    own: ReadonlySet<string>,
  ): { readonly topics: FollowUp<Message>[][]; readonly names: FollowUp<Message>[][] } {
    const { keys: questionKeys } = this.#question;
    const topics: FollowUp<Message>[][] = [];
    const names: FollowUp<Message>[][] = [];
    // Any news of somebody may be about their plans.
    const isOfPlan = subjectKeys !== undefined && isPlan(text);
    const isMereName = (key: string): boolean =>
      !isOfPlan && subjectKeys?.has(key) === true && !questionKeys.has(key);
    for (const key of isAnswer ? new Set([...own, ...questionKeys]) : own) {
      const followUps = this.#byKey.get(key);
      // Words of the question are its topic, however common.
      if (followUps === undefined || this.#ignoredKeys.has(key)) continue;
      if (!isTopic(key) && !(questionKeys.has(key) && own.has(key))) continue;
      (isMereName(key) ? names : topics).push(followUps);
    }
    return { topics, names };
  }

  /** The weights of the words that later messages share with a statement; rare words weigh most. */
  #weights(statement: Statement): Map<Message, number> {
    const { text, occurredAt, isLasting = false } = statement;
    const weights = new Map<Message, number>();
    const add = ({ event, denies }: FollowUp<Message>, weight: number): void => {
      if (event.occurredAt <= occurredAt || (isLasting && !denies)) return;
      weights.set(event, (weights.get(event) ?? 0) + weight);
    };
    const weightOf = ({ length }: readonly FollowUp<Message>[]): number =>
      Math.log(1 + this.#all.length / length);
    const own = this.#withAsked(keysOf(text));
    const { topics, names } = this.#sharing(statement, own);
    for (const followUps of topics) {
      const weight = weightOf(followUps);
      for (const followUp of followUps) add(followUp, weight);
    }
    // A name alone is not enough.
    for (const followUps of names) {
      const weight = weightOf(followUps);
      for (const followUp of followUps) if (weights.has(followUp.event)) add(followUp, weight);
    }
    for (const followUp of this.#inOtherWords(statement, own)) add(followUp, LEAST_WEIGHT);
    return weights;
  }

  /**
   * The follow-ups on the topic of the question that may state, in other words, a value of the same
   * kind or of the same slot. `own` are the keys of the statement.
   */
  #inOtherWords(
    { text, isAnswer = false, slot = null }: Statement,
    own: ReadonlySet<string>,
  ): readonly FollowUp<Message>[] {
    const slotsAsked =
      slot === null
        ? slotsOf(text).filter((one) => this.#question.slots.includes(one))
        : isAnswer
          ? [slot]
          : [];
    if (slotsAsked.length === 0 && this.#valuedFollowUps.length === 0) return [];
    if (!isAnswer && slotsAsked.length === 0 && !this.#isAskedFor(own)) return [];
    const kinds = this.#valuedFollowUps.length === 0 ? [] : kindsOf(text);
    const ofKind = this.#valuedFollowUps.filter((followUp) =>
      followUp.kinds.some((kind) => kinds.includes(kind)),
    );
    if (slotsAsked.length === 0) return ofKind;
    const ofSlot = this.#all.filter(
      ({ slots, isOfUser, keys }) =>
        slots.some((slot) => slotsAsked.includes(slot)) &&
        (this.#isAskedFor(keys) || (isOfUser && this.#question.isOfUser)),
    );
    return [...new Set([...ofKind, ...ofSlot])];
  }

  #hasKey(event: Message, key: string): boolean {
    return this.#byKey.get(key)?.some((followUp) => followUp.event === event) ?? false;
  }

  #isAskedFor(keys: ReadonlySet<string>): boolean {
    for (const key of this.#question.keys)
      if (keys.has(key) && !this.#ignoredKeys.has(key)) return true;
    return false;
  }
}
