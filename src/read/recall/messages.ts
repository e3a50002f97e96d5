import { statementsOf } from "../../language/sentences.ts";
import { contentHash } from "../../memory/content-hash.ts";
import type { Event } from "../../memory/event.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EventId } from "../../memory/ids.ts";
import { earlier, type TimePoint } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { SearchHit } from "../search/request.ts";
import type { ReadSettings } from "../services.ts";
import type { QuotationItem } from "./block.ts";
import type { RecallScope } from "./items.ts";
import { wordsShared, type Question } from "./question.ts";
import {
  newestVersions,
  passage,
  quotables,
  readDecisions,
  type MessageRecords,
  type Quotable,
} from "./quotations.ts";

/** What decides which messages matter. */
interface MessageChoice {
  readonly at: TimePoint;
  readonly question: Question;
  readonly scope: RecallScope;
  readonly settings: ReadSettings;
  readonly hits: readonly SearchHit[];
  /** Whether a hit has a word of the question, not only within another word. */
  readonly isMatch: (hit: SearchHit, text: string) => boolean;
}

/** Messages that were read together. */
interface MessageBatch {
  /** Those that a search found. */
  readonly found: readonly Event[];
  readonly newest: readonly Event[];
  readonly records: MessageRecords;
}

/** What may be quoted of messages, the best first. */
export interface Quotations {
  /** Of messages that a search found and of which nothing became a fact. */
  readonly found: readonly QuotationItem[];
  /** Of messages that a search found and of which facts tell. */
  readonly extracted: readonly QuotationItem[];
  /** Of messages that a search found and that were said after the time that the question asks about. */
  readonly later: readonly QuotationItem[];
  readonly newest: readonly QuotationItem[];
}

/** How many messages are read, and how many of the newest are told. */
interface BatchSize {
  readonly found: number;
  readonly newest: number;
  readonly told: number;
  /** Whether messages of which facts tell are left out. */
  readonly isFirst: boolean;
}

/** Tokens of the shortest line of a message. */
const TOKENS_OF_MESSAGE = 25;
/** Messages of a kind that are read where a block has room for more, at most. */
const MOST_MESSAGES = 200;

const wasExtracted = ({ outcome }: Event): boolean =>
  outcome !== null && outcome.added.length + outcome.updated.length + outcome.unchanged.length > 0;

/** Reads the messages that matter for a question: those that a search found, and the newest. */
export class MessageReader {
  readonly #space: SpaceStore;
  readonly #choice: MessageChoice;
  readonly #hits: ReadonlyMap<EventId, SearchHit>;
  /** Messages that were read already. */
  readonly #read = new Set<EventId>();

  constructor(space: SpaceStore, choice: MessageChoice) {
    this.#space = space;
    this.#choice = choice;
    this.#hits = new Map(
      choice.hits.flatMap((hit) => (hit.kind === "EVENT" ? [[hit.subject, hit] as const] : [])),
    );
  }

  /** The newest messages of the view. At most one store call. */
  async #newest(first: number): Promise<readonly Event[]> {
    const { session, withNewest } = this.#choice.scope;
    if (!withNewest) return [];
    const { knownAt, validAt } = this.#choice.at;
    const { items } = await this.#space.eventLog({
      knownAt,
      page: { first },
      ...(session !== null && { session }),
    });
    return items.map(({ item }) => item).filter(({ occurredAt }) => occurredAt <= validAt);
  }

  /**
   * The newest of some messages that state something: first those of which nothing became a fact,
   * then those near to the question.
   */
  #chooseNewest(log: readonly Event[], count: number, isFirst: boolean): Event[] {
    const rankOf = (event: Event): number =>
      2 * Number(wasExtracted(event)) -
      Number(wordsShared(this.#choice.question, event.message) > 0);
    return log
      .filter((event) => !this.#read.has(event.id) && !(isFirst && wasExtracted(event)))
      .filter(({ message }) => statementsOf(message).length > 0)
      .map((event) => ({ event, rank: rankOf(event) }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, count)
      .map(({ event }) => event);
  }

  /**
   * Messages that were not read yet; at first those alone of which nothing became a fact, since
   * facts tell the others. At most three store calls.
   */
  async #readBatch({
    found: mostFound,
    newest: mostNewest,
    told,
    isFirst,
  }: BatchSize): Promise<MessageBatch> {
    const { knownAt } = this.#choice.at;
    const ids = [...this.#hits.keys()].filter((id) => !this.#read.has(id)).slice(0, mostFound);
    const [events, log] = await Promise.all([
      ids.length === 0 ? [] : this.#space.events(ids, knownAt),
      this.#newest(mostNewest),
    ]);
    const found = events.flatMap((event) =>
      event === null || (isFirst && wasExtracted(event)) ? [] : event,
    );
    for (const { id } of found) this.#read.add(id);
    const newest = this.#chooseNewest(log, told, isFirst);
    for (const { id } of newest) this.#read.add(id);
    const records = await readDecisions(this.#space, [...found, ...newest], knownAt);
    return { found, newest, records };
  }

  /** As many messages as the budget may hold beside facts. At most three store calls. */
  readFirst(): Promise<MessageBatch> {
    const messages = Math.ceil(this.#choice.scope.tokenBudget / TOKENS_OF_MESSAGE);
    return this.#readBatch({
      found: Math.ceil(messages / 3),
      newest: Math.ceil(messages / 2),
      told: Math.ceil(messages / 4),
      isFirst: true,
    });
  }

  /** More messages, for a block that has room for them. At most three store calls. */
  readMore(): Promise<MessageBatch> {
    return this.#readBatch({
      found: MOST_MESSAGES,
      newest: MOST_MESSAGES,
      told: MOST_MESSAGES,
      isFirst: false,
    });
  }

  /**
   * What may be quoted of some messages: nothing outdated, no mere question, and nothing that a
   * fact says word for word. `believed` are newest versions of facts. At most one store call.
   */
  async quote(
    { found, newest, records }: MessageBatch,
    believed: readonly FactVersion[],
  ): Promise<Quotations> {
    const { at, question, isMatch } = this.#choice;
    const versions = await newestVersions(this.#space, records.drawn, believed, at.knownAt);
    const hashes = new Set(believed.map(({ hash }) => hash));
    const quotable = (events: readonly Event[], validAt: TimePoint["validAt"]): Quotable[] =>
      quotables({ ...records, events }, versions, { ...at, validAt }).filter(
        ({ event, message }) => {
          const hit = this.#hits.get(event.id);
          return (
            !hashes.has(contentHash(message)) &&
            statementsOf(message).length > 0 &&
            (hit === undefined || isMatch(hit, message))
          );
        },
      );
    const then = earlier(at.validAt, question.at.validAt);
    const isLater = ({ occurredAt }: Event): boolean => occurredAt > then;
    const ofFound = quotable(
      found.filter((event) => !isLater(event)),
      then,
    );
    return {
      found: await this.#items(ofFound.filter(({ isExtracted }) => !isExtracted)),
      extracted: await this.#items(ofFound.filter(({ isExtracted }) => isExtracted)),
      later: await this.#items(quotable(found.filter(isLater), at.validAt)),
      newest: await this.#items(quotable(newest, at.validAt)),
    };
  }

  async #items(messages: readonly Quotable[]): Promise<QuotationItem[]> {
    const { question, settings } = this.#choice;
    const items: QuotationItem[] = [];
    for (const { event, message } of messages) {
      const quotation = await passage(message, question.words, settings.quotationTokens);
      if (quotation !== "") items.push({ kind: "EVENT", event, quotation });
    }
    return items;
  }
}
