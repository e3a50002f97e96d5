import { cachedByText } from "../../language/cached-by-text.ts";
import { fencedLine, fencedQuotation, inFrame } from "../../language/fence.ts";
import { foldName } from "../../language/names.ts";
import { countTokens, TokenCounts } from "../../language/tokens.ts";
import { withoutEnd } from "../../language/trimming.ts";
import { contentHash } from "../../memory/content-hash.ts";
import { namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import { factVersionId, type FactVersion, type SourceContext } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import { compareText, type Instant, type TimePoint } from "../../memory/time.ts";
import { calendarDate, factInterval, standingAt, type FactStanding } from "./calendar-date.ts";
import type { PastShare } from "./quotations.ts";

/** A fact, under the entity that it is shown with. */
export interface FactItem {
  readonly kind: "FACT";
  readonly entity: EntityVersion;
  readonly version: FactVersion;
}

/** The words of a message. */
export interface QuotationItem {
  readonly kind: "EVENT";
  readonly event: Event;
  readonly quotation: string;
  readonly past: PastShare;
}

export type RecallItem = FactItem | QuotationItem;

/** The evidence of a statement in a block. */
export type Citation =
  | { readonly kind: "FACT"; readonly version: FactVersion }
  | { readonly kind: "EVENT"; readonly event: Event }
  | { readonly kind: "ENTITY"; readonly entity: EntityVersion };

/** A block of context. `[n]` in its text refers to the nth citation. */
export interface RecallBlock {
  readonly text: string;
  readonly citations: readonly Citation[];
  /** Tokens of the text, as o200k_base counts them. */
  readonly tokens: number;
}

/** Items of one kind of source, the best first. */
export interface ItemGroup {
  readonly items: readonly RecallItem[];
  /**
   * Share of the budget that the group may take before the other groups get more than their shares.
   */
  readonly share: number;
  /** Whether its items hold at the time that the question asks about. */
  readonly isOfTimeAsked: boolean;
}

/** The items for a block. */
export interface BlockItems {
  /** The groups that answer the question, the best first. */
  readonly answeringGroups: readonly ItemGroup[];
  /**
   * Further items that may answer. They are read only if there is room for them after all shares.
   */
  readonly near: () => Promise<ItemGroup>;
  /** The groups that do not depend on the question. */
  readonly background: readonly ItemGroup[];
  /** Reads more items for a budget that has room for them. Reads nothing before it is called. */
  readonly more: (room: () => number) => AsyncIterable<ItemGroup>;
}

/** The key of the content of an item: items with the same key say the same. */
export const recallKey = (item: RecallItem): string =>
  item.kind === "EVENT"
    ? item.event.id
    : `${item.entity.entity} ${item.version.hash || factVersionId(item.version)}`;

/** The name of a speaker who has none. */
const NAMELESS = "user";

/** The user's entity if the user has a name, else null. */
export const namedUser = (user: EntityVersion | null): EntityVersion | null =>
  user === null || foldName(user.name) === NAMELESS ? null : user;

/** An entity as the heading of its facts: `- Clara Rezende (person)`. */
export const entityHeading = ({ name, type }: EntityVersion): string =>
  `- ${fencedLine(name)} (${fencedLine(type)})`;

/** The text of a fact without its final full stop. */
const plainFactText = ({ text }: FactVersion): string => withoutEnd(fencedLine(text), /[.;]/u);

/** How a fact came to be known. */
const SOURCES: Readonly<Record<SourceContext, string>> = {
  STATED: "said",
  INFERRED_FROM_RELATION: "inferred",
  ASSERTED: "recorded",
  CORRECTED: "corrected",
  IMPORTED: "imported",
};

/** The frame of a block: the data, besides its items, on which its lines depend. */
export interface BlockFrame {
  /** The user's own entity, with a name or without. */
  readonly self: EntityId | null;
  /** The user's entity, if the user has a name. */
  readonly user: EntityVersion | null;
  /** The time point at which facts are marked as past or future. */
  readonly at: TimePoint;
  /** The time that the question asks about, in words and dates; null if it names no other time. */
  readonly timeAsked: string | null;
  /** Whether that time is past, so that no later message changes what was true then. */
  readonly asksForPast: boolean;
  /** The time of a message that may state a change of an item; null if there is none. */
  readonly changedAt: (item: RecallItem) => Instant | null;
}

const isUser = (speaker: string, user: EntityVersion | null): boolean => {
  const foldedSpeaker = foldName(speaker);
  return (
    foldedSpeaker === NAMELESS ||
    (user !== null && namesOf(user).some((name) => foldName(name) === foldedSpeaker))
  );
};

/** An item with its position in the block. */
interface PlacedItem {
  readonly item: RecallItem;
  readonly isOfTimeAsked: boolean;
}

/** Marks an item that may be outdated according to a message of that day. */
const changeOf = (
  { item, isOfTimeAsked }: PlacedItem,
  { changedAt, asksForPast }: BlockFrame,
): string | null => {
  const change = isOfTimeAsked && asksForPast ? null : changedAt(item);
  return change === null ? null : `may have changed ${calendarDate(change)}`;
};

/**
 * `(since 2024-03, may have changed 2024-06-01; said 2024-04-01)`: its interval, the time of a
 * message that may have changed it, and its source.
 */
const provenance = (
  { version }: FactItem,
  change: string | null,
  { user, at }: BlockFrame,
): string => {
  const { speaker, sourceContext, occurredAt } = version;
  const interval = factInterval(version, at);
  const by = speaker === null || isUser(speaker, user) ? "" : ` by ${fencedLine(speaker)}`;
  const source = `${SOURCES[sourceContext]}${by} ${calendarDate(occurredAt)}`;
  const times = [interval, change].filter(Boolean).join(", ");
  return times === "" ? `(${source})` : `(${times}; ${source})`;
};

/**
 * The text of a fact under its entity, without the name of the entity at its start. A fact that
 * says that two names mean one entity ("Rafael's wife is Ana", under Ana) keeps the name, because
 * it would say nothing without it.
 */
export const statementUnder = ({ entity, version }: FactItem): string => {
  const text = plainFactText(version);
  const leadingName = namesOf(entity)
    .toSorted((a, b) => b.length - a.length)
    .find(
      (name) =>
        text.startsWith(`${name} `) || (name === entity.name && text.startsWith(`${name}'s `)),
    );
  if (leadingName === undefined) return text;
  const rest = text.slice(leadingName.length + (text.startsWith(`${leadingName}'s `) ? 3 : 1));
  const equatesNames =
    leadingName !== entity.name && ` ${foldName(rest)} `.includes(` ${foldName(entity.name)} `);
  return equatesNames ? text : rest;
};

const userLine = ({ name }: EntityVersion): string => `The user is ${fencedLine(name)}`;

const factHeadings = new WeakMap<EntityVersion, string>();

/** The heading of the facts of an entity. Cached because many facts share it. */
const headingOfFacts = (entity: EntityVersion): string => {
  const knownHeading = factHeadings.get(entity);
  if (knownHeading !== undefined) return knownHeading;
  const heading = `About ${fencedLine(entity.name)} (${fencedLine(entity.type)}):`;
  factHeadings.set(entity, heading);
  return heading;
};
const headingOfTime = (timeAsked: string): string => `As of ${timeAsked}:`;
const HEADING_OF_QUOTATIONS = "Messages:";

const PAST_MARKS: Readonly<Record<PastShare, string | null>> = {
  NONE: null,
  SOME: "partly past",
  ALL: "past",
};

/** A line with a mark at its end, in brackets. */
const markedLine = (line: string, mark: string | null): string =>
  mark === null ? line : `${line} (${mark})`;

/** The line of a quotation; marks it if something in it is past. */
export const markedIfPast = (line: string, { past }: QuotationItem): string =>
  markedLine(line, PAST_MARKS[past]);

/** A line, and its tokens with a citation; null until they are counted. */
interface MeasuredLine {
  readonly line: string;
  tokens: number | null;
}

const uncountedLine = (line: string): MeasuredLine => ({ line, tokens: null });

/** Cached because the same messages are quoted again and again. */
const keptQuotation = cachedByText(fencedQuotation);

/** The line of a quotation, with the data besides the event on which it depends. */
interface QuotationLine {
  readonly quotation: string;
  readonly past: PastShare;
  readonly change: string | null;
  readonly line: MeasuredLine;
}

/** Cached because the same messages are quoted again and again, and never change. */
const quotationLines = new WeakMap<Event, QuotationLine>();

const quotationLine = (item: QuotationItem, change: string | null): MeasuredLine => {
  const { event, quotation, past } = item;
  const knownLine = quotationLines.get(event);
  if (knownLine?.quotation === quotation && knownLine.past === past && knownLine.change === change)
    return knownLine.line;
  const plain = `- ${fencedLine(event.speaker ?? NAMELESS)}, ${calendarDate(event.occurredAt)}: ${keptQuotation(quotation)}`;
  const line = uncountedLine(
    past === "NONE" ? markedLine(plain, change) : markedIfPast(plain, item),
  );
  quotationLines.set(event, { quotation, past, change, line });
  return line;
};

/** An item with its words in the block. */
interface WordedItem {
  readonly item: RecallItem;
  readonly isOfTimeAsked: boolean;
  readonly heading: string;
  readonly line: MeasuredLine;
}

/** The line of a fact under its entity, with the data besides the version on which it depends. */
interface FactLine {
  readonly entity: EntityVersion;
  readonly user: EntityVersion | null;
  readonly standing: FactStanding;
  readonly change: string | null;
  readonly line: MeasuredLine;
}

/** Cached because versions never change and are used again and again. */
const factLines = new WeakMap<FactVersion, FactLine>();

/**
 * The line of a fact below the heading of its entity. It is formatted again only if its user, its
 * standing or the marked change differs from the last time.
 */
const lineUnder = (item: FactItem, change: string | null, frame: BlockFrame): MeasuredLine => {
  const { entity, version } = item;
  const standing = standingAt(version, frame.at);
  const knownLine = factLines.get(version);
  if (
    knownLine?.entity === entity &&
    knownLine.user === frame.user &&
    knownLine.standing === standing &&
    knownLine.change === change
  )
    return knownLine.line;
  const line = uncountedLine(`- ${statementUnder(item)} ${provenance(item, change, frame)}`);
  factLines.set(version, { entity, user: frame.user, standing, change, line });
  return line;
};

const lineOf = (placedItem: PlacedItem, frame: BlockFrame): MeasuredLine => {
  const { item, isOfTimeAsked } = placedItem;
  const change = changeOf(placedItem, frame);
  if (item.kind === "EVENT") return quotationLine(item, change);
  return isOfTimeAsked
    ? uncountedLine(`- ${plainFactText(item.version)} ${provenance(item, change, frame)}`)
    : lineUnder(item, change, frame);
};

/** The heading that an item stands under. */
const headingOf = ({ item, isOfTimeAsked }: PlacedItem, { timeAsked }: BlockFrame): string => {
  if (isOfTimeAsked && timeAsked !== null) return headingOfTime(timeAsked);
  return item.kind === "EVENT" ? HEADING_OF_QUOTATIONS : headingOfFacts(item.entity);
};

const lineTokens = new TokenCounts("\n");
/**
 * Tokens of a line with its end, from the cache if possible. The tokens of a block are the sum of
 * those of its lines: no token spans two lines, because a line ends with a mark and the next one
 * begins with a hyphen or a letter.
 */
const tokensOfLine = (line: string): number | Promise<number> => lineTokens.of(line);

/** A citation takes as many tokens with any number as with this one. */
const citedLine = (line: string, number = 1): string => `${line} [${number}]`;

/**
 * Sorts facts so that new facts do not move old ones: the facts of the user first, then those of
 * the other entities. The entity that has been known longest comes first, and so does the fact.
 */
const byRecording = (self: EntityId | null, a: FactItem, b: FactItem): number =>
  Number(a.entity.entity !== self) - Number(b.entity.entity !== self) ||
  compareText(a.entity.entity, b.entity.entity) ||
  compareText(a.version.firstRecordedAt, b.version.firstRecordedAt) ||
  compareText(a.version.fact, b.version.fact);

const byOccurrence = ({ event: a }: QuotationItem, { event: b }: QuotationItem): number =>
  compareText(a.occurredAt, b.occurredAt) || compareText(a.id, b.id);

/**
 * Sorts items in the order of the block: items for the requested time last, facts by entity before
 * messages, messages from the oldest on.
 */
const inBlock =
  (self: EntityId | null) =>
  (a: PlacedItem, b: PlacedItem): number => {
    if (a.isOfTimeAsked !== b.isOfTimeAsked) return a.isOfTimeAsked ? 1 : -1;
    if (a.item.kind === "FACT")
      return b.item.kind === "FACT" ? byRecording(self, a.item, b.item) : -1;
    return b.item.kind === "FACT" ? 1 : byOccurrence(a.item, b.item);
  };

/** Builds the text of a block and its citations. */
const textOf = (
  items: readonly WordedItem[],
  frame: BlockFrame,
  showsUser: boolean,
): Pick<RecallBlock, "text" | "citations"> => {
  const lines: string[] = [];
  const citations: Citation[] = [];
  const cite = (line: string, citation: Citation): void => {
    lines.push(citedLine(line, citations.push(citation)));
  };
  if (showsUser && frame.user !== null)
    cite(userLine(frame.user), { kind: "ENTITY", entity: frame.user });
  let heading = "";
  for (const { item, heading: own, line } of items.toSorted(inBlock(frame.self))) {
    if (own !== heading) lines.push((heading = own));
    cite(line.line, item);
  }
  return { text: lines.length === 0 ? "" : inFrame(lines.join("\n")), citations };
};

/** The number of remaining tokens that makes it worth reading more. */
const ROOM_FOR_MORE = 25;
/** No line takes fewer tokens: `- a (said 2024-03-05) [1]` has as many. */
const LEAST_COST = 15;

/** Whether an item says no more than the line about who the user is. */
export const saysName = (
  item: RecallItem,
  { self, user }: Pick<BlockFrame, "self" | "user">,
): boolean =>
  user !== null &&
  item.kind === "FACT" &&
  item.entity.entity === self &&
  item.version.slot === "name" &&
  item.version.value === user.name;

/** Tokens of a line with its citation. Returned without a promise if they are already known. */
const tokensOfCited = (line: MeasuredLine): number | Promise<number> =>
  line.tokens ?? countCited(line);

const countCited = async (line: MeasuredLine): Promise<number> =>
  (line.tokens = await tokensOfLine(citedLine(line.line)));

/** Cached because the same messages are quoted again and again. */
const keptHash = cachedByText(contentHash);

/**
 * A hash of the content of an item: a fact and a quotation that are equal word for word have the
 * same hash.
 */
const sayingOf = (item: RecallItem): string =>
  item.kind === "FACT" ? item.version.hash : keptHash(item.quotation);

/** Chooses items for a block while they fit. */
class BlockFiller {
  readonly items: WordedItem[] = [];
  readonly #frame: BlockFrame;
  readonly #keys = new Set<string>();
  readonly #headings = new Set<string>();
  /** The content of facts, and the quotations of messages by content (`sayingOf`). */
  readonly #statedSayings = new Set<string>();
  readonly #quotationItems = new Map<string, WordedItem>();
  /** Lines that did not fit into the share of their group, and may fit later. */
  readonly #passedOver = new Map<RecallItem, WordedItem>();
  #room: number;

  constructor(frame: BlockFrame, room: number) {
    this.#frame = frame;
    this.#room = room;
  }

  /**
   * Takes the items that fit into a share of the budget and into the rest of the budget. Skips an
   * item that is too long. A statement that a fact contains word for word is not quoted as well.
   */
  async take({ items, isOfTimeAsked }: ItemGroup, share: number): Promise<void> {
    let room = Math.min(share, this.#room);
    for (const item of items) {
      if (room < LEAST_COST) return;
      if (saysName(item, this.#frame)) continue;
      const key = recallKey(item);
      const sayingKey = sayingOf(item);
      if (this.#keys.has(key) || (item.kind === "EVENT" && this.#statedSayings.has(sayingKey)))
        continue;
      const wordedItem = this.#passedOver.get(item) ?? this.#word({ item, isOfTimeAsked });
      const { heading, line } = wordedItem;
      const ofHeading = this.#headings.has(heading) ? 0 : tokensOfLine(heading);
      const ofLine = tokensOfCited(line);
      const cost =
        (typeof ofLine === "number" ? ofLine : await ofLine) +
        (typeof ofHeading === "number" ? ofHeading : await ofHeading);
      if (cost > room) {
        this.#passedOver.set(item, wordedItem);
        continue;
      }
      room -= cost;
      this.#room -= cost;
      this.#keys.add(key);
      this.#headings.add(heading);
      this.items.push(wordedItem);
      if (item.kind === "EVENT") this.#quotationItems.set(sayingKey, wordedItem);
      else await this.#state(sayingKey);
    }
  }

  /** Removes the quotation of a message that a fact contains word for word. */
  async #state(sayingKey: string): Promise<void> {
    this.#statedSayings.add(sayingKey);
    const quotation = this.#quotationItems.get(sayingKey);
    if (quotation === undefined) return;
    this.#quotationItems.delete(sayingKey);
    this.items.splice(this.items.indexOf(quotation), 1);
    this.#room += await tokensOfCited(quotation.line);
    if (this.items.some(({ heading }) => heading === quotation.heading)) return;
    this.#headings.delete(quotation.heading);
    this.#room += await tokensOfLine(quotation.heading);
  }

  #word(place: PlacedItem): WordedItem {
    return {
      item: place.item,
      isOfTimeAsked: place.isOfTimeAsked,
      heading: headingOf(place, this.#frame),
      line: lineOf(place, this.#frame),
    };
  }

  get room(): number {
    return this.#room;
  }
}

const countFrame = async (): Promise<number> => {
  const line = citedLine("-");
  return (await countTokens(inFrame(line))) - (await tokensOfLine(line));
};
let frameCount: Promise<number> | undefined;
/** Tokens of a frame without its lines. */
const frameTokens = (): Promise<number> => (frameCount ??= countFrame());

/**
 * Fills a block of a token budget: first the line about who the user is, then each group up to its
 * share, then all groups while there is room, with the items of `near` between the answers and the
 * background. If there is still room, it reads `more`. The order of the lines does not depend on
 * the question, and the lines that change least come first, so that the prompt cache of a model
 * stays valid. Items for the time that the question asks about come last, under their own heading.
 * Empty if there is no room.
 */
export const fillBlock = async (
  frame: BlockFrame,
  { answeringGroups, near, background, more }: BlockItems,
  budget: number,
): Promise<RecallBlock> => {
  const room = budget - (await frameTokens());
  const userTokens = frame.user === null ? 0 : await tokensOfLine(citedLine(userLine(frame.user)));
  const showsUser = frame.user !== null && userTokens <= room;
  const filler = new BlockFiller(frame, showsUser ? room - userTokens : room);
  for (const group of [...answeringGroups, ...background])
    await filler.take(group, Math.floor(group.share * budget));
  for (const group of answeringGroups) await filler.take(group, Infinity);
  if (filler.room >= ROOM_FOR_MORE) await filler.take(await near(), Infinity);
  for (const group of background) await filler.take(group, Infinity);
  if (filler.room >= ROOM_FOR_MORE)
    for await (const group of more(() => filler.room)) {
      await filler.take(group, Infinity);
      if (filler.room < ROOM_FOR_MORE) break;
    }
  const { text, citations } = textOf(filler.items, frame, showsUser);
  return { text, citations, tokens: text === "" ? 0 : budget - filler.room };
};
