import { fencedLine, fencedQuotation } from "../../../language/fence.ts";
import { meaningfulWords } from "../../../language/terms.ts";
import { members, type EntityVersion } from "../../../memory/entity.ts";
import type { FactVersion } from "../../../memory/fact.ts";
import type { EntityId } from "../../../memory/ids.ts";
import type { Instant, TimePoint } from "../../../memory/time.ts";
import { shownEntities } from "../../../read/graph/shown-entities.ts";
import {
  entityHeading,
  markedIfPast,
  recallKey,
  statementUnder,
  type FactItem,
  type QuotationItem,
  type RecallItem,
} from "../../../read/recall/block.ts";
import { calendarDate, factInterval } from "../../../read/recall/calendar-date.ts";
import type { Situation } from "../strategy.ts";

/**
 * The interval of a fact, and the time at which it was said if no start is known: `(said
 * 2024-03-05, until 2025)`.
 */
const dates = (version: FactVersion, at: TimePoint): string => {
  const saidDates = version.validFromKnown ? [] : [`said ${calendarDate(version.occurredAt)}`];
  const interval = factInterval(version, at);
  return ` (${[...saidDates, ...(interval === "" ? [] : [interval])].join(", ")})`;
};

/** A fact under its entity, with its dates. */
const factStatement = (item: FactItem, at: TimePoint): string =>
  `${statementUnder(item)}${dates(item.version, at)}`;

/** A literal quotation with its day. A speaker without a name is the user. */
export const quotationText = (
  {
    speaker,
    occurredAt,
  }: { readonly speaker?: string | null | undefined; readonly occurredAt: Instant },
  quotation: string,
): string =>
  `- ${speaker == null ? "the user" : fencedLine(speaker)} said on ${calendarDate(occurredAt)}: ${fencedQuotation(quotation)}`;

const quotationLine = (item: QuotationItem): string =>
  markedIfPast(quotationText(item.event, item.quotation), item);

/** Maximum number of tokens of the items that a strategy retrieves. */
export const RETRIEVED_TOKENS = 2_500;
/** Maximum number of names of related entities in a line about an entity. */
const MOST_RELATED_NAMES = 6;
/** Maximum number of messages that are quoted. */
const MOST_QUOTATIONS = 6;

/** The key of the content of an item: items with the same key say the same. */
const quotationKey = ({ quotation }: QuotationItem): string =>
  meaningfulWords(quotation).toSorted().join(" ") || quotation;

/**
 * The first items of each key, in order. Quotations are also compared by their content; two facts
 * with the same words are two facts.
 */
const withoutRepeats = (items: readonly RecallItem[]): RecallItem[] => {
  const seenKeys = new Set<string>();
  const newItems: RecallItem[] = [];
  for (const item of items) {
    const key = recallKey(item);
    if (seenKeys.has(key)) continue;
    seenKeys.add(key);
    if (item.kind !== "FACT") {
      const contentKey = quotationKey(item);
      if (seenKeys.has(contentKey)) continue;
      seenKeys.add(contentKey);
    }
    newItems.push(item);
  }
  return newItems;
};

/** Tokens of a line in addition to its text. */
export const LINE_TOKENS = 2;

/** Remaining tokens for lines. */
class LineBudget {
  #left: number;
  readonly #count: (text: string) => Promise<number>;

  constructor(tokens: number, count: (text: string) => Promise<number>) {
    this.#left = tokens;
    this.#count = count;
  }

  /**
   * Takes the tokens of a text, and `extra`. If there is no room, takes nothing and returns false.
   */
  async take(text: string, extra = 0): Promise<boolean> {
    const tokens = (await this.#count(text)) + extra;
    if (tokens > this.#left) return false;
    this.#left -= tokens;
    return true;
  }
}

/** An entity, and the facts of it that are shown. */
interface EntityLine {
  readonly entity: EntityVersion;
  readonly facts: string[];
}

/**
 * The names of the entities to which each of some entities is related at a view, the first recorded
 * first. At most three store calls.
 */
const relatedNames = async (
  { space, view: { at } }: Pick<Situation, "space" | "view">,
  entities: readonly EntityVersion[],
): Promise<string[][]> => {
  if (entities.length === 0) return [];
  const pages = await space.relationships(
    entities.map((entity) => ({
      entities: members(entity),
      direction: "BOTH" as const,
      at,
      page: { first: 2 * MOST_RELATED_NAMES },
    })),
  );
  const ends = entities.map((entity, index) => {
    const own = new Set(members(entity));
    return (pages[index]?.items ?? [])
      .map(({ item: { source, target } }) => (own.has(source) ? target : source))
      .filter((end) => !own.has(end));
  });
  const endVersions = await shownEntities(space, new Set(ends.flat()), at.knownAt);
  return ends.map((own) => {
    const names = own.flatMap((end) => endVersions.get(end)?.name ?? []).map(fencedLine);
    return [...new Set(names)].slice(0, MOST_RELATED_NAMES);
  });
};

/** The lines of entities, with the names of related entities as far as these fit. */
const entityTexts = async (
  situation: Pick<Situation, "space" | "view">,
  lines: readonly EntityLine[],
  budget: LineBudget,
): Promise<string[]> => {
  const entities = lines.map(({ entity }) => entity);
  const nameLists = await relatedNames(situation, entities);
  const texts: string[] = [];
  for (const [index, { entity, facts }] of lines.entries()) {
    const text = `${entityHeading(entity)}${facts.length === 0 ? "" : `: ${facts.join("; ")}`}`;
    const names = nameLists[index] ?? [];
    const suffix = names.length === 0 ? "" : ` (related: ${names.join(", ")})`;
    texts.push((await budget.take(suffix)) ? `${text}${suffix}` : text);
  }
  return texts;
};

export interface MemoryLines {
  readonly text: string;
  /** Number of items that did not fit. */
  readonly droppedCount: number;
}

/**
 * The retrieved items as lines `- name (type): fact; fact (related: name, name)`: the facts of an
 * entity on one line, the entities in the order of their facts, then other entities, then
 * quotations of up to six messages. The best items have priority in the budget.
 */
export const memoryLines = async (
  situation: Pick<Situation, "space" | "view" | "count">,
  items: readonly RecallItem[],
  otherEntities: readonly EntityVersion[],
  tokens: number,
): Promise<MemoryLines> => {
  const budget = new LineBudget(tokens, situation.count);
  const entityLines = new Map<EntityId, EntityLine>();
  const quotationLines: string[] = [];
  let droppedCount = 0;
  const fits = async (text: string): Promise<boolean> => {
    const hasRoom = await budget.take(text, LINE_TOKENS);
    if (!hasRoom) droppedCount += 1;
    return hasRoom;
  };
  const addFact = async (item: FactItem): Promise<void> => {
    const { entity } = item;
    const line = entityLines.get(entity.entity);
    const statement = factStatement(item, situation.view.at);
    if (!(await fits(line ? statement : `${entityHeading(entity)} ${statement}`))) return;
    if (line) line.facts.push(statement);
    else entityLines.set(entity.entity, { entity, facts: [statement] });
  };
  for (const item of withoutRepeats(items)) {
    if (item.kind === "FACT") await addFact(item);
    else if (quotationLines.length < MOST_QUOTATIONS && (await fits(quotationLine(item))))
      quotationLines.push(quotationLine(item));
  }
  for (const entity of otherEntities)
    if (!entityLines.has(entity.entity) && (await fits(entityHeading(entity))))
      entityLines.set(entity.entity, { entity, facts: [] });
  const lines = [...entityLines.values()];
  const texts = await entityTexts(situation, lines, budget);
  return { text: [...texts, ...quotationLines].join("\n"), droppedCount };
};
