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

/** What is told, and when it was said. */
export interface Statement {
  readonly text: string;
  readonly occurredAt: Instant;
  /** Whether it answers the question by a slot: it speaks of what the question asks for, whatever its words. */
  readonly isAnswer?: boolean;
}

/** Statements whose words are searched for, how many words of each and of all, and hits of that search. */
const MOST_SEEDS = 10;
const WORDS_OF_SEED = 3;
const MOST_WORDS = 6;
const MOST_HITS = 12;
/** Maximum number of words that say the same as those of the question. */
const MOST_RELATED = 20;
/** Statements of which a block tells what was said later: of what answers, and of the user. */
const MOST_FOLLOWED = 16;
const MOST_STANDING_FOLLOWED = 8;
/** What shared words must weigh: a word that three in ten messages have weighs as much. */
const LEAST_WEIGHT = 1.5;
/** Of the messages that share so much of the best weight, the last one counts. */
const SHARE_OF_BEST = 0.75;

/** Of the keys of words that say the same as a topic of the question, the key of that. */
const keysAsked = ({ words }: Question): ReadonlyMap<string, string> => {
  const topics = words.filter((word) => isTopic(wordKey(word)));
  return new Map(
    [...relatedWords(topics, MOST_RELATED)].flatMap(([term, related]) =>
      related.map(({ word }) => [wordKey(word), wordKey(term)] as const),
    ),
  );
};

/** What the sentences of a message that may tell of a change have. */
interface Announcement {
  readonly event: Event;
  /** The keys of their meaningful words. */
  readonly keys: ReadonlySet<string>;
  /** The kinds of the values that they tell. */
  readonly kinds: readonly KindOfValue[];
}

const announcements = new WeakMap<Event, Announcement>();

/** What a message may tell a change of, kept: the same are read again and again. */
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
 * The messages said later that may tell of a change of what a statement says: those with words of it
 * that few others have, in a sentence that tells of a change. It understands nothing more, and so
 * finds a change that was not extracted, too.
 */
export class FollowUps {
  readonly #question: Question;
  /** Keys of the user's own names, which say nothing. */
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

  /** The last message that may tell of a change of a statement; null if none does. */
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

  /** What the words weigh that messages said later share with a statement, rare ones the most. */
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
    // Of what the question asks for, a value of the same kind is told.
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

/** The words by which messages are sought that speak of the same as some statements. */
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
 * Messages that have words of the facts that a search found, the best first. None if the newest
 * messages are all that there are. At most two store calls beside that for the newest messages.
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

/** What was said later of what a block tells. */
interface Followed {
  readonly followUps: FollowUps | null;
  /** Messages that may tell of a change of what answers, or of what is always told of the user. */
  readonly following: readonly Event[];
  /** Other messages with words of what answers. */
  readonly near: readonly Event[];
}

export const NOTHING_FOLLOWED: Followed = { followUps: null, following: [], near: [] };

const statementOf = (item: RecallItem): Statement =>
  item.kind === "FACT" ? item.version : { text: item.quotation, occurredAt: item.event.occurredAt };

/** Facts and messages, those of the slots first, then in the order of the hits that they come from. */
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

/** What was said later of what answers, and of what is always told of the user. */
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

/** The items of a tier, each with when something was said that may have changed it. */
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
