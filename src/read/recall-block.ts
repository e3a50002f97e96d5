import { factVersionId, type FactVersion } from "../memory/fact.ts";
import { namesOf, type EntityVersion } from "../memory/entity.ts";
import type { Event } from "../memory/event.ts";
import { foldName } from "../memory/names.ts";
import { OPEN } from "../memory/time.ts";
import { countTokens } from "../memory/tokens.ts";
import { calendarDate, calendarStart } from "./calendar-date.ts";

export interface Citation {
  readonly kind: "FACT" | "EVENT" | "ENTITY";
  /** Local. */
  readonly id: string;
}

/** A fact, under the entity that it is shown with, or words of a message. */
export type RecallItem =
  | { readonly kind: "FACT"; readonly entity: EntityVersion; readonly version: FactVersion }
  | { readonly kind: "EVENT"; readonly event: Event; readonly quotation: string };

export interface RecallBlock {
  readonly text: string;
  readonly citations: readonly Citation[];
}

const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

const dates = ({ validFromKnown, validFrom, validTo, occurredAt }: FactVersion): string => {
  const start = validFromKnown
    ? `since ${calendarStart(validFrom)}`
    : `said ${calendarDate(occurredAt)}`;
  return validTo === OPEN ? `(${start})` : `(${start}, until ${calendarStart(validTo)})`;
};

/**
 * A fact under its entity: without the name of it that it begins with, without its closing stop, and with its dates. What says that two names are
 * one ("Rafael's wife is Ana", under Ana) keeps the other one: without it nothing would be told.
 */
const factText = (entity: EntityVersion, version: FactVersion): string => {
  const text = oneLine(version.text).replace(/[.;]+$/u, "");
  const begins = namesOf(entity)
    .toSorted((a, b) => b.length - a.length)
    .find((one) => text.startsWith(`${one} `));
  const rest = begins === undefined ? text : text.slice(begins.length + 1);
  const tellsName =
    begins !== entity.name && ` ${foldName(rest)} `.includes(` ${foldName(entity.name)} `);
  return `${tellsName ? text : rest} ${dates(version)}`;
};

/** How one who speaks without a name is called. */
export const NAMELESS = "user";

const userLine = ({ name }: EntityVersion): string => `The user is ${oneLine(name)}`;
const heading = ({ name, type }: EntityVersion): string =>
  `- ${oneLine(name)} (${oneLine(type)}): `;
const quotationLine = ({ event, quotation }: Extract<RecallItem, { kind: "EVENT" }>): string =>
  `- ${oneLine(event.speaker ?? NAMELESS)}, ${calendarDate(event.occurredAt)}: "${quotation}"`;

const BETWEEN_FACTS = "; ";
const CITED = " [1]";

/** What an item adds to the block, a little more rather than less: under a heading of its own, a fact adds that as well. */
export const costOf = (item: RecallItem, headed: boolean): Promise<number> =>
  countTokens(
    item.kind === "EVENT"
      ? `${quotationLine(item)}${CITED}\n`
      : `${headed ? BETWEEN_FACTS : heading(item.entity)}${factText(item.entity, item.version)}${CITED}\n`,
  );

/** The facts by entity, in the order in which each was first chosen. */
const byEntity = (
  items: readonly RecallItem[],
): Map<string, Extract<RecallItem, { kind: "FACT" }>[]> => {
  const groups = new Map<string, Extract<RecallItem, { kind: "FACT" }>[]>();
  for (const item of items)
    if (item.kind === "FACT")
      groups.set(item.entity.entity, [...(groups.get(item.entity.entity) ?? []), item]);
  return groups;
};

/**
 * The block of context: who the user is, then the facts of each entity on a line of its own, then what was said, oldest first. Every
 * statement is followed by the number of its citation, and the citations are in the order of the text.
 */
export const blockOf = (user: EntityVersion | null, items: readonly RecallItem[]): RecallBlock => {
  const citations: Citation[] = [];
  const cited = (text: string, citation: Citation): string =>
    `${text} [${citations.push(citation)}]`;
  const lines: string[] = [];
  if (user !== null) lines.push(cited(userLine(user), { kind: "ENTITY", id: user.entity }));
  for (const facts of byEntity(items).values()) {
    const statements = facts.map(({ entity, version }) =>
      cited(factText(entity, version), { kind: "FACT", id: version.fact }),
    );
    lines.push(`${heading(facts[0]!.entity)}${statements.join(BETWEEN_FACTS)}`);
  }
  const said = items
    .filter((item) => item.kind === "EVENT")
    .toSorted((a, b) =>
      a.event.occurredAt < b.event.occurredAt
        ? -1
        : a.event.occurredAt > b.event.occurredAt
          ? 1
          : a.event.id < b.event.id
            ? -1
            : 1,
    );
  for (const item of said)
    lines.push(cited(quotationLine(item), { kind: "EVENT", id: item.event.id }));
  return { text: lines.join("\n"), citations };
};

/** Two items with the same key say the same. */
export const recallKey = (item: RecallItem): string =>
  item.kind === "EVENT"
    ? item.event.id
    : `${item.entity.entity} ${item.version.hash || factVersionId(item.version)}`;
