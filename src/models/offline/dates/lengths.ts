import { COUNTS } from "../../../language/calendar-words.ts";
import { epochMillis, MILLIS_PER_DAY, type Instant } from "../../../memory/time.ts";
import { startOfDay, startOfMonth, startOfYear, type CalendarDate } from "./calendar.ts";

/** A length of time, in units of one kind. */
export interface Length {
  readonly count: number;
  readonly unit: "day" | "month" | "year";
}

const LENGTH = new RegExp(
  `(?<count>\\d{1,3}|\\bhalf an?\\b|\\b(?:${[...COUNTS.keys()].join("|")})\\b)(?<half> and a half)? (?<unit>day|fortnight|week|month|year|decade)s?\\b(?<more> and a half)?`,
  "iu",
);

const DAYS_IN: Readonly<Partial<Record<string, number>>> = {
  day: 1,
  week: 7,
  fortnight: 14,
  month: 30,
};
const YEARS_IN: Readonly<Partial<Record<string, number>>> = { year: 1, decade: 10 };
const MONTHS = 12;

/** The number that a word or a numeral names: 3 for "three" and for "3". */
export const countOf = (word: string): number => COUNTS.get(word.toLowerCase()) ?? Number(word);

/** The length of time in a text: "three years", "a year and a half". Null if there is none. */
export const lengthIn = (text: string): Length | null => {
  const { count: word = "", half, unit: name = "", more } = LENGTH.exec(text)?.groups ?? {};
  if (name === "") return null;
  const isHalf = /^half/iu.test(word);
  const count = isHalf ? 0.5 : countOf(word) + ((half ?? more) ? 0.5 : 0);
  const unit = name.toLowerCase();
  const years = count * (YEARS_IN[unit] ?? 0);
  if (years > 0)
    return Number.isInteger(years)
      ? { count: years, unit: "year" }
      : { count: years * MONTHS, unit: "month" };
  return unit === "month" && Number.isInteger(count)
    ? { count, unit }
    : { count: Math.floor(count * (DAYS_IN[unit] ?? 1)), unit: "day" };
};

/** The date that lies a length of time before an instant. */
export const before = (from: Instant, { count, unit }: Length): CalendarDate | null => {
  const date = new Date(epochMillis(from));
  if (unit === "year") return startOfYear(date.getUTCFullYear() - count);
  if (unit === "month") return startOfMonth(date.getUTCFullYear(), date.getUTCMonth() - count);
  return startOfDay(new Date(date.getTime() - count * MILLIS_PER_DAY));
};

/** The date that lies a length of time after an instant, to the month if it is in years. */
export const after = (from: Instant, { count, unit }: Length): CalendarDate | null =>
  unit === "year"
    ? before(from, { count: -count * MONTHS, unit: "month" })
    : before(from, { count: -count, unit });
