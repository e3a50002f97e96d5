import { PHRASES } from "../data/expressions.ts";
import { WEEKDAYS } from "../../../language/calendar-words.ts";
import { epochMillis, instantOf, MILLIS_PER_DAY, MONTHS } from "../../../memory/time.ts";
import { endOf, startOfDay, startOfMonth, type CalendarDate } from "./calendar.ts";
import { before, countOf, lengthIn } from "./lengths.ts";
import type { Lean } from "./calendar.ts";

/** Reads the date from which the words count: "Monday" in "a week on Monday". */
type ReadAnchor = (words: string, lean?: Lean) => CalendarDate | null;

type Groups = Readonly<Record<string, string | undefined>>;

const MONTHS_AWAY: Readonly<Partial<Record<string, number>>> = { next: 1, last: -1 };

const NTH_WEEKDAY = PHRASES.one("counted_days_nth_weekday");
const NTH = ["first", "second", "third", "fourth"];
const NTH_WEEK = PHRASES.one("counted_days_nth_week");
const HALF = /^(?:for )?(?:the )?(?<nth>first|second|last) half (?:of|in) (?<period>.+)$/iu;
const QUARTER =
  /^(?:for )?(?:the )?(?<nth>first|second|third|fourth|last) quarter of (?<period>.+)$/iu;
const IN_MONTH = /^(?<day>(?:the )?.+) of (?<which>this|next|last) month$/iu;
const WEEKS_ON = /^(?<count>\p{L}+|\d{1,2}) weeks? (?:on |from )?(?<anchor>\p{L}+day|tomorrow)$/iu;
const DAY_WEEK = /^(?<anchor>\p{L}+day|tomorrow) (?<span>week|fortnight)$/iu;
const BESIDE =
  /^(?<count>the|\p{L}+|\d{1,2}) (?<unit>day|night|week|weekend)s? (?<side>before|after) (?<anchor>.+)$/iu;
const ANNIVERSARY = /^(?<length>.+ years) (?<anchor>(?:this|next|come) .+)$/iu;
const HALVED_AGO = /^(?<length>.*\bhalf\b.*) (?:ago|back)$/iu;

const daysFrom = (date: CalendarDate | null, days: number): CalendarDate | null =>
  date && startOfDay(new Date(epochMillis(date.start) + days * MILLIS_PER_DAY), date.certain);

/** "this month" for "the month" */
const thisPeriod = (words: string): string => words.replace(/^the (?=month$|year$)/iu, "this ");

/** "the last Saturday of September", "the first Monday of next month" */
const nthWeekday = (
  { nth = "", weekday = "", month = "" }: Groups,
  read: ReadAnchor,
): CalendarDate | null => {
  const first = read(thisPeriod(month));
  const weekdayNumber = WEEKDAYS.indexOf(weekday.toLowerCase());
  if (first === null || weekdayNumber < 0) return null;
  const start = new Date(epochMillis(first.start));
  const [year, index] = [start.getUTCFullYear(), start.getUTCMonth()];
  const isLast = nth.toLowerCase() === "last";
  const edge = new Date(Date.UTC(year, isLast ? index + 1 : index, isLast ? 0 : 1));
  const away = isLast
    ? -((edge.getUTCDay() - weekdayNumber + 7) % 7)
    : ((weekdayNumber - edge.getUTCDay() + 7) % 7) + 7 * NTH.indexOf(nth.toLowerCase());
  return startOfDay(new Date(edge.getTime() + away * MILLIS_PER_DAY), first.certain);
};

const WEEK = 7;
/** "the first week of May", which begins on the 1st; "the last week of May", on the 25th */
const nthWeek = ({ nth = "", month = "", end }: Groups, read: ReadAnchor): CalendarDate | null => {
  if (end !== undefined) return nthWeekday({ nth, month, weekday: "saturday" }, read);
  const first = read(thisPeriod(month));
  if (first === null) return null;
  const weeks = NTH.indexOf(nth.toLowerCase());
  return weeks < 0 ? daysFrom(endOf(first), -WEEK) : daysFrom(first, WEEK * weeks);
};

const MIDDLE = { YEAR: 6, MONTH: 15 } as const;
/** "the first half of 2024", "the second half of May" */
const halfOf = ({ nth = "", period = "" }: Groups, read: ReadAnchor): CalendarDate | null => {
  const whole = read(thisPeriod(period));
  const isFirst = nth.toLowerCase() === "first";
  if (whole?.precision === "YEAR")
    return startOfMonth(Number(whole.start.slice(0, 4)), isFirst ? 0 : MIDDLE.YEAR, whole.certain);
  return whole?.precision === "MONTH" ? daysFrom(whole, isFirst ? 0 : MIDDLE.MONTH) : null;
};

const QUARTERS = 4;
const MONTHS_IN_QUARTER = 3;
/** "the third quarter of 2022" */
const quarterOf = ({ nth = "", period = "" }: Groups, read: ReadAnchor): CalendarDate | null => {
  const year = read(thisPeriod(period));
  const index = NTH.indexOf(nth.toLowerCase());
  const quarter = index < 0 ? QUARTERS - 1 : index;
  return year?.precision === "YEAR"
    ? startOfMonth(Number(year.start.slice(0, 4)), quarter * MONTHS_IN_QUARTER, year.certain)
    : null;
};

/** "the 11th of last month" */
const dayIn = (
  { day = "", which = "" }: Groups,
  today: Date,
  read: ReadAnchor,
): CalendarDate | null => {
  const away = MONTHS_AWAY[which.toLowerCase()] ?? 0;
  const month = startOfMonth(today.getUTCFullYear(), today.getUTCMonth() + away);
  if (month === null) return null;
  const start = new Date(epochMillis(month.start));
  return read(`${day} ${MONTHS[start.getUTCMonth()]} ${start.getUTCFullYear()}`);
};

/** "two weeks on Monday", "Monday fortnight", "a week tomorrow" */
const weeksFrom = ({ count, span, anchor = "" }: Groups, read: ReadAnchor): CalendarDate | null => {
  const weeks =
    count === undefined ? (span?.toLowerCase() === "fortnight" ? 2 : 1) : countOf(count);
  return Number.isNaN(weeks) ? null : daysFrom(read(anchor, "future"), 7 * weeks);
};

const DAYS_BESIDE: Readonly<Partial<Record<string, number>>> = { week: 7, weekend: 7 };
/** "two days before Christmas", "the week before Easter", "the day after Thanksgiving" */
const daysBeside = (
  { count = "", unit = "", side, anchor = "" }: Groups,
  read: ReadAnchor,
): CalendarDate | null => {
  const isNext = count.toLowerCase() === "the";
  const number = isNext ? 1 : countOf(count);
  const isBefore = side?.toLowerCase() === "before";
  const length = DAYS_BESIDE[unit.toLowerCase()];
  // The week after Easter begins on the next day; a week after Easter is a day.
  const days = isNext && !isBefore && length !== undefined ? 1 : number * (length ?? 1);
  return Number.isNaN(number) ? null : daysFrom(read(anchor), isBefore ? -days : days);
};

/** "six years this April" */
const anniversary = (
  { length = "", anchor = "" }: Groups,
  read: ReadAnchor,
): CalendarDate | null | undefined => {
  const years = lengthIn(length);
  if (years?.unit !== "year") return undefined;
  const day = read(anchor.replace(/^come /iu, ""), "near");
  return day && before(day.start, { count: years.count * 12, unit: "month" });
};

/** "a year and a half ago" */
const halvedAgo = ({ length = "" }: Groups, today: Date): CalendarDate | null | undefined => {
  const span = lengthIn(length);
  return span === null ? undefined : before(instantOf(today.getTime()), span);
};

type CountDay = (groups: Groups, read: ReadAnchor, today: Date) => CalendarDate | null | undefined;
const COUNTED: readonly (readonly [RegExp, CountDay])[] = [
  [NTH_WEEK, nthWeek],
  [HALF, halfOf],
  [QUARTER, quarterOf],
  [NTH_WEEKDAY, nthWeekday],
  [IN_MONTH, (groups, read, today) => dayIn(groups, today, read)],
  [WEEKS_ON, weeksFrom],
  [DAY_WEEK, weeksFrom],
  [BESIDE, daysBeside],
  [ANNIVERSARY, anniversary],
  [HALVED_AGO, (groups, _, today) => halvedAgo(groups, today)],
];

/**
 * The day that the words name by counting from another date: "a week on Monday", "the last Saturday
 * of September", "six years this April". Undefined for other words; null if the count or the other
 * date cannot be read.
 */
export const countedDay = (
  words: string,
  today: Date,
  read: ReadAnchor,
): CalendarDate | null | undefined => {
  for (const [expression, count] of COUNTED) {
    const groups = expression.exec(words)?.groups;
    const day = groups && count(groups, read, today);
    if (day !== undefined) return day;
  }
  return undefined;
};
