import type { Chrono } from "chrono-node";
import { epochMillis, type Instant } from "../../../memory/time.ts";
import { readDate } from "./read-date.ts";
import type { TimeExpression } from "./time-expression.ts";
import { startOfDay, startOfMonth, startOfYear, type CalendarDate } from "./calendar.ts";

/** From when and until when a statement is said to be true. */
export interface Validity {
  readonly from: Instant | null;
  readonly to: Instant | null;
}

export const UNDATED: Validity = { from: null, to: null };

export type Tense = "past" | "perfect" | "present" | "future";

const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
};
const LENGTH =
  /(?<count>\d{1,3}|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)\b) (?<unit>day|week|month|year|decade)s?\b/iu;

/** Where something that has gone on for so long began; null where the text does not count. */
const beganBefore = (duration: string, now: Instant): CalendarDate | null => {
  const { count = "", unit = "" } = LENGTH.exec(duration)?.groups ?? {};
  const n = NUMBERS[count.toLowerCase()] ?? Number(count);
  if (unit === "" || !Number.isFinite(n)) return null;
  const date = new Date(epochMillis(now));
  if (unit === "year" || unit === "decade")
    return startOfYear(date.getUTCFullYear() - n * (unit === "decade" ? 10 : 1));
  if (unit === "month") return startOfMonth(date.getUTCFullYear(), date.getUTCMonth() - n);
  return startOfDay(new Date(date.getTime() - n * (unit === "week" ? 7 : 1) * 86_400_000));
};

/** "lives here since" aside, a present statement is dated only by a word that looks back. */
const LOOKS_BACK = /\b(?:ago|last|yesterday|today|this)\b/iu;

const notLater = (date: CalendarDate | null, now: Instant): Instant | null =>
  date !== null && date.start <= now ? date.start : null;

const readOne = (time: TimeExpression, tense: Tense, now: Instant, chrono: Chrono): Validity => {
  const lean = tense === "future" ? "future" : tense === "present" ? "near" : "past";
  switch (time.kind) {
    case "point":
      // What is still ahead makes nothing true from then on: "is retiring in December" is true now.
      if (tense === "present" && !LOOKS_BACK.test(time.core)) return UNDATED;
      return tense === "future"
        ? UNDATED
        : { from: notLater(readDate(time.core, now, lean, chrono), now), to: null };
    case "since":
      return { from: notLater(readDate(time.core, now, "past", chrono), now), to: null };
    case "from":
      return {
        from: readDate(time.core, now, tense === "past" ? "past" : "future", chrono)?.start ?? null,
        to: null,
      };
    case "until":
      return {
        from: null,
        to: readDate(time.core, now, tense === "past" ? "past" : "future", chrono)?.start ?? null,
      };
    case "range":
      return {
        from: readDate(time.core, now, lean, chrono)?.start ?? null,
        to:
          time.until === null || /now|present/iu.test(time.until)
            ? null
            : (readDate(time.until, now, lean, chrono)?.start ?? null),
      };
    case "duration":
      // "has worked there for three years" tells when it began; "worked there for three years" does not.
      return tense === "perfect"
        ? { from: notLater(beganBefore(time.text, now), now), to: null }
        : UNDATED;
    default:
      return UNDATED;
  }
};

/**
 * The validity that the times of one statement give it, as said at `now`. A start that lies ahead is taken only from words such
 * as "from" and "starting"; an end before the start is no end.
 */
export const validityOf = (
  times: readonly TimeExpression[],
  tense: Tense,
  now: Instant,
  chrono: Chrono,
): Validity => {
  const read = times.map((time) => readOne(time, tense, now, chrono));
  const from = read.find((validity) => validity.from !== null)?.from ?? null;
  const to = read.find((validity) => validity.to !== null)?.to ?? null;
  return { from, to: to !== null && (from === null ? true : from < to) ? to : null };
};
