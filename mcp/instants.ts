import { en, type ParsedResult } from "chrono-node";
import { InvalidInputError } from "../packages/client/src/errors.ts";
import { instantOf, type Side } from "../packages/client/src/time-point.ts";
import { calendarSpan } from "../src/language/time-asked.ts";

/** An instant, and its interpretation. */
export interface ReadInstant {
  readonly instant: string;
  /** A sentence for the answer; undefined for an instant that was written in full. */
  readonly interpretation: string | undefined;
}

const ISO = /^\d{4}(?:-\d|$)/u;
const ISO_INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/u;
/** Maximum length of a date in words. */
const LONGEST_WORDS = 60;
/** Words that may precede a date without changing it. */
const LEAD = /^(?:in|on|at|during|by|as of) +(?=\S)/iu;
/** Words that state which end of a date is meant, whatever the argument. */
const EDGE = /^(?:the +)?(?<edge>start|beginning|end) +of +(?<rest>\S.*)$/iu;
const QUARTER =
  /^q(?<number>[1-4]),? *(?<year>[1-9]\d{3})$|^(?<yearBefore>[1-9]\d{3})[ -]?q(?<after>[1-4])$/iu;

/** A part of the calendar by its name. Both ends are included. */
interface CalendarPart {
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

const partOfIso = (text: string, argument: string): CalendarPart => ({
  name: text,
  start: instantOf(text, argument, "start"),
  end: instantOf(text, argument, "end"),
});

/**
 * The name of the interval `[from, to)`: a year, a month or a day, or else its first and last day.
 */
const partBetween = (from: string, to: string): CalendarPart => {
  const end = new Date(Date.parse(to) - 1).toISOString();
  const wholePart = [4, 7, 10]
    .map((length) => partOfIso(from.slice(0, length), "date"))
    .find((part) => part.start === from && part.end === end);
  return wholePart ?? { name: `${from.slice(0, 10)} to ${end.slice(0, 10)}`, start: from, end };
};

const quarterIn = (words: string): CalendarPart | undefined => {
  const { number, year, yearBefore = year, after = number } = QUARTER.exec(words)?.groups ?? {};
  if (yearBefore === undefined || after === undefined) return undefined;
  const month = 3 * (Number(after) - 1);
  const startOf = (month: number): string =>
    new Date(Date.UTC(Number(yearBefore), month)).toISOString();
  return partBetween(startOf(month), startOf(month + 3));
};

/** The day, week, month or year that words name as in questions: `March`, `last week`, `12 May`. */
const calendarPartIn = (words: string, now: Date): CalendarPart | undefined => {
  const span = calendarSpan(words, now);
  return span === null ? undefined : partBetween(span.from, span.to);
};

/**
 * The interpretation by the library, as far as it is certain: a year, a month or a day of ISO 8601,
 * or an instant.
 */
const isoOf = ({ start }: ParsedResult): string => {
  const instant = start.date().toISOString();
  if (start.isCertain("hour")) return instant;
  const isDay = start.isCertain("day") || start.isCertain("weekday");
  const length = isDay ? 10 : start.isCertain("month") ? 7 : 4;
  return instant.slice(0, length);
};

/**
 * ISO 8601 for words that name no part of the calendar: `yesterday at noon`, `last Monday`, `an
 * hour ago`.
 */
const isoInWords = (words: string, now: Date): string | undefined => {
  const [result] = en.casual.parse(words, { instant: now, timezone: 0 });
  return !result || result.end || result.text.length < words.length ? undefined : isoOf(result);
};

/**
 * The meaning of a date, without the words around it: an instant or a part of the calendar. Throws
 * an InvalidInputError.
 */
const dateIn = (words: string, argument: string, now: Date): string | CalendarPart => {
  const part = quarterIn(words) ?? (ISO.test(words) ? undefined : calendarPartIn(words, now));
  if (part) return part;
  const iso = (ISO.test(words) ? undefined : isoInWords(words, now)) ?? words;
  return ISO_INSTANT.test(iso) ? instantOf(iso, argument, "start") : partOfIso(iso, argument);
};

/**
 * Reads a date as people and models write it: ISO 8601, where a date, a month or a year means its
 * start or its end, or English words. Everything is in UTC. Throws an InvalidInputError that names
 * `name`.
 */
export const readInstant = (text: string, name: string, side: Side, now: Date): ReadInstant => {
  const quotedText = JSON.stringify(text.trim().slice(0, LONGEST_WORDS));
  try {
    const { edge, rest = text.trim() } = EDGE.exec(text.trim())?.groups ?? {};
    const words = rest.replace(LEAD, "");
    if (words.length > LONGEST_WORDS) throw new InvalidInputError("INVALID_INSTANT", "");
    const date = dateIn(words, name, now);
    if (typeof date === "string") {
      const isWrittenOut = ISO_INSTANT.test(text.trim());
      return {
        instant: date,
        interpretation: isWrittenOut ? undefined : `${quotedText} means ${date}`,
      };
    }
    const edgeSide = edge === undefined ? side : edge.toLowerCase() === "end" ? "end" : "start";
    const instant = date[edgeSide];
    return {
      instant,
      interpretation: `${quotedText} means the ${edgeSide} of ${date.name} (${instant})`,
    };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(
      error.code,
      `${name} cannot be read: ${quotedText}. Write a date such as 2026-03-31, 2026-03, 2026 or 2026-03-31T18:00:00Z.`,
    );
  }
};

/** The interpretation of several arguments, for the answer; undefined if all were instants. */
export const interpretationsOf = (
  dates: readonly { readonly name: string; readonly interpretation: string | undefined }[],
): string | undefined => {
  const interpretations = dates.flatMap(({ name, interpretation }) =>
    interpretation === undefined ? [] : [`${name}: ${interpretation}`],
  );
  return interpretations.length > 0 ? interpretations.join("; ") : undefined;
};

/** Reads the dates among the arguments that were given, and says how it has read them. */
export const readInstants = (
  texts: Readonly<Record<string, string | undefined>>,
  side: Side,
  now: Date,
): {
  readonly instants: Readonly<Record<string, string>>;
  readonly interpretation: { readonly read?: string };
} => {
  const dates = Object.entries(texts).flatMap(([name, text]) =>
    text === undefined ? [] : [{ name, ...readInstant(text, name, side, now) }],
  );
  const interpretations = interpretationsOf(dates);
  return {
    instants: Object.fromEntries(dates.map(({ name, instant }) => [name, instant])),
    interpretation: interpretations === undefined ? {} : { read: interpretations },
  };
};

export interface TimeArguments {
  readonly knownAt?: string | undefined;
  readonly validAt?: string | undefined;
}
export interface ReadTime {
  readonly at: { readonly knownAt?: string; readonly validAt?: string };
  /** The time point of the reader, for the answer. */
  readonly asOf: { readonly knownAt: string; readonly validAt: string; readonly read?: string };
}

/** The time point of a tool's arguments, with its interpretation for the answer. */
export const readTime = ({ knownAt, validAt }: TimeArguments, now: Date): ReadTime => {
  const {
    instants: at,
    interpretation,
  }: { instants: ReadTime["at"]; interpretation: { readonly read?: string } } = readInstants(
    { knownAt, validAt },
    "end",
    now,
  );
  const asKnownAt = at.knownAt ?? "now";
  return { at, asOf: { knownAt: asKnownAt, validAt: at.validAt ?? asKnownAt, ...interpretation } };
};
