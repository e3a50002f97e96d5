import { PHRASES } from "../data/expressions.ts";
import type { Chrono, ParsedResult } from "chrono-node";
import { COUNTS, WEEKDAYS } from "../../../language/calendar-words.ts";
import {
  epochMillis,
  MILLIS_PER_DAY,
  MONTHS,
  instantOf,
  type Instant,
} from "../../../memory/time.ts";
import { numbers } from "../data/words.ts";
import {
  SEASON_MONTHS,
  startOfDay,
  startOfMonth,
  startOfWeek,
  startOfYear,
  type CalendarDate,
} from "./calendar.ts";
import { countedDay } from "./counted-days.ts";
import { feastOf } from "./feasts.ts";
import type { Lean } from "./calendar.ts";

const UTC = 0;
const HALF_WEEK = 3.5 * MILLIS_PER_DAY;
const BARE_YEAR =
  /^(?:(?:early|mid|late|the (?:beginning|start|middle|end) of)[ -]?(?:the )?)?(?<year>(?:19|20)\d{2})$/iu;
const QUARTER = /^Q(?<quarter>[1-4])(?:,?(?: of)? (?<year>(?:19|20)\d{2}))?$/iu;
/** "the nineties", "the early 2000s", "the 80s" */
const DECADE =
  /^the (?:(?<part>early|mid|late)[- ])?(?:(?<century>19|20)?['’]?(?<tens>\d0)s|(?<named>\p{L}{4,}ies))$/iu;
/** The first years of the decades with names of their own. */
const DECADES = numbers("decades");
const FEAST =
  /^(?:(?<which>last|next) )?(?:the )?(?<feast>christmas(?: eve| day)?|boxing day|easter|thanksgiving|halloween|new year(?:'s(?: eve| day)?)?|valentine's day)(?:,?(?: of| in)? (?:(?<year>\d{4})|(?<away>next|last|this) year))?$/iu;
const WEEK =
  /^(?:early |late |mid )?(?<which>last|next|this(?: past| coming)?) week(?<end>end)?$/iu;
const SEASON = PHRASES.one("read_date_season");
/** The month, from 0, in which a season of the northern hemisphere begins. */
const SEASONS = numbers("seasons");
/** The names of the seasons, as a part of expressions. */
export const SEASON_NAMES = Object.keys(SEASONS).join("|");
const DAY_OF_MONTH = /^the (?<day>\d{1,2})(?:st|nd|rd|th)$/iu;
/** "the start of the year": the period that has begun. */
const START_OF_PERIOD =
  /^(?:the )?(?:beginning|start|middle) of (?:the|this) (?<unit>week|month|year)$/iu;
/** "next month", also on the 31st; "last year" */
const NEXT_OR_LAST = /^(?<which>next|last) (?<unit>month|year)$/iu;
/** "Thursday next week", "Monday of this week" */
const DAY_OF_WEEK = /^(?<day>\p{L}{3,6}day) (?:of )?(?<which>next|this|last) week$/iu;
/** "the week before last", "the year after next" */
const TWO_AWAY = /^the (?<unit>week|weekend|month|year) (?<which>before last|after next)$/iu;
/** "the summer before last", "the Christmas after next" */
const NAMED_TWO_AWAY = /^the (?<name>\p{L}[\p{L}' ]*) (?<which>before last|after next)$/iu;
/** "this May"; chrono does not read "last May" as a month either. */
const THIS_MONTH = /^(?<which>this|last|next) (?<month>\p{L}{3,})$/iu;
const THE_WEEKEND = /^the weekend$/iu;
/** Words that name no calendar date. */
const VAGUE =
  /\b(?:winters|summers|other (?:day|night|week|month)|ages|a while|a long time|years ago$|decade)\b/iu;
const COUNTED = new RegExp(
  `\\b(?:\\d+|${[...COUNTS.keys()].join("|")}|couple|few|several|half)\\b`,
  "iu",
);

const WEEKS = numbers("weeks");
const SATURDAY = 5;

/** The first day of a week (Monday) or of a weekend (Saturday). */
const weekOf = (today: Date, which: string, end: boolean): CalendarDate | null => {
  const monday = startOfWeek(new Date(today.getTime() + (WEEKS[which] ?? 0) * 7 * MILLIS_PER_DAY));
  return monday === null || !end
    ? monday
    : startOfDay(new Date(epochMillis(monday.start) + SATURDAY * MILLIS_PER_DAY));
};

/** The day of a week, which begins on Monday: "Thursday next week". */
const dayOfWeek = (
  { day = "", which = "" }: Readonly<Record<string, string | undefined>>,
  today: Date,
): CalendarDate | null => {
  const monday = weekOf(today, which.toLowerCase(), false);
  const index = (WEEKDAYS.indexOf(day.toLowerCase()) + 6) % 7;
  return monday === null
    ? null
    : startOfDay(new Date(epochMillis(monday.start) + index * MILLIS_PER_DAY));
};

/** The week, weekend, month or year that lies a number of these away from the current one. */
const periodAt = (unit: string, away: number, today: Date): CalendarDate | null => {
  const year = today.getUTCFullYear();
  switch (unit.toLowerCase()) {
    case "week":
      return startOfWeek(new Date(today.getTime() + away * 7 * MILLIS_PER_DAY));
    case "weekend": {
      const saturday = 7 * away + SATURDAY - ((today.getUTCDay() + 6) % 7);
      return startOfDay(new Date(today.getTime() + saturday * MILLIS_PER_DAY));
    }
    case "month":
      return startOfMonth(year, today.getUTCMonth() + away);
    default:
      return startOfYear(year + away);
  }
};

/**
 * The start of a season or a quarter, which begins with this month. "last spring" is the latest one
 * that is over, and "next summer" the first one that has not begun. "this summer", "in summer" and
 * "in Q1" follow the tense.
 */
const threeMonths = (
  month: number,
  { which, year }: Readonly<Record<string, string | undefined>>,
  lean: Lean,
  today: Date,
): CalendarDate | null => {
  if (year !== undefined) return startOfMonth(Number(year), month);
  const thisYear = today.getUTCFullYear();
  const hasBegun = Date.UTC(thisYear, month) <= today.getTime();
  const hasEnded = Date.UTC(thisYear, month + SEASON_MONTHS) <= today.getTime();
  switch (which?.toLowerCase()) {
    case "last":
      return startOfMonth(hasEnded ? thisYear : thisYear - 1, month);
    case "next":
      return startOfMonth(hasBegun ? thisYear + 1 : thisYear, month);
    default:
      if (lean === "past") return startOfMonth(hasBegun ? thisYear : thisYear - 1, month, false);
      return startOfMonth(hasEnded ? thisYear + 1 : thisYear, month, false);
  }
};

/**
 * The day of "the 3rd": in this month, or in the adjacent one in the direction of the tense. Null
 * if the month has no such day.
 */
const dayOfMonth = (day: number, lean: Lean, today: Date): CalendarDate | null => {
  const at = (months: number): Date =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, day));
  const isAhead = at(0).getTime() > today.getTime();
  const months = lean === "past" && isAhead ? -1 : lean !== "past" && !isAhead ? 1 : 0;
  const date = at(months);
  return date.getUTCDate() === day ? startOfDay(date, false) : null;
};

const YEARS_AWAY: Readonly<Partial<Record<string, number>>> = { next: 1, last: -1 };

/** The year of the feast that is nearest to a day. */
const nearestYear = (name: string, today: Date): number => {
  const distance = (year: number): number => Math.abs((feastOf(name, year) ?? 0) - today.getTime());
  const year = today.getUTCFullYear();
  return [year - 1, year + 1].reduce((a, b) => (distance(b) < distance(a) ? b : a), year);
};

/**
 * The day of a feast: the nearest one for a tense that tells no direction; the next one if the words
 * or the tense are about the future, else the last one.
 */
const dayOfFeast = (
  { which, feast = "", year, away }: Readonly<Record<string, string | undefined>>,
  lean: Lean,
  today: Date,
): CalendarDate | null => {
  const name = feast.toLowerCase();
  if (away !== undefined) {
    const ofYear = feastOf(name, today.getUTCFullYear() + (YEARS_AWAY[away.toLowerCase()] ?? 0));
    return ofYear === null ? null : startOfDay(new Date(ofYear));
  }
  const thisYear = today.getUTCFullYear();
  const isPast = (feastOf(name, thisYear) ?? 0) <= today.getTime();
  const isNext = which?.toLowerCase() === "next" || (which === undefined && lean === "future");
  const meantYear = isNext ? thisYear + (isPast ? 1 : 0) : thisYear - (isPast ? 0 : 1);
  const isEither = which === undefined && lean === "near";
  const leanYear = isEither ? nearestYear(name, today) : meantYear;
  const day = feastOf(name, year === undefined ? leanYear : Number(year));
  return day === null ? null : startOfDay(new Date(day));
};

/** The date that chrono has found. A week or a year that the words leave out is chosen by `lean`. */
const fromChrono = (result: ParsedResult, lean: Lean, now: Instant): CalendarDate | null => {
  const { start } = result;
  const date = start.date();
  if (start.isCertain("weekday") && !start.isCertain("day"))
    return startOfDay(
      lean === "past" && date.getTime() > epochMillis(now)
        ? new Date(date.getTime() - 7 * MILLIS_PER_DAY)
        : lean === "future" && date.getTime() < epochMillis(now)
          ? new Date(date.getTime() + 7 * MILLIS_PER_DAY)
          : lean === "near" && date.getTime() > epochMillis(now) + HALF_WEEK
            ? new Date(date.getTime() - 7 * MILLIS_PER_DAY)
            : date,
      false,
    );
  const precise =
    start.isCertain("day") ||
    start.isCertain("hour") ||
    (!start.isCertain("month") && !start.isCertain("year"));
  const certain = start.isCertain("year");
  let year = date.getUTCFullYear();
  const at = (): CalendarDate | null => {
    const shiftedDate = new Date(date);
    shiftedDate.setUTCFullYear(year);
    return precise
      ? startOfDay(shiftedDate, certain)
      : start.isCertain("month")
        ? startOfMonth(year, date.getUTCMonth(), certain)
        : startOfYear(year, certain);
  };
  const calendarDate = at();
  if (certain || calendarDate === null || !start.isCertain("month")) return calendarDate;
  if (lean === "past" && calendarDate.start > now) year -= 1;
  if (lean === "future" && calendarDate.start < now && date.getTime() < epochMillis(now)) year += 1;
  return at();
};

/** The period that the words name by its distance; null for other words. */
const periodIn = (core: string, lean: Lean, today: Date): CalendarDate | null => {
  const current = START_OF_PERIOD.exec(core)?.groups?.["unit"];
  if (current !== undefined) return periodAt(current, 0, today);
  const { unit, which = "" } = TWO_AWAY.exec(core)?.groups ?? {};
  if (unit !== undefined)
    return periodAt(unit, which.toLowerCase() === "before last" ? -2 : 2, today);
  const near = NEXT_OR_LAST.exec(core)?.groups;
  if (near)
    return periodAt(near["unit"] ?? "", WEEKS[(near["which"] ?? "").toLowerCase()] ?? 0, today);
  const ofWeek = DAY_OF_WEEK.exec(core)?.groups;
  if (ofWeek) return dayOfWeek(ofWeek, today);
  return THE_WEEKEND.test(core) ? weekOf(today, lean === "past" ? "last" : "this", true) : null;
};

/** The month of this year, the last one that is over, or the next one that has not begun. */
const monthOf = (month: number, which: string, today: Date): CalendarDate | null => {
  const year = today.getUTCFullYear();
  const away = month - today.getUTCMonth();
  const isOther = which === "last" ? away >= 0 : which === "next" && away <= 0;
  return startOfMonth(isOther ? year + (YEARS_AWAY[which] ?? 0) : year, month);
};

const YEARS_INTO: Readonly<Partial<Record<string, number>>> = { mid: 3, late: 5 };
/** The first year of a decade, or of a part of it. "the 60s" are those of the last century. */
const decadeOf = ({
  part = "",
  century,
  tens = "",
  named = "",
}: Readonly<Record<string, string | undefined>>): CalendarDate | null => {
  const year =
    DECADES[named.toLowerCase()] ?? Number(`${century ?? (tens > "20" ? 19 : 20)}${tens}`);
  return startOfYear(year + (YEARS_INTO[part.toLowerCase()] ?? 0));
};

/** The quarter or the season that the words name; undefined for other words. */
const partOfYear = (core: string, lean: Lean, today: Date): CalendarDate | null | undefined => {
  const quarter = QUARTER.exec(core)?.groups;
  if (quarter)
    return threeMonths((Number(quarter["quarter"]) - 1) * SEASON_MONTHS, quarter, lean, today);
  const season = SEASON.exec(core)?.groups;
  return season
    ? threeMonths(SEASONS[season["season"]?.toLowerCase() ?? ""] ?? 0, season, lean, today)
    : undefined;
};

/** The date of a year, a quarter, a feast, a season or a day; undefined for other words. */
const namedDate = (core: string, lean: Lean, today: Date): CalendarDate | null | undefined => {
  const year = BARE_YEAR.exec(core)?.groups?.["year"];
  if (year !== undefined) return startOfYear(Number(year));
  const part = partOfYear(core, lean, today);
  if (part !== undefined) return part;
  const decade = DECADE.exec(core)?.groups;
  if (decade) return decadeOf(decade);
  const feast = FEAST.exec(core)?.groups;
  if (feast) return dayOfFeast(feast, lean, today);
  const day = DAY_OF_MONTH.exec(core)?.groups?.["day"];
  if (day !== undefined) return dayOfMonth(Number(day), lean, today);
  const { which = "", month: name = "" } = THIS_MONTH.exec(core)?.groups ?? {};
  const month = MONTHS.findIndex((one) => one.toLowerCase() === name.toLowerCase());
  return month < 0 ? undefined : monthOf(month, which.toLowerCase(), today);
};

/**
 * The calendar date that the words name at `now`: the start of the day, month or year in UTC. Null
 * if they name none. Chrono reads most dates; this function reads those that chrono does not (a
 * year alone, a quarter) or reads differently (weeks).
 */
export const readDate = (
  words: string,
  now: Instant,
  lean: Lean,
  chrono: Chrono,
): CalendarDate | null => {
  const core = words.trim();
  const today = new Date(epochMillis(now));
  const ofName = namedDate(core, lean, today);
  if (ofName !== undefined) return ofName;
  const period = periodIn(core, lean, today);
  if (period !== null) return period;
  const { name, which: away } = NAMED_TWO_AWAY.exec(core)?.groups ?? {};
  if (name !== undefined) {
    // The last one, seen from a year ago.
    const years = away?.toLowerCase() === "before last" ? -1 : 1;
    const then = new Date(today);
    then.setUTCFullYear(today.getUTCFullYear() + years);
    const nearer = `${years < 0 ? "last" : "next"} ${name}`;
    return readDate(nearer, instantOf(then.getTime()), lean, chrono);
  }
  const ofCount = countedDay(core, today, (anchor, anchorLean = lean) =>
    readDate(anchor, now, anchorLean, chrono),
  );
  if (ofCount !== undefined) return ofCount;
  const { which, end } = WEEK.exec(core)?.groups ?? {};
  if (which !== undefined) return weekOf(today, which.toLowerCase(), end !== undefined);
  if (VAGUE.test(core) && !COUNTED.test(core)) return null;
  const result = chrono.parse(
    core
      // "September next year"
      .replace(/(?<= )(?:next|last|this) year$/iu, (word) =>
        String(today.getUTCFullYear() + (YEARS_AWAY[word.slice(0, 4).toLowerCase()] ?? 0)),
      )
      // Chrono reads "this Saturday" as the nearest one, be it past.
      .replace(lean === "future" ? /^this (?:coming )?(?=\p{L}+day\b)/iu : /^$/u, "")
      .replace(/^(?:early|mid|late|the (?:beginning|start|middle|end) of)[ -]/iu, "")
      .replace(
        /(?:(?<count>\p{L}+|\d+) )fortnights?(?= (?:ago|back|from now)$)/u,
        (_, count: string) => `${2 * (COUNTS.get(count.toLowerCase()) ?? Number(count))} weeks`,
      )
      // Chrono reads number words up to twelve.
      .replace(/^\p{L}+(?= \p{L}+ (?:ago|back)$)/u, (word) => `${COUNTS.get(word) ?? word}`),
    { instant: today, timezone: UTC },
  )[0];
  if (result === undefined) return null;
  return fromChrono(result, lean, now);
};
