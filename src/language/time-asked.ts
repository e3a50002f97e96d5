import { daysSinceMonday, daysUntil } from "../memory/calendar.ts";
import {
  BEGINNING,
  earlier,
  epochMillis,
  instantOf,
  MILLIS_PER_DAY,
  OPEN,
  type Instant,
} from "../memory/time.ts";
import { instantAtWallClock, UTC, wallClock, type TimeZone } from "../memory/time-zone.ts";
import { COUNTS, MONTH_WORDS, numbersByWord, WEEKDAYS, WEEKDAY_WORDS } from "./calendar-words.ts";
import { foldText } from "./folding.ts";

/** The time that a question asks about. */
export interface TimeAsked {
  /** The words of the time in the question, folded: `in february`. */
  readonly words: string;
  /** `[from, to)`; null on the side that the question leaves open ("before 2020"). */
  readonly from: Instant | null;
  readonly to: Instant | null;
}

interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

const MONTH_BY_NAME = numbersByWord(MONTH_WORDS);
const WEEKDAY_BY_NAME = numbersByWord(WEEKDAY_WORDS);

const MONTH = `(?:${[...MONTH_BY_NAME.keys()].join("|")})`;
const WEEKDAY = `(?:${[...WEEKDAY_BY_NAME.keys()].join("|")})`;
/** A day of the week that no other word follows up: "na segunda vez" is the second time. */
const PLAIN_WEEKDAY = `(?<weekday>${WEEKDAYS.join("|")}|domingo|sabado|${WEEKDAY}(?=-feira))(?:-feira)?`;
const YEAR = "(?:19|20)\\d\\d";
const UNIT = "(?:days?|weeks?|months?|years?|dias?|semanas?|mes(?:es)?|anos?)";
const COUNT = `(?:\\d{1,3}|${[...COUNTS.keys()].join("|")})`;
/** Words that make the name of a month a date, and that give the side of it. */
const BEFORE = "before|until|till|antes de|ate";
const AFTER = "after|since|depois de|desde";
const AT = "in|on|during|of|over|as of|back in|by|early|late|mid|em|no|na|durante|de";

/** A day, a month or a year that needs no preposition. */
const DATE = [
  `(?<iso>${YEAR}-\\d{2}(?:-\\d{2})?)`,
  `(?<day>\\d{1,2})(?:st|nd|rd|th|o)? (?:of |de )?(?<dayMonth>${MONTH})(?:,? (?:of |de )?(?<dayYear>${YEAR}))?`,
  `(?<monthBefore>${MONTH}) (?<dayAfter>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,? (?<yearAfter>${YEAR}))?`,
  `(?<month>${MONTH}),? (?:of |de )?(?<monthYear>${YEAR})`,
].join("|");
const RELATIVE = [
  `(?<yesterday>yesterday|ontem)`,
  `(?<which>last|this|next|previous|past) (?<unit>week|month|year|${MONTH})`,
  `(?<whichDay>last|this|next|previous|past) (?<dayOfWeek>${WEEKDAY})(?! (?:of|in|before|after) )`,
  `(?<unitPt>semana|mes|ano|${WEEKDAY}(?:-feira)?) (?<whichPt>passado|passada|anterior|que vem)`,
  `(?:${COUNT}) ${UNIT} (?:ago|atras)|ha (?:${COUNT}) ${UNIT}`,
].join("|");
const DATED = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<side>${BEFORE}|${AFTER}|${AT}) (?:the |o |a )?)?(?:${DATE}|${RELATIVE})(?![\\p{L}\\p{N}])`,
  "u",
);
/** A month, a year or a weekday alone, which is a date only after one of these words. */
const BARE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<side>${BEFORE}|${AFTER}|${AT}) (?:(?<month>${MONTH})|(?<year>${YEAR})|${PLAIN_WEEKDAY})(?![\\p{L}\\p{N}])`,
  "u",
);
const AGO = new RegExp(`(?<count>${COUNT}) (?<unit>${UNIT})`, "u");
const IS_BEFORE = new RegExp(`^(?:${BEFORE})$`, "u");
const IS_AFTER = new RegExp(`^(?:${AFTER})$`, "u");
/** Words of questions about the future, in which a month without a year is the next one. */
const FORWARD =
  /(?<!\p{L})(?:will|going to|next|planning|planned|upcoming|vou|vai|vamos)(?!\p{L})/u;
/** Words of questions about the past, in which a weekday is the last one. */
const BACKWARD =
  /(?<!\p{L})(?:did|was|were|had|been|since|desde|fiz|fui|foi|era|estava|estive|tinha)(?!\p{L})/u;

const startOf = (year: number, month: number, day: number): Instant => {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return instantOf(Math.min(Math.max(date.getTime(), epochMillis(BEGINNING)), epochMillis(OPEN)));
};
const dayOf = (year: number, month: number, day: number): Span => ({
  from: startOf(year, month, day),
  to: startOf(year, month, day + 1),
});
const monthOf = (year: number, month: number): Span => ({
  from: startOf(year, month, 1),
  to: startOf(year, month + 1, 1),
});
const yearOf = (year: number): Span => ({ from: startOf(year, 0, 1), to: startOf(year + 1, 0, 1) });

/** The week, from Monday, that contains a day. */
const weekOf = (date: Date): Span => {
  const monday = date.getUTCDate() - daysSinceMonday(date);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { from: startOf(year, month, monday), to: startOf(year, month, monday + 7) };
};

type Groups = Readonly<Record<string, string | undefined>>;

class DateReader {
  readonly #now: Instant;
  readonly #today: Date;
  readonly #isForward: boolean;
  readonly #isBackward: boolean;

  constructor(now: Instant, foldedQuestion: string) {
    this.#now = now;
    this.#today = new Date(epochMillis(now));
    this.#isForward = FORWARD.test(foldedQuestion);
    this.#isBackward = !this.#isForward && BACKWARD.test(foldedQuestion);
  }

  /** The year of a date without one: that of the last such date, or of the next one. */
  #yearFor(month: number, day: number): number {
    const year = this.#today.getUTCFullYear();
    const start = startOf(year, month, day);
    if (this.#isForward)
      return start < this.#now && monthOf(year, month).to <= this.#now ? year + 1 : year;
    return start > this.#now ? year - 1 : year;
  }

  #dayIn(monthName: string, day: string, year: string | undefined): Span {
    const month = MONTH_BY_NAME.get(monthName) ?? 0;
    return dayOf(
      year === undefined ? this.#yearFor(month, Number(day)) : Number(year),
      month,
      Number(day),
    );
  }

  month(name: string, year?: string): Span {
    const month = MONTH_BY_NAME.get(name) ?? 0;
    return monthOf(year === undefined ? this.#yearFor(month, 1) : Number(year), month);
  }

  /** The calendar period that is `steps` units from the present one. */
  #unit(unit: string, steps: number): Span {
    const [year, month, day] = [
      this.#today.getUTCFullYear(),
      this.#today.getUTCMonth(),
      this.#today.getUTCDate(),
    ];
    if (/^(?:year|ano)/u.test(unit)) return yearOf(year + steps);
    if (/^(?:month|mes)/u.test(unit)) return monthOf(year, month + steps);
    if (/^(?:week|semana)/u.test(unit))
      return weekOf(new Date(this.#today.getTime() + steps * 7 * MILLIS_PER_DAY));
    return dayOf(year, month, day + steps);
  }

  /** `last year`, `this month`, `next June`. */
  #beside(which: string, unit: string): Span {
    const steps = which === "next" ? 1 : which === "this" ? 0 : -1;
    const month = MONTH_BY_NAME.get(unit);
    if (month === undefined) return this.#unit(unit, steps);
    const [year, present] = [this.#today.getUTCFullYear(), this.#today.getUTCMonth()];
    const isOfThisYear = steps === 0 || (steps === 1 ? month > present : month < present);
    return monthOf(isOfThisYear ? year : year + steps, month);
  }

  /** `semana passada`, `sexta que vem`. */
  #besidePt(unit: string, which: string | undefined): Span {
    const isNext = which === "que vem";
    return WEEKDAY_BY_NAME.has(unit)
      ? this.#weekday(unit, isNext ? "next" : "last")
      : this.#unit(unit, isNext ? 1 : -1);
  }

  /** `last Friday`, `this Friday`. Today is neither the last nor the next such day. */
  #weekday(name: string, which: string | undefined): Span {
    const ahead = daysUntil(this.#today, WEEKDAY_BY_NAME.get(name) ?? 0);
    const isToday = ahead === 7;
    if (which === "next") return this.#unit("day", ahead);
    if (which === "this") {
      if (isToday) return this.#unit("day", 0);
      return this.#unit("day", this.#isBackward ? ahead - 7 : ahead);
    }
    return this.#unit("day", isToday ? -7 : ahead - 7);
  }

  /** A weekday alone, which the tense of the question places. Null without one. */
  #bareWeekday(name: string): Span | null {
    if (this.#isForward) return this.#weekday(name, "next");
    return this.#isBackward ? this.#weekday(name, "last") : null;
  }

  #relative(groups: Groups, words: string): Span | null {
    const { yesterday, which, unit, whichDay, dayOfWeek, unitPt, whichPt } = groups;
    if (yesterday !== undefined) return this.#unit("day", -1);
    if (which !== undefined && unit !== undefined) return this.#beside(which, unit);
    if (dayOfWeek !== undefined) return this.#weekday(dayOfWeek, whichDay);
    if (unitPt !== undefined) return this.#besidePt(unitPt.replace("-feira", ""), whichPt);
    const { count, unit: countedUnit = "" } = AGO.exec(words)?.groups ?? {};
    return count === undefined
      ? null
      : this.#unit(countedUnit, -(COUNTS.get(count) ?? Number(count)));
  }

  /** The span of a time by the named groups of the pattern that matched; null if it means none. */
  read(groups: Groups, words: string): Span | null {
    const {
      iso,
      day,
      dayMonth,
      dayYear,
      monthBefore,
      dayAfter,
      yearAfter,
      month,
      monthYear,
      year,
      weekday,
    } = groups;
    if (iso !== undefined) {
      const [isoYear = 0, isoMonth = 1, isoDay] = iso.split("-").map(Number);
      return isoDay === undefined
        ? monthOf(isoYear, isoMonth - 1)
        : dayOf(isoYear, isoMonth - 1, isoDay);
    }
    if (day !== undefined && dayMonth !== undefined) return this.#dayIn(dayMonth, day, dayYear);
    if (monthBefore !== undefined && dayAfter !== undefined)
      return this.#dayIn(monthBefore, dayAfter, yearAfter);
    if (month !== undefined) return this.month(month, monthYear);
    if (year !== undefined) return yearOf(Number(year));
    if (weekday !== undefined) return this.#bareWeekday(weekday);
    return this.#relative(groups, words);
  }
}

/** A span of the wall clock as instants in a time zone. */
const spanIn = (zone: TimeZone, { from, to }: Span): Span => {
  const instantOfWall = (wall: Instant): Instant =>
    wall === BEGINNING || wall === OPEN ? wall : instantAtWallClock(wall, zone);
  return { from: instantOfWall(from), to: instantOfWall(to) };
};

/**
 * The time that a question asks about, in the calendar of a time zone, in English or Portuguese: a
 * day, a week, a month, a year, or the time before or after one. A month or a day without a year is
 * the last one that has begun at `now`, or the next one if the question is about the future. A
 * weekday alone is the last or the next one, in the direction of the tense. Null if the question
 * names no time. If it names several, the first counts.
 */
export const timeAsked = (question: string, now: Instant, zone: TimeZone): TimeAsked | null => {
  const foldedQuestion = foldText(question);
  const dateMatch = DATED.exec(foldedQuestion) ?? BARE.exec(foldedQuestion);
  if (dateMatch === null) return null;
  const groups: Groups = dateMatch.groups ?? {};
  const reader = new DateReader(wallClock(now, zone), foldedQuestion);
  const ofWall = reader.read(groups, dateMatch[0]);
  if (ofWall === null) return null;
  const span = spanIn(zone, ofWall);
  const side = groups["side"] ?? "";
  if (IS_BEFORE.test(side)) return { words: dateMatch[0], from: null, to: span.from };
  if (IS_AFTER.test(side)) return { words: dateMatch[0], from: span.from, to: null };
  return { words: dateMatch[0], ...span };
};

/**
 * The calendar period that a phrase names (`march`, `last week`, `12 May 2025`), as `[from, to)` in
 * UTC. Null if the phrase contains anything else.
 */
export const calendarSpan = (
  phrase: string,
  now: Date,
): { readonly from: string; readonly to: string } | null => {
  const question = `in ${phrase}`;
  const time = timeAsked(question, instantOf(now.getTime()), UTC);
  if (time === null || time.words !== foldText(question)) return null;
  const { from, to } = time;
  return from === null || to === null ? null : { from, to };
};

/**
 * The instant that a question about a time means: the last one of the time, or `now` if it has not
 * ended.
 */
export const instantAsked = ({ from, to }: TimeAsked, now: Instant): Instant => {
  if (to === null) return now;
  const last = instantOf(epochMillis(to) - 1);
  return from !== null && from > now ? last : earlier(last, now);
};
