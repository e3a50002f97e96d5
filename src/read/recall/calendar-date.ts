import type { FactVersion } from "../../memory/fact.ts";
import { isPassing } from "../../memory/line/passing.ts";
import {
  OPEN,
  plusMillis,
  type Instant,
  type Precision,
  type TimePoint,
} from "../../memory/time.ts";

/** The day of an instant: `2024-03-05`. */
export const calendarDate = (at: Instant): string => at.slice(0, 10);

/**
 * The day of a start, or the month or year alone if it is the first instant of one: `2024-03-05`,
 * `2024-03`, `2024`.
 */
const calendarStart = (at: Instant): string => {
  if (at.endsWith("-01-01T00:00:00.000Z")) return at.slice(0, 4);
  return at.endsWith("-01T00:00:00.000Z") ? at.slice(0, 7) : calendarDate(at);
};

/**
 * Milliseconds from the start of a day in a zone after which UTC has the same day, from Honolulu to
 * Auckland in summer. A calendar day starts between 14 hours before and 12 hours after the same day
 * in UTC.
 */
const WITHIN_DAY = 13 * 3_600_000;

const DIGITS: Readonly<Record<Exclude<Precision, "INSTANT">, number>> = {
  YEAR: "2024".length,
  MONTH: "2024-03".length,
  DAY: "2024-03-05".length,
};

/** An instant with its stated precision: `2024`, `2024-03`, `2024-03-05`. */
const dateAsTold = (at: Instant, precision: Precision): string =>
  precision === "INSTANT"
    ? calendarStart(at)
    : plusMillis(at, at.endsWith("T00:00:00.000Z") ? 0 : WITHIN_DAY).slice(0, DIGITS[precision]);

/** Whether a fact is past, future or current at a time point. */
export type FactStanding = "OVER" | "AHEAD" | "HOLDING";

export const standingAt = (
  { validFrom, validTo }: Pick<FactVersion, "validFrom" | "validTo">,
  at: TimePoint,
): FactStanding => {
  if (validTo <= at.knownAt || validTo <= at.validAt) return "OVER";
  return validFrom > at.validAt ? "AHEAD" : "HOLDING";
};

/**
 * The interval of a fact with its stated precision: `since 2024-03`, `until 2025`. It marks a fact
 * that is past or future at the time point. Empty if no date was stated.
 */
export const factInterval = (version: FactVersion, at: TimePoint): string => {
  const { validFrom, validFromKnown, validFromPrecision, validTo, validToPrecision } = version;
  const standing = standingAt(version, at);
  const start = validFromKnown ? dateAsTold(validFrom, validFromPrecision) : null;
  // Nobody stated the end of a passing state.
  const hasToldEnd = validTo !== OPEN && !isPassing(version);
  const end = hasToldEnd ? dateAsTold(validTo, validToPrecision) : null;
  return [
    ...(start === null
      ? []
      : [standing === "AHEAD" ? `from ${start} on, not yet` : `since ${start}`]),
    ...(end === null ? [] : [`until ${end}`]),
    ...(standing === "OVER" ? ["no longer so"] : []),
  ].join(", ");
};
