import type { Chrono } from "chrono-node";
import { epochMillis, type Instant } from "../../../memory/time.ts";
import { readDate, type Lean } from "./read-date.ts";
import type { TimeExpression } from "./find-times.ts";
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

const LEANS: Readonly<Record<Tense, Lean>> = {
  future: "future",
  present: "near",
  perfect: "past",
  past: "past",
};

const readOne = (time: TimeExpression, tense: Tense, now: Instant, chrono: Chrono): Validity => {
  const read = (words: string, lean: Lean): CalendarDate | null =>
    readDate(words, now, lean, chrono);
  const startOf = (words: string, lean: Lean): Instant | null => read(words, lean)?.start ?? null;
  /** A bound may lie ahead: "from September" is said of the next one, unless the past is told. */
  const boundLean = tense === "past" ? "past" : "future";
  switch (time.kind) {
    case "point": {
      // What is still ahead makes nothing true from then on: "is retiring in December" is true now.
      const tellsStart = tense !== "future" && (tense !== "present" || LOOKS_BACK.test(time.core));
      return tellsStart
        ? { from: notLater(read(time.core, LEANS[tense]), now), to: null }
        : UNDATED;
    }
    case "since":
      return { from: notLater(read(time.core, "past"), now), to: null };
    case "from":
      return { from: startOf(time.core, boundLean), to: null };
    case "until":
      return { from: null, to: startOf(time.core, boundLean) };
    case "range": {
      const isOpen = time.until === null || /now|present/iu.test(time.until);
      return {
        from: startOf(time.core, LEANS[tense]),
        to: isOpen ? null : startOf(time.until, LEANS[tense]),
      };
    }
    case "duration":
      // "has worked there for three years" tells when it began; "worked there for three years" does
      // not.
      return tense === "perfect"
        ? { from: notLater(beganBefore(time.text, now), now), to: null }
        : UNDATED;
    default:
      return UNDATED;
  }
};

/**
 * The validity that the times of one statement give it, as said at `now`. A start that lies ahead
 * is taken only from words such as "from" and "starting"; an end before the start is no end.
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
