import { en, type ParsedResult } from "chrono-node";
import { InvalidInputError } from "../packages/client/src/errors.ts";
import { instantOf, type Side } from "../packages/client/src/time-point.ts";

/** An instant, and how it was understood. */
export interface ReadMoment {
  readonly instant: string;
  /** A sentence for the answer; undefined for an instant that was written out in full. */
  readonly reading: string | undefined;
}

const ISO_INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/u;
/** Longer than any date is in words. */
const LONGEST_WORDS = 60;

/** The date of words (`March 2026`, `yesterday`) as far as they say it: a year, a month or a day of ISO 8601, or an instant. */
const isoOf = ({ start }: ParsedResult, now: Date): string => {
  const date = start.date();
  // Words without a year ("March") mean the latest one, since memory is asked about the past.
  if (!start.isCertain("year") && start.isCertain("month") && date > now)
    date.setUTCFullYear(date.getUTCFullYear() - 1);
  if (start.isCertain("hour")) return date.toISOString();
  const isDay = start.isCertain("day") || start.isCertain("weekday");
  const length = isDay ? 10 : start.isCertain("month") ? 7 : 4;
  return date.toISOString().slice(0, length);
};

const inWords = (text: string, now: Date): string | undefined => {
  if (text.length > LONGEST_WORDS) return undefined;
  const [result] = en.casual.parse(text, { instant: now, timezone: 0 });
  if (!result || result.end || result.text.length < text.length) return undefined;
  return isoOf(result, now);
};

/**
 * Reads a date as people and models write it: ISO 8601, of which a date, a month or a year means its start or its end, or
 * English words. Everything is in UTC. Throws an InvalidInputError that names `name`.
 */
export const readMoment = (text: string, name: string, side: Side, now: Date): ReadMoment => {
  const trimmedText = text.trim();
  const phrase = name === "knownAt" || name === "validAt" ? "as of" : `${name} read as`;
  const iso = /^\d{4}(?:-|$)/u.test(trimmedText) ? undefined : inWords(trimmedText, now);
  try {
    const instant = instantOf(iso ?? trimmedText, name, side);
    const isExact = ISO_INSTANT.test(iso ?? trimmedText);
    if (isExact && iso === undefined) return { instant, reading: undefined };
    const part = isExact ? instant : `the ${side} of ${iso ?? trimmedText} (${instant})`;
    return { instant, reading: `${JSON.stringify(trimmedText)} ${phrase} ${part}` };
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(
      error.code,
      `${name} cannot be read: ${JSON.stringify(trimmedText.slice(0, LONGEST_WORDS))}. Write a date such as 2026-03-31, 2026-03, 2026 or 2026-03-31T18:00:00Z.`,
    );
  }
};

export interface TimeArguments {
  readonly knownAt?: string | undefined;
  readonly validAt?: string | undefined;
}
export interface ReadTime {
  readonly at: { readonly knownAt?: string; readonly validAt?: string };
  /** Where the reader stands, for the answer. */
  readonly asOf: { readonly knownAt: string; readonly validAt: string; readonly read?: string };
}

/** The time point of a tool's arguments, with what the answer says about it. */
export const readTime = (times: TimeArguments, now: Date): ReadTime => {
  const moments = (["knownAt", "validAt"] as const).flatMap((name) => {
    const text = times[name];
    return text === undefined ? [] : [{ name, ...readMoment(text, name, "end", now) }];
  });
  const at: ReadTime["at"] = Object.fromEntries(
    moments.map(({ name, instant }) => [name, instant]),
  );
  const readings = moments.flatMap(({ name, reading }) =>
    reading === undefined ? [] : [`${name}: ${reading}`],
  );
  const { knownAt = "now", validAt = knownAt } = at;
  const readingsPart = readings.length > 0 ? { read: readings.join("; ") } : {};
  return { at, asOf: { knownAt, validAt, ...readingsPart } };
};
