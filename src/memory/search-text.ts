import type { Event } from "./event.ts";
import type { TextId } from "./ids.ts";
import { monthName, type Instant } from "./time.ts";

export type MemoryKind = "FACT" | "ENTITY" | "EVENT" | "SUMMARY";

/**
 * A searchable text, indexed once: the statement of a fact (for all versions that share it), the
 * message of an event, the content of a derived memory, or the search text of an entity. `subject`
 * is the id of the fact, event, memory or entity.
 */
export interface SearchText {
  readonly id: TextId;
  readonly kind: MemoryKind;
  readonly subject: string;
  readonly text: string;
  /**
   * Further words for full-text search, such as the speaker and the date of an event
   * (`eventAbout`).
   */
  readonly about?: string | undefined;
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
  readonly vector: Float32Array | null;
}

/** Maximum number of characters of the search text of an entity. */
const ENTITY_TEXT_LENGTH = 600;

/**
 * The search text of an entity: its name, type, aliases, related names and facts, as many as fit.
 */
export const entityText = (parts: {
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  readonly facts: readonly string[];
  readonly relatedNames: readonly string[];
}): string => {
  let text = "";
  for (const part of [
    parts.name,
    parts.type,
    ...parts.aliases,
    ...parts.relatedNames,
    ...parts.facts,
  ]) {
    const longer = text === "" ? part : `${text} ${part}`;
    if (longer.length > ENTITY_TEXT_LENGTH) continue;
    text = longer;
  }
  return text === "" ? parts.name.slice(0, ENTITY_TEXT_LENGTH) : text;
};

const PORTUGUESE_MONTHS = [
  "janeiro",
  "fevereiro",
  "março",
  "abril",
  "maio",
  "junho",
  "julho",
  "agosto",
  "setembro",
  "outubro",
  "novembro",
  "dezembro",
];

/**
 * The words besides its message by which searches find an event: its speaker and its date (UTC),
 * with the month in English and Portuguese.
 */
export const eventAbout = ({
  speaker,
  occurredAt,
}: Pick<Event, "speaker" | "occurredAt">): string => {
  const [year = "", month = "", day = ""] = occurredAt.slice(0, "yyyy-mm-dd".length).split("-");
  return [
    ...(speaker === null ? [] : [speaker]),
    Number(day),
    monthName(occurredAt),
    PORTUGUESE_MONTHS[Number(month) - 1],
    year,
  ].join(" ");
};
