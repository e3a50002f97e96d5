import {
  isTopic,
  kindsOfValue,
  sentencesOfChange,
  type KindOfValue,
} from "../language/announced-changes.ts";
import { keptByText } from "../language/kept-by-text.ts";
import { relatedWords } from "../language/related-words.ts";
import { wordKey } from "../language/spelling.ts";
import { wordKeysOf } from "../language/terms.ts";
import type { EventId } from "../memory/ids.ts";
import { compareText, type Instant } from "../memory/time.ts";

/** A statement, and the time at which it was said. */
export interface Statement {
  readonly text: string;
  readonly occurredAt: Instant;
  /** Whether it answers the question by its slot, even if it shares no word with the question. */
  readonly isAnswer?: boolean;
}

/** Maximum number of related words that are treated as words of the question. */
const MOST_RELATED = 20;
/** Minimum weight of the shared words. A word in three of ten messages has this weight. */
const LEAST_WEIGHT = 1.5;
/** Among the messages with at least this share of the best weight, the latest one counts. */
const SHARE_OF_BEST = 0.75;
/** Minimum share of the common topics of a question and a statement in a message on the same topic. */
const SHARE_OF_TOPICS = 0.5;

/** The topics of a question: its meaningful words, and their keys (`wordKey`). */
export interface AskedWords {
  readonly words: readonly string[];
  readonly keys: ReadonlySet<string>;
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
}

/**
 * The possible change that each message states. Cached because the same messages are read for many
 * questions.
 */
const announcementOf = keptByText((message): Announcement => {
  const sentences = sentencesOfChange(message);
  return {
    keys: new Set(sentences.flatMap((sentence) => [...wordKeysOf(sentence)])),
    kinds: kindsOfValue(sentences.join(" ")),
  };
});

const kindsOf = keptByText(kindsOfValue);

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
  /** The result for each statement that was looked up. */
  readonly #messagesByKey = new Map<string, Message | null>();

  constructor(events: Iterable<Message>, question: AskedWords, ignoredKeys: ReadonlySet<string>) {
    this.#question = question;
    this.#ignoredKeys = ignoredKeys;
    this.#askedKeys = keysAsked(question);
    const byId = new Map([...events].map((event) => [event.id, event]));
    this.#all = Array.from(byId.values(), (event) => {
      const { keys, kinds } = announcementOf(event.message);
      return { event, keys: this.#withAsked(keys), kinds };
    });
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

  #withAsked(keys: ReadonlySet<string>): ReadonlySet<string> {
    if (this.#askedKeys.size === 0) return keys;
    const keysAskedFor = [...keys].flatMap((key) => this.#askedKeys.get(key) ?? []);
    return keysAskedFor.length === 0 ? keys : new Set([...keys, ...keysAskedFor]);
  }

  /** The latest message that may state a change of a statement; null if there is none. */
  of(statement: Statement): Message | null {
    const { text, occurredAt, isAnswer = false } = statement;
    const key = `${isAnswer} ${occurredAt} ${text}`;
    const knownMessage = this.#messagesByKey.get(key);
    if (knownMessage !== undefined) return knownMessage;
    const last = lastOfBest(this.#weights(statement), LEAST_WEIGHT);
    this.#messagesByKey.set(key, last);
    return last;
  }

  /**
   * The same, limited to messages with the names in the question (`names`: their keys) and with at
   * least half of the other topics that the question and the statement share. There is no minimum
   * weight, so that it also works among few messages.
   */
  onTopic(statement: Statement, names: readonly string[]): Message | null {
    const own = wordKeysOf(statement.text);
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

  /** The weights of the words that later messages share with a statement; rare words weigh most. */
  #weights({ text, occurredAt, isAnswer = false }: Statement): ReadonlyMap<Message, number> {
    const weights = new Map<Message, number>();
    const add = ({ event }: FollowUp<Message>, weight: number): void => {
      if (event.occurredAt > occurredAt) weights.set(event, (weights.get(event) ?? 0) + weight);
    };
    const own = this.#withAsked(wordKeysOf(text));
    const { keys: questionKeys } = this.#question;
    for (const key of isAnswer ? new Set([...own, ...questionKeys]) : own) {
      const sharingFollowUps = this.#byKey.get(key);
      // Words of the question are its topic, however common.
      if (sharingFollowUps === undefined || this.#ignoredKeys.has(key)) continue;
      if (!isTopic(key) && !(questionKeys.has(key) && own.has(key))) continue;
      const weight = Math.log(1 + this.#all.length / sharingFollowUps.length);
      for (const followUp of sharingFollowUps) add(followUp, weight);
    }
    if (this.#valuedFollowUps.length === 0 || !(isAnswer || this.#isAskedFor(own))) return weights;
    // A follow-up on the topic of the question may state a value of the same kind in other words.
    const kinds = kindsOf(text);
    for (const followUp of this.#valuedFollowUps)
      if (followUp.kinds.some((kind) => kinds.includes(kind))) add(followUp, LEAST_WEIGHT);
    return weights;
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
