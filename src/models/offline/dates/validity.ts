import type { Chrono } from "chrono-node";
import { epochMillis, MILLIS_PER_DAY, type Instant } from "../../../memory/time.ts";
import { readDate, SEASON_NAMES } from "./read-date.ts";
import type { Lean } from "./calendar.ts";
import type { TimeExpression } from "./find-times.ts";
import {
  endOf,
  SEASON_MONTHS,
  startOfDay,
  startOfMonth,
  startOfYear,
  type CalendarDate,
} from "./calendar.ts";
import { after, before, lengthIn } from "./lengths.ts";

/** The interval in which a statement says that it is true. */
export interface Validity {
  readonly from: CalendarDate | null;
  /** The first instant at which the statement is no longer true. */
  readonly to: CalendarDate | null;
  /** Whether the state still holds when it is stated: "since January". */
  readonly still: boolean;
  /** The future day of a plan: "next Monday". */
  readonly planned: CalendarDate | null;
  /**
   * The first instant at which the planned day, week, month or season is over. Null if nothing is
   * planned, or if only the first day is known: "after Easter".
   */
  readonly plannedUntil: CalendarDate | null;
  /**
   * Whether the dates are those of a current period: "this week". A state that begins in the period
   * may outlast it.
   */
  readonly within: boolean;
  /**
   * The first instant after the year, season or month in which a past state held: "lived in Rome in
   * 2020". Null for another time, or if the period is not over.
   */
  readonly overBy: CalendarDate | null;
}

export const UNDATED: Validity = {
  from: null,
  to: null,
  still: false,
  planned: null,
  plannedUntil: null,
  within: false,
  overBy: null,
};

export type Tense = "past" | "perfect" | "present" | "future";

/**
 * The date that lies the duration in a text after `start`; null if the text states no length.
 */
const countedAhead = (duration: string, start: Instant): CalendarDate | null => {
  const length = lengthIn(duration);
  return length && after(start, length);
};

/**
 * The start of a state that has lasted for the duration in a text; null if it states no length.
 */
const beganBefore = (duration: string, now: Instant): CalendarDate | null => {
  const length = lengthIn(duration);
  return length && before(now, length);
};

/**
 * Words that date a present statement. Apart from "since", only words about the past do; "having
 * dinner this Saturday" is a plan.
 */
const LOOKS_BACK = /\b(?:ago|last|yesterday|today|this(?! (?:coming|\p{L}{3,6}day)\b))\b/iu;
/** Number of days of the current periods that chrono gives by their first day. */
const PRESENT_DAYS: ReadonlyMap<string, number> = new Map([
  ["week", 7],
  ["weekend", 2],
]);
const PRESENT_SPAN = /^(?:today|this (?<unit>week|weekend|month|year))$/iu;
/** A part of the current day, with which a statement about it ends: "is working late tonight". */
const PART_OF_DAY = /^(?:tonight|this (?:morning|afternoon|evening))$/iu;
/** Whether the words name a current period, which will end: "this month". */
export const isPresentSpan = (core: string): boolean => PRESENT_SPAN.test(core);
const AT_END = /^(?:the )?end of /iu;
/**
 * Words that may introduce a past or a future start: "as of June 1". "from September" is always in
 * the future.
 */
const EITHER_WAY = /^(?:as of|effective)/iu;

const notLater = (date: CalendarDate | null, now: Instant): CalendarDate | null =>
  date !== null && date.start <= now ? date : null;

const LEANS: Readonly<Record<Tense, Lean>> = {
  future: "future",
  present: "near",
  perfect: "past",
  past: "past",
};

/** Whether the next date of these words is nearer than the last: "12 May", said in March. */
export const isNearerAhead = (words: string, now: Instant, chrono: Chrono): boolean => {
  const next = readDate(words, now, "future", chrono);
  const last = readDate(words, now, "past", chrono);
  if (next === null || last === null || next.start <= now) return false;
  return (
    epochMillis(next.start) - epochMillis(now) <
    Math.abs(epochMillis(now) - epochMillis(last.start))
  );
};

/** How the times of a statement are read. */
interface TimeReader {
  readonly tense: Tense;
  readonly now: Instant;
  readonly read: (words: string, lean: Lean) => CalendarDate | null;
}

/** The start of the period that the words name: "this week", with its end; "today". */
const readPresentPoint = (
  core: string,
  { now, read }: TimeReader,
): Pick<Validity, "from" | "to" | "within"> => {
  const from = notLater(read(core, "near"), now);
  const span = PRESENT_SPAN.exec(core)?.groups;
  if (span === undefined || from === null) return { from, to: null, within: false };
  const days = PRESENT_DAYS.get(span["unit"]?.toLowerCase() ?? "") ?? 1;
  return { from, to: endOf(from, days), within: true };
};

/** The future day of a plan, and when it is over; null for another time. */
const readPlanned = (
  core: string,
  reader: TimeReader,
): Pick<Validity, "planned" | "plannedUntil"> => {
  const ahead = readEnd(core, "future", reader);
  return ahead !== null && ahead.start > reader.now
    ? { planned: ahead, plannedUntil: afterPeriod(core, ahead) }
    : { planned: null, plannedUntil: null };
};

/**
 * The validity that a point in time gives: its start, the current week, or the future day of a
 * plan.
 */
const readPoint = ({ core }: TimeExpression, reader: TimeReader): Partial<Validity> => {
  const { tense, now, read } = reader;
  if (tense === "past" || tense === "perfect") {
    const from = notLater(readEnd(core, LEANS[tense], reader), now);
    return { from, overBy: from && afterLongPeriod(core, from, now) };
  }
  if (PART_OF_DAY.test(core)) {
    const day = read(core, "near");
    return { plannedUntil: day && endOf({ ...day, precision: "DAY" }) };
  }
  const plan = readPlanned(core, reader);
  const isPresent = isPresentSpan(core) || (tense === "present" && LOOKS_BACK.test(core));
  return isPresent ? { ...readPresentPoint(core, reader), ...plan } : plan;
};

/** Number of days of the period that the words name, if it begins on a day. */
const daysIn = (words: string): number =>
  /\bweek\b/iu.test(words) ? 7 : /\bweekend\b/iu.test(words) ? 2 : 1;

const SEASON = new RegExp(`\\b(?:${SEASON_NAMES})\\b`, "iu");
const QUARTER = /^Q[1-4]\b|\bquarter\b/iu;
const HALF = /\bhalf (?:of|in)\b/iu;
const DECADE = /^the .*(?:0s|ies)$/iu;
/** The number of months in a period that is none of the calendar's; null for another one. */
const monthsIn = (words: string): number | null => {
  if (DECADE.test(words))
    return MONTHS_IN_YEAR * (/^the (?:early|mid|late)\b/iu.test(words) ? 5 : 10);
  if (HALF.test(words)) return MONTHS_IN_YEAR / 2;
  return SEASON.test(words) || QUARTER.test(words) ? SEASON_MONTHS : null;
};
const MONTHS_IN_YEAR = 12;
const HALF_MONTH = 15;

/** The first instant after the period that the words name, which begins on a date. */
const afterPeriod = (words: string, first: CalendarDate): CalendarDate | null => {
  if (AT_END.test(words)) return first;
  const date = new Date(epochMillis(first.start));
  if (HALF.test(words) && first.precision === "DAY")
    return date.getUTCDate() > HALF_MONTH
      ? startOfMonth(date.getUTCFullYear(), date.getUTCMonth() + 1)
      : endOf(first, HALF_MONTH);
  const months = monthsIn(words);
  if (months === null) return endOf(first, daysIn(words));
  return first.precision === "YEAR"
    ? startOfYear(date.getUTCFullYear() + months / MONTHS_IN_YEAR)
    : startOfMonth(date.getUTCFullYear(), date.getUTCMonth() + months);
};

/** The first instant after a year, season or month; null for a day, and for a period that goes on. */
const afterLongPeriod = (words: string, first: CalendarDate, now: Instant): CalendarDate | null => {
  const isLong =
    /^(?:YEAR|MONTH)$/u.test(first.precision) || SEASON.test(words) || HALF.test(words);
  const end = isLong ? afterPeriod(words, first) : null;
  return end !== null && end.start <= now ? end : null;
};

/** The date of the words. For "the end of the month", the first day of the next month. */
const readEnd = (words: string, lean: Lean, { now, read }: TimeReader): CalendarDate | null => {
  if (!AT_END.test(words)) return read(words, lean);
  const periodWords = words
    .replace(AT_END, "")
    .replace(/^the (?=week|month|quarter|year)/iu, "this ");
  const days = daysIn(periodWords);
  const near = read(periodWords, "near");
  const nearEnd = near && endOf(near, days);
  // "until the end of March", stated in March, means this March.
  const isRunning = near !== null && nearEnd !== null && near.start <= now && now < nearEnd.start;
  const whole = isRunning || /^this /iu.test(periodWords) ? near : read(periodWords, lean);
  const end = whole === null ? null : endOf(whole, days);
  return end && { ...end, precision: "DAY" };
};

/** "from Monday through Friday", "during 2021 and 2022": the end is of the range. */
const INCLUSIVE = / through |^(?:during|throughout) /iu;
const IN_MIDDLE = /^(?:mid|the middle of)[ -]/iu;
const DAYS_TO_MIDDLE = 14;
/** The date of the words, or the fifteenth of "mid-May". */
const withMiddle = (words: string, date: CalendarDate | null): CalendarDate | null =>
  date?.precision === "MONTH" && IN_MIDDLE.test(words)
    ? startOfDay(new Date(epochMillis(date.start) + DAYS_TO_MIDDLE * MILLIS_PER_DAY), date.certain)
    : date;
/** The date until which a state lasts. "until mid-May" ends on the fifteenth. */
const readUntil = (words: string, lean: Lean, reader: TimeReader): CalendarDate | null =>
  withMiddle(words, readEnd(words, lean, reader));

const DAY_ALONE = /^(?:the )?(?<day>\d{1,2})(?:st|nd|rd|th)?$/iu;
const MONTH_NAMED = /(?<!\w)\p{Lu}\p{Ll}{2,}\.?(?!\w)|of (?:this|next|last) month$/u;
/** A day alone, with its month; other words as they are. */
const withMonth = (words: string, month: string | undefined): string => {
  const { day } = DAY_ALONE.exec(words)?.groups ?? {};
  return day === undefined || month === undefined ? words : `${day} ${month}`;
};
/** One end of a range. A day alone is in the month of the other end: "from the 3rd to 9 May". */
const dayOf = (words: string, other: string): string =>
  withMonth(words, MONTH_NAMED.exec(other)?.[0]);

/**
 * The dates of a range. In "from March to June 2024", the year of the end also applies to the
 * start.
 */
const readRange = (time: TimeExpression, reader: TimeReader): Partial<Validity> => {
  const { core, until, text } = time;
  const lean = LEANS[reader.tense];
  const isOpen = until === null || /now|present/iu.test(until);
  const year = /\b(?:(?:19|20)\d{2}|(?:last|next|this) year)$/u.exec(until ?? "")?.[0];
  const opening = dayOf(core, until ?? "");
  const start = year === undefined || /\d{4}/u.test(core) ? opening : `${opening} ${year}`;
  const end = isOpen ? null : readUntil(dayOf(until, core), lean, reader);
  const last = end !== null && INCLUSIVE.test(text) ? endOf(end) : end;
  const first = withMiddle(core, reader.read(start, lean));
  // "from November to February 2024" begins in the previous year.
  const isYearBefore =
    last !== null && first !== null && first.start >= last.start && start !== opening;
  const yearBefore = isYearBefore ? Number(last.start.slice(0, 4)) - 1 : null;
  const from = yearBefore === null ? first : reader.read(`${opening} ${yearBefore}`, lean);
  return { from, to: last, still: isOpen };
};

/**
 * The validity that a duration gives. "has worked there for three years" states the start, "is
 * staying there for three weeks" the end, and "starts in three weeks" the day of a plan. "worked
 * there for three years" states nothing.
 */
const readDuration = ({ text }: TimeExpression, reader: TimeReader): Partial<Validity> => {
  const { tense, now } = reader;
  // "has left after nine years" is no state that has lasted since.
  if (tense === "perfect" && /^after /iu.test(text)) return {};
  const isBack =
    tense === "perfect" ||
    (tense !== "past" &&
      /\bnow$|\b(?:past|last)\b|^(?!(?:for|in|over|during|after) )/iu.test(text));
  if (isBack) {
    const from = notLater(beganBefore(text, now), now);
    return { from, still: from !== null };
  }
  if (tense === "past") return {};
  if (/^in /iu.test(text)) {
    const start = countedAhead(text, now);
    return { planned: start, plannedUntil: start && endOf(start) };
  }
  return /^for /iu.test(text) ? { to: countedAhead(text, now) } : {};
};

/**
 * The validity of a state that ended after a stated length: "after nine years". Null if no length
 * is stated.
 */
export const endedAfter = (
  times: readonly TimeExpression[],
  end: CalendarDate,
): Validity | null => {
  const length = times.find(({ kind, text }) => kind === "duration" && /^after /iu.test(text));
  const from = length === undefined ? null : beganBefore(length.text, end.start);
  return from && { ...UNDATED, from, to: end };
};

const CLOSE_BY = /^(?:just|right|shortly|soon|straight|not long) (?:after|before) /iu;
/**
 * The day of a plan that has only a first day, "starts after Easter", or the end of one that has
 * only a last day, "needs to finish by June". Other limits give no date.
 */
const readBound = ({ text, core }: TimeExpression, reader: TimeReader): Partial<Validity> => {
  const { tense, now } = reader;
  // "started just after Halloween": what has begun did so at about that time.
  if (CLOSE_BY.test(text) && (tense === "past" || tense === "perfect"))
    return { from: notLater(readEnd(core, "past", reader), now) };
  const isAhead = tense === "present" || tense === "future";
  const date = isAhead && /^(?:after|by) /iu.test(text) ? readEnd(core, "future", reader) : null;
  const end = date === null ? null : afterPeriod(core, date);
  if (end === null || end.start <= now) return {};
  return /^by /iu.test(text) ? { plannedUntil: end } : { planned: end };
};

/** What starts lies ahead, whatever the tense: "got the job, starting on 1 July". */
const STARTING = /^(?:starting|beginning|effective)\b/iu;

const readOne = (time: TimeExpression, reader: TimeReader): Partial<Validity> => {
  const { tense, now, read } = reader;
  // "from September" means the next September, unless the statement is in the past tense.
  const boundLean = tense === "past" ? "past" : "future";
  switch (time.kind) {
    case "point":
      return readPoint(time, reader);
    case "since":
      return { from: notLater(read(time.core, "past"), now), still: tense !== "past" };
    case "from": {
      // "has gone up from April": the April that is nearer.
      const isNear = tense === "perfect" || (tense === "present" && EITHER_WAY.test(time.text));
      const lean = STARTING.test(time.text) ? "future" : boundLean;
      return { from: read(time.core, isNear ? "near" : lean) };
    }
    case "until":
      return { to: readUntil(time.core, boundLean, reader) };
    case "through": {
      const last = readEnd(time.core, boundLean, reader);
      return { to: last && afterPeriod(time.core, last) };
    }
    case "whole": {
      const first = read(time.core, boundLean);
      return {
        from: first,
        to: first && afterPeriod(time.core, first),
      };
    }
    case "range":
      return readRange(time, reader);
    case "duration":
      return readDuration(time, reader);
    case "bound":
      return readBound(time, reader);
    default:
      return {};
  }
};

/** A period that is named apart from a range in it. */
interface PeriodOfRange {
  readonly period: RegExp;
  readonly isRange: (range: TimeExpression) => boolean;
  /** One end of the range, with the period. */
  readonly within: (end: string, period: string) => string;
}

const MONTH_ALONE = /^(?!now|present)\p{Lu}\p{L}+\.?$/u;
/** "In 2016, from March to August" */
const YEAR_OF_MONTHS: PeriodOfRange = {
  period: /^(?:19|20)\d{2}$/u,
  isRange: ({ core, until }) => !/\d{4}/u.test(core) && MONTH_ALONE.test(until ?? ""),
  within: (end, year) => `${end} ${year}`,
};

const NEAR_MONTH = /^(?:next|this|last) month$/u;
/** "next month, from the 8th to the 15th" */
const MONTH_OF_DAYS: PeriodOfRange = {
  period: /^(?:(?:next|this|last) month|\p{Lu}\p{L}{2,8}\.?)$/u,
  isRange: ({ core, until }) => DAY_ALONE.test(core) && DAY_ALONE.test(until ?? ""),
  within: (end, month) => withMonth(end, NEAR_MONTH.test(month) ? `of ${month}` : month),
};

/** The times, with the period added to the range. */
const withPeriod = (
  times: readonly TimeExpression[],
  { period, isRange, within }: PeriodOfRange,
): readonly TimeExpression[] => {
  const point = times.find(({ kind, core }) => kind === "point" && period.test(core));
  const range = times.find((time) => time.kind === "range" && isRange(time));
  if (point === undefined || range === undefined) return times;
  const rangeWithDates = {
    ...range,
    core: within(range.core, point.core),
    until: within(range.until ?? "", point.core),
  };
  return times.flatMap((time) =>
    time === point ? [] : time === range ? [rangeWithDates] : [time],
  );
};

const firstDate = (
  validities: readonly Partial<Validity>[],
  field: "from" | "to" | "planned" | "overBy",
): CalendarDate | null =>
  validities.map((validity) => validity[field]).find((date) => date != null) ?? null;

/** The later one of two dates. */
const later = (a: CalendarDate | null, b: CalendarDate | null): CalendarDate | null =>
  a === null || (b !== null && b.start > a.start) ? b : a;

const WIDEST_GAP = 2;
/** Whether two times of a sentence touch: "for three years, until 2021". */
const isBeside = (a: TimeExpression | undefined, b: TimeExpression): boolean =>
  a !== undefined && a !== b && Math.max(a.start, b.start) - Math.min(a.end, b.end) <= WIDEST_GAP;

/**
 * The interval of a past state with a length and one end: "for three years until 2021", "for a year
 * from 2015". Null for others.
 */
const countedFromEnd = (
  times: readonly TimeExpression[],
  validities: readonly Partial<Validity>[],
): Pick<Validity, "from" | "to"> | null => {
  const duration = times.find(({ kind, text }) => kind === "duration" && /^for /iu.test(text));
  const length = duration === undefined ? null : lengthIn(duration.text);
  if (duration === undefined || length === null) return null;
  // "until 2012, then at night for a year" has a length of something else.
  const beside = validities.filter((_, i) => isBeside(times[i], duration));
  const to = firstDate(beside, "to");
  const from = firstDate(
    beside.filter((one) => times[validities.indexOf(one)]?.kind === "from"),
    "from",
  );
  if (to !== null) return { from: before(to.start, length), to };
  if (from === null) return null;
  const end = after(from.start, length);
  return {
    from,
    to:
      end && from.precision === "YEAR" && length.unit === "year"
        ? { ...end, precision: "YEAR" }
        : end,
  };
};

/**
 * The validity that the times of one statement give at `now`. Only words such as "from" and
 * "starting" give a start in the future. An end before the start is ignored.
 */
export const validityOf = (
  times: readonly TimeExpression[],
  tense: Tense,
  now: Instant,
  chrono: Chrono,
): Validity => {
  const read: TimeReader["read"] = (words, lean) => readDate(words, now, lean, chrono);
  const ofAll = [YEAR_OF_MONTHS, MONTH_OF_DAYS]
    .reduce(withPeriod, times)
    .map((time) => readOne(time, { tense, now, read }));
  // "for two weeks from Monday" counts from Monday.
  const start = ofAll.find((one) => (one.from ?? one.planned) != null);
  const begin = (start?.from ?? start?.planned)?.start;
  const validities = ofAll.map((one, i) => {
    const time = times[i];
    return begin !== undefined && begin > now && time?.kind === "duration" && one.to != null
      ? { ...one, to: later(countedAhead(time.text, begin), start?.plannedUntil ?? null) }
      : one;
  });
  const counted = tense === "past" ? countedFromEnd(times, validities) : null;
  const from = firstDate(validities, "from") ?? counted?.from ?? null;
  const to = firstDate(validities, "to") ?? counted?.to ?? null;
  return {
    from,
    to: to !== null && (from === null || from.start < to.start) ? to : null,
    still: validities.some(({ still }) => still === true),
    planned: firstDate(validities, "planned"),
    overBy: firstDate(validities, "overBy"),
    plannedUntil: validities.map(({ plannedUntil = null }) => plannedUntil).reduce(later, null),
    within: validities.some(({ within }) => within === true),
  };
};
