import { fencedLine, fencedQuotation } from "../../language/fence.ts";
import { foldName } from "../../language/names.ts";
import { countTokens } from "../../language/tokens.ts";
import { namesOf, type EntityVersion } from "../../memory/entity.ts";
import type { Event } from "../../memory/event.ts";
import { factVersionId, type FactVersion } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import { OPEN } from "../../memory/time.ts";
import { calendarDate, calendarStart } from "./calendar-date.ts";
import { withoutEnd } from "../../language/trimming.ts";

/** A fact, under the entity that it is shown with. */
export interface FactItem {
  readonly kind: "FACT";
  readonly entity: EntityVersion;
  readonly version: FactVersion;
}

/** Words of a message. */
export interface QuotationItem {
  readonly kind: "EVENT";
  readonly event: Event;
  readonly quotation: string;
}

export type RecallItem = FactItem | QuotationItem;

export interface Citation {
  readonly kind: "FACT" | "EVENT" | "ENTITY";
  /** Local id. */
  readonly id: string;
}

/** A block of context. `[n]` in its text refers to the nth citation. */
export interface RecallBlock {
  readonly text: string;
  readonly citations: readonly Citation[];
}

/** Items with equal keys say the same. */
export const recallKey = (item: RecallItem): string =>
  item.kind === "EVENT"
    ? item.event.id
    : `${item.entity.entity} ${item.version.hash || factVersionId(item.version)}`;

/** How a speaker without a name is called. */
export const NAMELESS = "user";

/** The user's entity if the user has a name, else null. */
export const namedUser = (user: EntityVersion | null): EntityVersion | null =>
  user === null || foldName(user.name) === NAMELESS ? null : user;

/** An entity as the heading of its facts: `- Clara Rezende (person)`. */
export const entityHeading = ({ name, type }: EntityVersion): string =>
  `- ${fencedLine(name)} (${fencedLine(type)})`;

/** The text of a fact without its closing stop. */
export const plainFactText = ({ text }: FactVersion): string =>
  withoutEnd(fencedLine(text), /[.;]/u);

const dates = ({ validFromKnown, validFrom, validTo, occurredAt }: FactVersion): string => {
  const start = validFromKnown
    ? `since ${calendarStart(validFrom)}`
    : `said ${calendarDate(occurredAt)}`;
  return validTo === OPEN ? `(${start})` : `(${start}, until ${calendarStart(validTo)})`;
};

/**
 * A fact under its entity, with its dates and without the name of the entity at its start. A fact
 * that says that two names mean one entity ("Rafael's wife is Ana", under Ana) keeps the other
 * name: without it nothing would be said.
 */
const factStatement = ({ entity, version }: FactItem): string => {
  const text = plainFactText(version);
  const leadingName = namesOf(entity)
    .toSorted((a, b) => b.length - a.length)
    .find((name) => text.startsWith(`${name} `));
  const rest = leadingName === undefined ? text : text.slice(leadingName.length + 1);
  const equatesNames =
    leadingName !== entity.name && ` ${foldName(rest)} `.includes(` ${foldName(entity.name)} `);
  return `${equatesNames ? text : rest} ${dates(version)}`;
};

const userLine = ({ name }: EntityVersion): string => `The user is ${fencedLine(name)}`;
const headingOfFacts = (entity: EntityVersion): string => `${entityHeading(entity)}: `;
const quotationLine = ({ event, quotation }: QuotationItem): string =>
  `- ${fencedLine(event.speaker ?? NAMELESS)}, ${calendarDate(event.occurredAt)}: ${fencedQuotation(quotation)}`;

const BETWEEN_FACTS = "; ";

interface FactGroup {
  readonly entity: EntityVersion;
  readonly facts: FactItem[];
}

/** The facts by entity, the entities in the order of their first facts. */
const factGroups = (items: readonly RecallItem[]): Iterable<FactGroup> => {
  const groups = new Map<EntityId, FactGroup>();
  for (const item of items) {
    if (item.kind !== "FACT") continue;
    const group = groups.get(item.entity.entity);
    if (group) group.facts.push(item);
    else groups.set(item.entity.entity, { entity: item.entity, facts: [item] });
  }
  return groups.values();
};

const byOccurrence = ({ event: a }: QuotationItem, { event: b }: QuotationItem): number => {
  if (a.occurredAt !== b.occurredAt) return a.occurredAt < b.occurredAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};

/**
 * The block of context of some items: who the user is, then the facts of each entity on a line of
 * its own, then what was said, oldest first. Every statement is followed by the number of its
 * citation; the citations are in the order of the text.
 */
const blockOf = (user: EntityVersion | null, items: readonly RecallItem[]): RecallBlock => {
  const citations: Citation[] = [];
  const cited = (text: string, citation: Citation): string =>
    `${text} [${citations.push(citation)}]`;
  const userLines =
    user === null ? [] : [cited(userLine(user), { kind: "ENTITY", id: user.entity })];
  const factLines = Array.from(factGroups(items), ({ entity, facts }) => {
    const statements = facts.map((item) =>
      cited(factStatement(item), { kind: "FACT", id: item.version.fact }),
    );
    return `${headingOfFacts(entity)}${statements.join(BETWEEN_FACTS)}`;
  });
  const quotationLines = items
    .filter((item) => item.kind === "EVENT")
    .toSorted(byOccurrence)
    .map((item) => cited(quotationLine(item), { kind: "EVENT", id: item.event.id }));
  return { text: [...userLines, ...factLines, ...quotationLines].join("\n"), citations };
};

export interface CountedBlock extends RecallBlock {
  /** Tokens of the text, as o200k_base counts them. */
  readonly tokens: number;
}

const withTokenCount = async (block: RecallBlock): Promise<CountedBlock> => ({
  ...block,
  tokens: block.text === "" ? 0 : await countTokens(block.text),
});

/**
 * An estimate of the tokens that an item adds to the block, never too low. The first fact of an
 * entity adds the heading as well.
 */
const costOf = (item: RecallItem, isFirstOfEntity: boolean): Promise<number> => {
  if (item.kind === "EVENT") return countTokens(`${quotationLine(item)} [1]\n`);
  const before = isFirstOfEntity ? headingOfFacts(item.entity) : BETWEEN_FACTS;
  return countTokens(`${before}${factStatement(item)} [1]\n`);
};

/**
 * The block with as many items as a budget of tokens holds, the best first in: an item that is too
 * long is left out, and the next one is tried. The tokens of the block are counted exactly, and
 * never exceed the budget.
 */
export const fillBudget = async (
  user: EntityVersion | null,
  items: readonly RecallItem[],
  budget: number,
): Promise<CountedBlock> => {
  const userBlock = await withTokenCount(blockOf(user, []));
  const hasRoomForUser = userBlock.tokens <= budget;
  const shownUser = hasRoomForUser ? user : null;
  let room = hasRoomForUser ? budget - userBlock.tokens : budget;
  const chosen: RecallItem[] = [];
  const keys = new Set<string>();
  const entities = new Set<EntityId>();
  for (const item of items) {
    const key = recallKey(item);
    if (keys.has(key)) continue;
    keys.add(key);
    const entity = item.kind === "FACT" ? item.entity.entity : null;
    const cost = await costOf(item, entity === null || !entities.has(entity));
    if (cost > room) continue;
    room -= cost;
    chosen.push(item);
    if (entity !== null) entities.add(entity);
  }
  let block = await withTokenCount(blockOf(shownUser, chosen));
  while (block.tokens > budget) {
    chosen.pop();
    block = await withTokenCount(blockOf(shownUser, chosen));
  }
  return block;
};
