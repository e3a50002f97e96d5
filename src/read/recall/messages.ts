import { cachedByText } from "../../language/cached-by-text.ts";
import { isRequest } from "../../language/questions.ts";
import { statementsOf } from "../../language/sentences.ts";
import { wordKeysOf } from "../../language/terms.ts";
import type { Event } from "../../memory/event.ts";
import type { FactVersion } from "../../memory/fact.ts";
import { groupBy } from "../../collections/group-by.ts";
import type { EventId } from "../../memory/ids.ts";
import { earlier, type Instant, type TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { SaidMessage } from "../follow-ups.ts";
import type { SearchHit } from "../search/request.ts";
import type { QuotationItem } from "./block.ts";
import type { RecallScope } from "./scope.ts";
import { wordsShared, type Question } from "./question.ts";
import { newestVersions, passage, quotables, readDecisions, type Quotable } from "./quotations.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";

/** Maximum number of tokens of one quotation. */
const QUOTATION_TOKENS = 120;

/** The criteria for choosing messages. */
interface MessageChoice {
  readonly at: TimePoint;
  readonly question: Question;
  readonly scope: RecallScope;
  readonly vocabulary: Vocabulary;
  readonly hits: readonly SearchHit[];
  /** Whether a hit contains a word of the question as a whole word. */
  readonly isMatch: (hit: SearchHit, text: string) => boolean;
}

/** A batch of messages that were read together. */
export interface MessageBatch {
  /** The messages that a search found, the best first. */
  readonly foundEvents: readonly Event[];
  /** The newest messages, in descending order, and the maximum number of them in the block. */
  readonly newest: readonly Event[];
  readonly toldCount: number;
  /** Whether messages whose content is in facts are omitted. */
  readonly leavesOutTold: boolean;
  /** Messages that may state a change of an item, and others that contain words of it. */
  readonly followingMessages?: readonly SaidMessage[];
  readonly near?: readonly SaidMessage[];
}

/** The possible quotations of messages, the best first. */
export interface Quotations {
  /** From messages that a search found. */
  readonly foundItems: readonly QuotationItem[];
  /**
   * From messages that a search found and that were said after the time that the question asks
   * about.
   */
  readonly later: readonly QuotationItem[];
  readonly newest: readonly QuotationItem[];
  /** From messages that may state a change of an item. */
  readonly followingItems: readonly QuotationItem[];
  /**
   * From other messages that contain words of an item. Read only when called. At most three store
   * calls.
   */
  readonly near: () => Promise<readonly QuotationItem[]>;
}

/** Number of messages that are read, and number of the newest ones in the block. */
type BatchSize = Pick<MessageBatch, "toldCount" | "leavesOutTold"> & {
  readonly foundCount: number;
  readonly newest: number;
};

/** Tokens of the line of a message: of a typical line, and of a short one. */
const TOKENS_OF_MESSAGE = 25;
const TOKENS_OF_SHORT_MESSAGE = 16;
/** Maximum number of messages of each kind that are read if a block has room for more. */
const MOST_MESSAGES = 200;

const wasExtracted = ({ outcome }: Event): boolean =>
  outcome !== null && outcome.added.length + outcome.updated.length + outcome.unchanged.length > 0;

/** Maximum share of the words of a message that may be missing in its facts. */
const UNTOLD_SHARE = 0.2;

/** The facts that were extracted from each message. */
const factsByEvent = (
  facts: readonly FactVersion[],
): ReadonlyMap<EventId | null, readonly FactVersion[]> => groupBy(facts, ({ event }) => event);

/** Whether facts contain the content of a message, so that it need not be quoted as well. */
const isToldBy = (facts: readonly FactVersion[], { message }: SaidMessage): boolean => {
  const own = wordKeysOf(message);
  const untoldWords = new Set(own);
  for (const { text, slot } of facts) {
    for (const key of wordKeysOf(text)) untoldWords.delete(key);
    if (slot !== null)
      for (const key of wordKeysOf(slot.replaceAll("_", " "))) untoldWords.delete(key);
  }
  return untoldWords.size <= UNTOLD_SHARE * own.size;
};

/**
 * Whether a message states something. Cached because the same messages are read again and again.
 */
const statesSomething = cachedByText((message) => statementsOf(message).length > 0);
const asksForWork = cachedByText(isRequest);

type MessageScope = Omit<RecallScope, "self">;

const messagesIn = ({ tokenBudget }: MessageScope): number =>
  Math.ceil(tokenBudget / TOKENS_OF_MESSAGE);

/** Number of the newest messages that may be added at first. */
const newestFirst = (scope: MessageScope): number => Math.ceil(messagesIn(scope) / 2);
/** Number of the newest messages that are searched for changes of the items. */
const NEWEST_WITH_CHANGES = 60;
const newestRead = (scope: MessageScope): number =>
  Math.max(newestFirst(scope), scope.withChanges ? NEWEST_WITH_CHANGES : 0);

/**
 * The newest messages of a view without those of cleared sessions; by default, the number that is
 * read first. At most one store call.
 */
export const readNewest = async (
  space: SpaceStore,
  { knownAt, validAt }: TimePoint,
  scope: MessageScope,
  first = newestRead(scope),
): Promise<readonly Event[]> => {
  const { session, tags, withNewest } = scope;
  if (!withNewest) return [];
  const { items } = await space.eventLog({
    knownAt,
    page: { first },
    ...(session !== null && { session }),
    tags,
    searchable: true,
  });
  return items.map(({ item }) => item).filter(({ occurredAt }) => occurredAt <= validAt);
};

/**
 * Whether `readNewest` returns all messages of a view. At most one store call, the same as that of
 * `readNewest`.
 */
export const readsAllMessages = async (
  space: SpaceStore,
  at: TimePoint,
  scope: MessageScope,
): Promise<boolean> =>
  at.validAt >= at.knownAt && (await readNewest(space, at, scope)).length < newestRead(scope);

/** Reads the messages that matter for a question: those that a search found, and the newest. */
export class MessageReader {
  readonly #space: SpaceStore;
  readonly #choice: MessageChoice;
  readonly #hits: ReadonlyMap<EventId, SearchHit>;
  /** Messages that have been read. */
  readonly #read = new Set<EventId>();

  constructor(space: SpaceStore, choice: MessageChoice) {
    this.#space = space;
    this.#choice = choice;
    this.#hits = new Map(
      choice.hits.flatMap((hit) => (hit.kind === "EVENT" ? [[hit.subject, hit] as const] : [])),
    );
  }

  /** The messages that have not been read yet. At most two store calls. */
  async #readBatch({ foundCount, newest, ...rest }: BatchSize): Promise<MessageBatch> {
    const ids = [...this.#hits.keys()].filter((id) => !this.#read.has(id)).slice(0, foundCount);
    const [events, log] = await Promise.all([
      ids.length === 0 ? [] : this.#space.events(ids, this.#choice.at.knownAt),
      readNewest(this.#space, this.#choice.at, this.#choice.scope, newest),
    ]);
    return { foundEvents: events.flatMap((event) => event ?? []), newest: log, ...rest };
  }

  /** Reads as many messages as may fit into the budget beside facts. At most two store calls. */
  readFirst(): Promise<MessageBatch> {
    const messages = messagesIn(this.#choice.scope);
    return this.#readBatch({
      foundCount: Math.ceil(messages / 3),
      newest: newestRead(this.#choice.scope),
      toldCount: Math.ceil(messages / 2),
      leavesOutTold: true,
    });
  }

  /** Reads as many further messages as may fit into the block. At most two store calls. */
  readMore(room: number): Promise<MessageBatch> {
    const foundCount = Math.min(MOST_MESSAGES, Math.ceil(room / TOKENS_OF_SHORT_MESSAGE));
    // Some of the newest messages were read before.
    const newest = Math.min(MOST_MESSAGES, foundCount + this.#read.size);
    return this.#readBatch({ foundCount, newest, toldCount: newest, leavesOutTold: false });
  }

  /**
   * Chooses the messages of a batch that state something that no fact contains; of the newest,
   * those with words of the question come first. Marks them as read.
   */
  #choose(
    {
      foundEvents,
      newest,
      toldCount,
      leavesOutTold,
      followingMessages = [],
      near = [],
    }: MessageBatch,
    believedVersions: readonly FactVersion[],
  ): Required<Pick<MessageBatch, "foundEvents" | "newest" | "followingMessages" | "near">> {
    const chosenFollowing = followingMessages.filter(({ id }) => !this.#read.has(id));
    for (const { id } of chosenFollowing) this.#read.add(id);
    const factsOf = factsByEvent(leavesOutTold ? believedVersions : []);
    const isTold = (event: SaidMessage): boolean => {
      const facts = factsOf.get(event.id);
      return facts !== undefined && isToldBy(facts, event);
    };
    const isWanted = (event: SaidMessage): boolean =>
      !this.#read.has(event.id) && !isTold(event) && statesSomething(event.message);
    const chosenFound = foundEvents.filter(isWanted);
    for (const { id } of chosenFound) this.#read.add(id);
    const chosenNear = near.filter(isWanted);
    for (const { id } of chosenNear) this.#read.add(id);
    // A message that no search found, and whose content is in facts that do not matter here, ranks
    // lower; a request for a piece of work ranks lowest.
    const rankOf = (event: Event): number => {
      if (wordsShared(this.#choice.question, event.message) > 0) return 0;
      if (asksForWork(event.message)) return 3;
      return !leavesOutTold || factsOf.has(event.id) || !wasExtracted(event) ? 1 : 2;
    };
    const chosenNewest = newest
      .slice(0, leavesOutTold ? newestFirst(this.#choice.scope) : newest.length)
      .filter(isWanted)
      .map((event) => ({ event, rank: rankOf(event) }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, toldCount)
      .map(({ event }) => event);
    for (const { id } of chosenNewest) this.#read.add(id);
    return {
      foundEvents: chosenFound,
      newest: chosenNewest,
      followingMessages: chosenFollowing,
      near: chosenNear,
    };
  }

  /**
   * The possible quotations of some messages, without outdated statements and without mere
   * questions. `believedVersions` are the latest versions of facts. At most three store calls,
   * usually two.
   */
  async quote(batch: MessageBatch, believedVersions: readonly FactVersion[]): Promise<Quotations> {
    const { at, question } = this.#choice;
    const { foundEvents, newest, near, ...chosenMessages } = this.#choose(batch, believedVersions);
    const followingEvents = await this.#eventsOf(chosenMessages.followingMessages, [
      ...batch.foundEvents,
      ...batch.newest,
    ]);
    const quotable = await this.#reader(
      [...foundEvents, ...newest, ...followingEvents],
      believedVersions,
    );
    const then = earlier(at.validAt, question.at.validAt);
    const isLater = ({ occurredAt }: Event): boolean => occurredAt > then;
    return {
      foundItems: await quotable(
        foundEvents.filter((event) => !isLater(event)),
        then,
      ),
      later: await quotable(foundEvents.filter(isLater), at.validAt),
      newest: await quotable(newest, at.validAt),
      followingItems: await quotable(followingEvents, at.validAt),
      near: async () => {
        const events = await this.#eventsOf(near, []);
        return (await this.#reader(events, believedVersions))(events, at.validAt);
      },
    };
  }

  /**
   * The events of some messages. Events in `knownEvents` are not read again. At most one store
   * call.
   */
  async #eventsOf(
    messages: readonly SaidMessage[],
    knownEvents: readonly Event[],
  ): Promise<readonly Event[]> {
    if (messages.length === 0) return [];
    const byId = new Map(knownEvents.map((event) => [event.id, event]));
    const missingIds = messages.flatMap(({ id }) => (byId.has(id) ? [] : [id]));
    const events =
      missingIds.length === 0 ? [] : await this.#space.events(missingIds, this.#choice.at.knownAt);
    for (const event of events) if (event !== null) byId.set(event.id, event);
    return messages.flatMap(({ id }) => byId.get(id) ?? []);
  }

  /**
   * Reads the decisions about some messages. Returns a function that finds the quotable parts of
   * some of them.
   */
  async #reader(
    messages: readonly Event[],
    believedVersions: readonly FactVersion[],
  ): Promise<(events: readonly Event[], validAt: Instant) => Promise<QuotationItem[]>> {
    const { at, isMatch, vocabulary } = this.#choice;
    const records = await readDecisions(this.#space, messages, at.knownAt);
    const versions = await newestVersions(
      this.#space,
      records.factsDrawn,
      believedVersions,
      at.knownAt,
    );
    return (events, validAt) =>
      this.#items(
        quotables({ ...records, events }, versions, { ...at, validAt }, vocabulary).filter(
          ({ event, message }) => {
            const hit = this.#hits.get(event.id);
            return statesSomething(message) && (hit === undefined || isMatch(hit, message));
          },
        ),
      );
  }

  async #items(messages: readonly Quotable[]): Promise<QuotationItem[]> {
    const { question } = this.#choice;
    const items: QuotationItem[] = [];
    for (const { event, message, past } of messages) {
      const quotation = await passage(message, question.words, QUOTATION_TOKENS);
      if (quotation !== "") items.push({ kind: "EVENT", event, quotation, past });
    }
    return items;
  }
}
