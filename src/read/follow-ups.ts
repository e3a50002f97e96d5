import {
  daysNamed,
  isDenying,
  isOver,
  statesPlan,
  isTopic,
  isUndoing,
  kindsOfValue,
  sentencesOfChange,
  slotsTouched,
  type KindOfValue,
} from "../language/announced-changes.ts";
import { cachedByText } from "../language/cached-by-text.ts";
import { speaksOfSelf } from "../language/questions.ts";
import { goesOn, refersBack } from "../language/refers-back.ts";
import { relatedWords } from "../language/related-words.ts";
import { wordKey } from "../language/spelling.ts";
import { wordKeysOf } from "../language/terms.ts";
import type { EventId } from "../memory/ids.ts";
import { compareText, MILLIS_PER_DAY, plusMillis, type Instant } from "../memory/time.ts";

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
  /** Whether the user is its subject, or says it of themself. */
  readonly isOfUser?: boolean;
}

/** Maximum number of related words that are treated as words of the question. */
const MOST_RELATED = 20;
/** Minimum weight of the shared words. A word in three of ten messages has this weight. */
const LEAST_WEIGHT = 1.5;
/** Among the messages with at least this share of the best weight, the latest one counts. */
const SHARE_OF_BEST = 0.75;
/** Maximum time between a message and the next one, if that goes on about the same. */
const MOST_PAUSE_MILLIS = 14 * MILLIS_PER_DAY;
/**
 * Minimum share of the common topics of a question and a statement in a message on the same topic.
 */
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

/** The keys of names that tell whom a text is about, and not what it states. */
export interface KnownNames {
  /** Names of the user. They tell nothing. */
  readonly ofUser: ReadonlySet<string>;
  /** Names of others. Only a question about them, an answer or a plan makes them a topic. */
  readonly ofOthers: ReadonlySet<string>;
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
  /** Whether it says "she" or "him" of somebody whom it may not name. */
  readonly refersBack: boolean;
  /** The keys of the words with which its sentences open. */
  readonly openings: ReadonlySet<string>;
  readonly denies: boolean;
  /** Whether it may undo what is over. */
  readonly undoes: boolean;
  /** Whether the message goes on about what the message before it said. */
  readonly goesOn: boolean;
}

/** The keys of the meaningful words of a text, and the days that it names. */
const keysOf = (text: string): ReadonlySet<string> => {
  const days = daysNamed(text);
  return days.length === 0 ? wordKeysOf(text) : new Set([...wordKeysOf(text), ...days]);
};

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
    refersBack: refersBack(text),
    openings: new Set(sentences.flatMap((sentence) => [...wordKeysOf(sentence)].slice(0, 1))),
    denies: isDenying(text),
    undoes: isUndoing(text),
    goesOn: sentences.length > 0 && goesOn(message),
  };
});

/**
 * What the text of a statement says that a message may change. Each part is read when it is needed.
 */
class StatementText {
  readonly #text: string;
  readonly keys: ReadonlySet<string>;
  #kinds: readonly KindOfValue[] | undefined;
  #slots: readonly string[] | undefined;
  #isPlan: boolean | undefined;
  #isOver: boolean | undefined;

  constructor(text: string) {
    this.#text = text;
    this.keys = keysOf(text);
  }

  get kinds(): readonly KindOfValue[] {
    return (this.#kinds ??= kindsOfValue(this.#text));
  }

  get slots(): readonly string[] {
    return (this.#slots ??= slotsTouched(this.#text));
  }

  get isPlan(): boolean {
    return (this.#isPlan ??= statesPlan(this.#text));
  }

  get isOver(): boolean {
    return (this.#isOver ??= isOver(this.#text));
  }
}

/** Cached because the same statements are made for many questions. */
const readText = cachedByText((text) => new StatementText(text));

/** A statement that was looked up, with the result. */
interface FollowedStatement<Message> {
  readonly statement: Statement;
  readonly message: Message | null;
}

/** Whether two statements with the same text have the same follow-ups. */
const isFollowedAlike = (a: Statement, b: Statement): boolean =>
  a.occurredAt === b.occurredAt &&
  (a.isAnswer ?? false) === (b.isAnswer ?? false) &&
  (a.isLasting ?? false) === (b.isLasting ?? false) &&
  (a.isOfUser ?? false) === (b.isOfUser ?? false) &&
  (a.subjectKeys === undefined) === (b.subjectKeys === undefined);

/** A message that may state a change, with the topics of the question that it contains. */
interface FollowUp<Message> {
  readonly event: Message;
  readonly announcement: Announcement;
  /** The keys of the announcement, and the topics of the question to which they are related. */
  keys: ReadonlySet<string>;
  /** The names of others in the announcement. */
  readonly others: readonly string[];
  /** Its position among all messages, and among them in the order in which they were said. */
  readonly place: number;
  rank: number;
}

/** The follow-ups that contain a name. */
interface NameFollowUps<Message> {
  readonly key: string;
  readonly followUps: readonly FollowUp<Message>[];
}

/** The people whom a statement is about. */
interface Whom {
  readonly isOfUser: boolean;
  /** The keys of the names of others. */
  readonly names: ReadonlySet<string>;
}

/** Whether an announcement may be about the same people as a statement. */
const mayConcern = (
  { isOfUser, names }: Whom,
  { announcement, others, keys }: FollowUp<unknown>,
): boolean => {
  if ([...names].some((key) => keys.has(key))) return true;
  if (isOfUser) return announcement.isOfUser || others.length === 0;
  return announcement.refersBack || (others.length === 0 && !announcement.isOfUser);
};

/** The follow-ups that contain a word. */
interface WordFollowUps<Message> {
  readonly followUps: FollowUp<Message>[];
  readonly isTopic: boolean;
}

/** The follow-ups of one statement, in the order in which they were found, with their weights. */
class Weights<Message extends SaidMessage> {
  #found: FollowUp<Message>[] = [];
  readonly #byPlace: Float64Array;

  /** Weights for a number of messages. */
  constructor(messages: number) {
    this.#byPlace = new Float64Array(messages);
  }

  /** Takes all weights back, for another statement. */
  clear(): void {
    for (const { place } of this.#found) this.#byPlace[place] = 0;
    this.#found = [];
  }

  of({ place }: FollowUp<Message>): number {
    return this.#byPlace[place] ?? 0;
  }

  add(followUp: FollowUp<Message>, weight: number): void {
    this.#set(followUp, this.of(followUp) + weight);
  }

  /** Gives a follow-up at least the least weight. */
  raise(followUp: FollowUp<Message>): void {
    this.#set(followUp, Math.max(this.of(followUp), LEAST_WEIGHT));
  }

  #set(followUp: FollowUp<Message>, weight: number): void {
    if (this.of(followUp) === 0) this.#found.push(followUp);
    this.#byPlace[followUp.place] = weight;
  }

  /**
   * The latest message whose weight is close to the best one and at least `least`; null if there is
   * none. Only messages for which `counts` is true are considered.
   */
  lastOfBest(least: number, counts: (message: Message) => boolean = () => true): Message | null {
    const countedEvents = this.#found.filter(({ event }) => counts(event));
    let best = 0;
    for (const followUp of countedEvents) best = Math.max(best, this.of(followUp));
    const almostBest = Math.max(least, SHARE_OF_BEST * best);
    let last: Message | null = null;
    for (const followUp of countedEvents)
      if (
        this.of(followUp) >= almostBest &&
        (last === null || compareText(followUp.event.occurredAt, last.occurredAt) > 0)
      )
        last = followUp.event;
    return last;
  }
}

/**
 * Finds the later messages that may state a change of a statement: they share rare words with it,
 * in a sentence with a word of change. It does not understand the text. It therefore also finds
 * changes that extraction missed.
 */
export class FollowUps<Message extends SaidMessage> {
  readonly #question: AskedWords;
  readonly #names: KnownNames;
  readonly #askedKeys: ReadonlyMap<string, string>;
  readonly #all: readonly FollowUp<Message>[];
  /** The follow-ups on a topic of the question that contain a value. */
  readonly #valuedFollowUps: readonly FollowUp<Message>[];
  readonly #byKey = new Map<string, WordFollowUps<Message>>();
  /** All follow-ups in the order in which they were said. */
  readonly #inOrder: readonly FollowUp<Message>[];
  /** The follow-ups that go on about the message of an instant. */
  readonly #nextByInstant = new Map<Instant, FollowUp<Message>>();
  readonly #weights: Weights<Message>;
  /** The statements that were looked up, by text. */
  readonly #followed = new Map<StatementText, FollowedStatement<Message>[]>();

  constructor(events: Iterable<Message>, question: AskedWords, names: KnownNames) {
    this.#question = question;
    this.#names = names;
    this.#askedKeys = keysAsked(question);
    const byId = new Map([...events].map((event) => [event.id, event]));
    this.#all = Array.from(byId.values(), (event, place) => {
      const announcement = announcementOf(event.message);
      const { keys } = announcement;
      const others = [...keys].filter((key) => names.ofOthers.has(key));
      return { event, announcement, keys, others, place, rank: 0 };
    });
    this.#weights = new Weights(this.#all.length);
    this.#inOrder = this.#all.toSorted((a, b) =>
      compareText(a.event.occurredAt, b.event.occurredAt),
    );
    this.#noteOrder();
    for (const followUp of this.#all)
      for (const key of followUp.keys) {
        const word = this.#byKey.get(key);
        if (word !== undefined) word.followUps.push(followUp);
        else this.#byKey.set(key, { followUps: [followUp], isTopic: isTopic(key) });
      }
    this.#addAsked();
    this.#valuedFollowUps = this.#all.filter(
      ({ keys, announcement }) => announcement.kinds.length > 0 && this.#isAskedFor(keys),
    );
  }

  /** Adds the topics of the question to the follow-ups that contain words related to them. */
  #addAsked(): void {
    const relatedFollowUps = [...this.#askedKeys.keys()].flatMap(
      (key) => this.#byKey.get(key)?.followUps ?? [],
    );
    for (const followUp of new Set(relatedFollowUps)) {
      followUp.keys = this.#withAsked(followUp.announcement.keys);
      for (const key of followUp.keys) {
        if (followUp.announcement.keys.has(key)) continue;
        const { followUps } = this.#byKey.get(key) ?? { followUps: [] };
        this.#byKey.set(key, {
          followUps: [...followUps, followUp].toSorted((a, b) => a.place - b.place),
          isTopic: isTopic(key),
        });
      }
    }
  }

  #noteOrder(): void {
    for (const [rank, followUp] of this.#inOrder.entries()) {
      followUp.rank = rank;
      const before = this.#inOrder[rank - 1]?.event.occurredAt;
      if (!followUp.announcement.goesOn || before === undefined) continue;
      if (followUp.event.occurredAt <= plusMillis(before, MOST_PAUSE_MILLIS))
        this.#nextByInstant.set(before, followUp);
    }
  }

  /** The rank of the first message that was said after an instant. */
  #rankAfter(instant: Instant): number {
    let low = 0;
    for (let high = this.#inOrder.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((this.#inOrder[middle]?.event.occurredAt ?? instant) <= instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #withAsked(keys: ReadonlySet<string>): ReadonlySet<string> {
    if (this.#askedKeys.size === 0) return keys;
    let withAsked: Set<string> | undefined;
    for (const key of keys) {
      const askedKey = this.#askedKeys.get(key);
      if (askedKey !== undefined) (withAsked ??= new Set(keys)).add(askedKey);
    }
    return withAsked ?? keys;
  }

  /** The latest message that may state a change of a statement; null if there is none. */
  of(statement: Statement): Message | null {
    const text = readText(statement.text);
    const knownStatements = this.#followed.get(text) ?? [];
    const same = knownStatements.find((other) => isFollowedAlike(other.statement, statement));
    if (same !== undefined) return same.message;
    const weights = this.#weigh(statement, text);
    const next = this.#nextByInstant.get(statement.occurredAt);
    if (next !== undefined) weights.raise(next);
    const message = weights.lastOfBest(LEAST_WEIGHT);
    this.#followed.set(text, [...knownStatements, { statement, message }]);
    return message;
  }

  /**
   * The same, limited to messages with the names in the question (`names`: their keys) and with at
   * least half of the other topics that the question and the statement share. There is no minimum
   * weight, so that it also works among few messages.
   */
  onTopic(statement: Statement, names: readonly string[]): Message | null {
    const text = readText(statement.text);
    const topics = [...this.#question.keys].filter(
      (key) => text.keys.has(key) && isTopic(key) && !names.includes(key),
    );
    if (topics.length === 0) return null;
    const sharedCounts = new Map<Message, number>();
    for (const key of topics)
      for (const { event } of this.#byKey.get(key)?.followUps ?? [])
        sharedCounts.set(event, (sharedCounts.get(event) ?? 0) + 1);
    if (sharedCounts.size === 0) return null;
    const least = SHARE_OF_TOPICS * topics.length;
    const isOnTopic = (event: Message): boolean =>
      (sharedCounts.get(event) ?? 0) >= least && names.every((key) => this.#hasKey(event, key));
    return this.#weigh(statement, text).lastOfBest(0, isOnTopic);
  }

  /** The follow-ups that share a word with a statement, for each word. `own` are its keys. */
  #sharing(
    { isAnswer = false, subjectKeys }: Statement,
    text: StatementText,
    own: ReadonlySet<string>,
  ): {
    readonly topics: (readonly FollowUp<Message>[])[];
    readonly names: NameFollowUps<Message>[];
  } {
    const { keys: questionKeys } = this.#question;
    const topics: (readonly FollowUp<Message>[])[] = [];
    const names: NameFollowUps<Message>[] = [];
    // Any news of somebody may be about their plans.
    const isOfPlan = subjectKeys !== undefined && text.isPlan;
    const isMereName = (key: string): boolean =>
      !isOfPlan &&
      !questionKeys.has(key) &&
      (subjectKeys?.has(key) === true || (!isAnswer && this.#names.ofOthers.has(key)));
    for (const key of isAnswer ? new Set([...own, ...questionKeys]) : own) {
      const word = this.#byKey.get(key);
      // Words of the question are its topic, however common.
      if (word === undefined || this.#names.ofUser.has(key)) continue;
      if (!word.isTopic && !(questionKeys.has(key) && own.has(key))) continue;
      if (isMereName(key)) names.push({ key, followUps: word.followUps });
      else topics.push(word.followUps);
    }
    return { topics, names };
  }

  /**
   * Whom a statement is about: the user, or others with some names; null if that does not matter.
   */
  #whomOf(statement: Statement, text: StatementText): Whom | null {
    const { isAnswer = false, isOfUser = false, subjectKeys } = statement;
    if (text.isPlan || this.#names.ofOthers.size === 0 || (isAnswer && !isOfUser)) return null;
    const names = new Set([...text.keys].filter((key) => this.#names.ofOthers.has(key)));
    if (!isOfUser) for (const key of subjectKeys ?? []) names.add(key);
    return isOfUser || names.size > 0 ? { isOfUser, names } : null;
  }

  /** The weights of the words that later messages share with a statement; rare words weigh most. */
  #weigh(statement: Statement, text: StatementText): Weights<Message> {
    const { occurredAt, isLasting = false } = statement;
    const weights = this.#weights;
    weights.clear();
    const rankAfter = this.#rankAfter(occurredAt);
    const whom = this.#whomOf(statement, text);
    const add = (followUp: FollowUp<Message>, weight: number): void => {
      const { denies, undoes } = followUp.announcement;
      if (followUp.rank < rankAfter || (isLasting && !denies) || (text.isOver && !undoes)) return;
      if (whom !== null && !mayConcern(whom, followUp)) return;
      weights.add(followUp, weight);
    };
    const weightOf = ({ length }: readonly FollowUp<Message>[]): number =>
      Math.log(1 + this.#all.length / length);
    const own = this.#withAsked(text.keys);
    const { topics, names } = this.#sharing(statement, text, own);
    for (const followUps of topics) {
      const weight = weightOf(followUps);
      for (const followUp of followUps) add(followUp, weight);
    }
    // A name alone is not enough, unless the user tells news of somebody whom the statement names.
    for (const { key, followUps } of names) {
      const weight = weightOf(followUps);
      const isNews = ({ announcement: { openings, isOfUser } }: FollowUp<Message>): boolean =>
        isOfUser &&
        statement.slot != null &&
        openings.has(key) &&
        statement.subjectKeys?.has(key) !== true;
      for (const followUp of followUps)
        if (weights.of(followUp) > 0 || isNews(followUp)) add(followUp, weight);
    }
    for (const followUp of this.#inOtherWords(statement, text, own)) add(followUp, LEAST_WEIGHT);
    return weights;
  }

  /**
   * The follow-ups on the topic of the question that may state, in other words, a value of the same
   * kind or of the same slot. `own` are the keys of the statement.
   */
  #inOtherWords(
    { isAnswer = false, slot = null }: Statement,
    text: StatementText,
    own: ReadonlySet<string>,
  ): readonly FollowUp<Message>[] {
    const slotsAsked =
      slot === null
        ? text.slots.filter((one) => this.#question.slots.includes(one))
        : isAnswer
          ? [slot]
          : [];
    if (slotsAsked.length === 0 && this.#valuedFollowUps.length === 0) return [];
    if (!isAnswer && slotsAsked.length === 0 && !this.#isAskedFor(own)) return [];
    const kinds = this.#valuedFollowUps.length === 0 ? [] : text.kinds;
    const ofKind = this.#valuedFollowUps.filter(({ announcement }) =>
      announcement.kinds.some((kind) => kinds.includes(kind)),
    );
    if (slotsAsked.length === 0) return ofKind;
    const ofSlot = this.#all.filter(
      ({ announcement: { slots, isOfUser }, keys }) =>
        slots.some((slot) => slotsAsked.includes(slot)) &&
        (this.#isAskedFor(keys) || (isOfUser && this.#question.isOfUser)),
    );
    return [...new Set([...ofKind, ...ofSlot])];
  }

  #hasKey(event: Message, key: string): boolean {
    return this.#byKey.get(key)?.followUps.some((followUp) => followUp.event === event) ?? false;
  }

  #isAskedFor(keys: ReadonlySet<string>): boolean {
    for (const key of this.#question.keys)
      if (keys.has(key) && !this.#names.ofUser.has(key)) return true;
    return false;
  }
}
