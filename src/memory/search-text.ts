import type { Event } from "./event.ts";
import type { TextId } from "./ids.ts";
import type { Instant } from "./time.ts";

export type MemoryKind = "FACT" | "ENTITY" | "EVENT" | "SUMMARY";

/**
 * A text that search finds, indexed once: the statement of a fact (for all its versions that share it), the raw message of an event,
 * or the search text of an entity from `recordedAt` until `expiredAt`. `subject` is the fact's, the event's or the entity's id.
 */
export interface SearchText {
  readonly id: TextId;
  readonly kind: MemoryKind;
  readonly subject: string;
  readonly text: string;
  /** Words by which full text finds it besides, though they are no part of it: who said it, and when (`eventAbout`). */
  readonly about?: string | undefined;
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
  readonly vector: Float32Array | null;
}

/** How long an entity's search text may be, in characters. */
export const ENTITY_TEXT_LENGTH = 600;

/** The one field that serves full text, vector and lexical search of an entity: name, type, aliases, facts and related names, as many as fit. */
export const entityText = (parts: {
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  readonly facts: readonly string[];
  readonly related: readonly string[];
}): string => {
  let text = "";
  for (const part of [parts.name, parts.type, ...parts.aliases, ...parts.related, ...parts.facts]) {
    const longer = text === "" ? part : `${text} ${part}`;
    if (longer.length > ENTITY_TEXT_LENGTH) continue;
    text = longer;
  }
  return text === "" ? parts.name.slice(0, ENTITY_TEXT_LENGTH) : text;
};

const MONTHS = [
  "January janeiro",
  "February fevereiro",
  "March março",
  "April abril",
  "May maio",
  "June junho",
  "July julho",
  "August agosto",
  "September setembro",
  "October outubro",
  "November novembro",
  "December dezembro",
];

/** What an event is found by besides its message: who said it and on which day (UTC), the month in English and Portuguese. */
export const eventAbout = ({
  speaker,
  occurredAt,
}: Pick<Event, "speaker" | "occurredAt">): string => {
  const [year = "", month = "", day = ""] = occurredAt.slice(0, "yyyy-mm-dd".length).split("-");
  return [
    ...(speaker === null ? [] : [speaker]),
    Number(day),
    MONTHS[Number(month) - 1],
    year,
  ].join(" ");
};
