import { members, type EntityVersion } from "../../memory/entity.ts";
import { OPEN } from "../../memory/time.ts";
import type { FactVersion } from "../../memory/fact.ts";
import { calendarDate, calendarStart } from "../../read/calendar-date.ts";
import { NAMELESS, recallKey, type RecallItem } from "../../read/recall-block.ts";
import { meaningfulWords } from "../../read/query-words.ts";
import { recalledEntities } from "../../read/recalled-entities.ts";
import type { View } from "../../read/view.ts";
import type { SpaceStore } from "../../store/port.ts";

const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

const interval = ({ validFromKnown, validFrom, validTo }: FactVersion): string => {
  const parts = [
    ...(validFromKnown ? [`since ${calendarStart(validFrom)}`] : []),
    ...(validTo === OPEN ? [] : [`until ${calendarStart(validTo)}`]),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
};

/** A fact under its entity: without the name of it that it begins with (an alias may say more than that: "Ana's dentist"), and without its closing stop. */
export const factText = (entity: EntityVersion, version: FactVersion): string => {
  const text = oneLine(version.text).replace(/[.;]+$/u, "");
  const rest = text.startsWith(`${entity.name} `) ? text.slice(entity.name.length + 1) : text;
  return `${rest}${interval(version)}`;
};

const heading = ({ name, type }: EntityVersion): string => `- ${oneLine(name)} (${oneLine(type)})`;

const quotation = ({ event, quotation: words }: Extract<RecallItem, { kind: "EVENT" }>): string =>
  `- ${oneLine(event.speaker ?? NAMELESS)} said on ${calendarDate(event.occurredAt)}: "${words}"`;

export interface Bullets {
  readonly text: string;
  /** How many items there was no room for. */
  readonly dropped: number;
}

/** How many messages are quoted, and what two of them have in common that say the same. */
const MOST_QUOTATIONS = 6;
const sayingOf = (words: string): string => meaningfulWords(words).toSorted().join(" ") || words;

/** The names of the entities that each of some is related to at a view, the first told first. Three store calls. */
const relatedNames = async (
  space: SpaceStore,
  entities: readonly EntityVersion[],
  { at }: View,
  atMost: number,
): Promise<string[][]> => {
  if (entities.length === 0) return [];
  const pages = await space.relationships(
    entities.map((entity) => ({
      entities: members(entity),
      direction: "BOTH" as const,
      at,
      page: { first: 2 * atMost },
    })),
  );
  const ends = entities.map((entity, index) => {
    const own = new Set(members(entity));
    return (pages[index]?.items ?? [])
      .map(({ item: { source, target } }) => (own.has(source) ? target : source))
      .filter((end) => !own.has(end));
  });
  const named = await recalledEntities(space, new Set(ends.flat()), at.knownAt);
  return ends.map((own) =>
    [...new Set(own.flatMap((end) => named.get(end)?.name ?? []).map(oneLine))].slice(0, atMost),
  );
};

/**
 * What was retrieved as bullets, `- name (type): fact; fact (related: name, name)`: an entity's facts on one line, the entities in the order
 * given, those without facts after them, and what may be quoted of up to six messages last. What has no room in the budget is left out, the best first in.
 */
export const bulletsOf = async (
  space: SpaceStore,
  view: View,
  items: readonly RecallItem[],
  others: readonly EntityVersion[],
  {
    budget,
    related: relatedAtMost,
    count,
  }: {
    readonly budget: number;
    readonly related: number;
    readonly count: (text: string) => Promise<number>;
  },
): Promise<Bullets> => {
  const facts = new Map<string, { readonly entity: EntityVersion; readonly texts: string[] }>();
  const quotations: string[] = [];
  const seen = new Set<string>();
  let left = budget;
  let dropped = 0;
  const takes = async (text: string): Promise<boolean> => {
    const tokens = (await count(text)) + 2;
    if (tokens > left) {
      dropped += 1;
      return false;
    }
    left -= tokens;
    return true;
  };
  for (const item of items) {
    const key = recallKey(item);
    if (seen.has(key)) continue;
    seen.add(key);
    if (item.kind === "EVENT") {
      const saying = sayingOf(item.quotation);
      if (seen.has(saying) || quotations.length === MOST_QUOTATIONS) continue;
      seen.add(saying);
      const text = quotation(item);
      if (await takes(text)) quotations.push(text);
      continue;
    }
    const known = facts.get(item.entity.entity);
    const text = factText(item.entity, item.version);
    if (!(await takes(known ? text : `${heading(item.entity)} ${text}`))) continue;
    if (known) known.texts.push(text);
    else facts.set(item.entity.entity, { entity: item.entity, texts: [text] });
  }
  for (const entity of others)
    if (!facts.has(entity.entity) && (await takes(heading(entity))))
      facts.set(entity.entity, { entity, texts: [] });
  const shown = [...facts.values()];
  const related = await relatedNames(
    space,
    shown.map(({ entity }) => entity),
    view,
    relatedAtMost,
  );
  const lines: string[] = [];
  for (const [index, { entity, texts }] of shown.entries()) {
    const line = `${heading(entity)}${texts.length === 0 ? "" : `: ${texts.join("; ")}`}`;
    const names = related[index] ?? [];
    const suffix = names.length === 0 ? "" : ` (related: ${names.join(", ")})`;
    const tokens = suffix === "" ? 0 : await count(suffix);
    lines.push(tokens <= left ? `${line}${suffix}` : line);
    if (tokens <= left) left -= tokens;
  }
  return { text: [...lines, ...quotations].join("\n"), dropped };
};
