import type { Chrono } from "chrono-node";
import { epochMillis, instantOf, type Instant } from "../../../memory/time.ts";
import { expressionsOf, groupsIn } from "../data/expressions.ts";
import { numbers, pairs } from "../data/words.ts";
import {
  startOfDay,
  startOfMonth,
  startOfWeek,
  startOfYear,
  type CalendarDate,
} from "../dates/calendar.ts";
import { readDate } from "../dates/read-date.ts";
import { countedBack, notLater, UNDATED, type Validity } from "../dates/validity.ts";
import { compile, PORTUGUESE } from "./grammar.ts";

const NUMBERS = numbers("find_times_numbers");
const UNITS = pairs("in_english_units");
const MONTHS = Object.keys(pairs("in_english_months"));
const expression = expressionsOf(PORTUGUESE.times, compile);
const time = (kind: string, text: string) => groupsIn(expression(kind), text);
const DAYS = PORTUGUESE.days.map(({ say, ...day }) => ({ ...day, said: compile(say) }));
const DAY = 86_400_000;

/** The day, week, month or year so many before that of a day. */
const spanBefore = (
  today: Date,
  { unit, back }: { readonly unit: "day" | "week" | "month" | "year"; readonly back: number },
): CalendarDate | null => {
  const year = today.getUTCFullYear();
  if (unit === "year") return startOfYear(year - back);
  if (unit === "month") return startOfMonth(year, today.getUTCMonth() - back);
  return unit === "week"
    ? startOfWeek(new Date(today.getTime() - back * 7 * DAY))
    : startOfDay(new Date(today.getTime() - back * DAY));
};

/** "março de 2021"; a month without a year is the last one of that name, or the next. */
const monthOf = (words: string, today: Date, lean: "past" | "future"): CalendarDate | null => {
  const { month, year } = time("month", words);
  if (month === undefined) return null;
  const n = MONTHS.indexOf(month.toLowerCase());
  const past = n <= today.getUTCMonth();
  const nearest = today.getUTCFullYear() + (lean === "past" ? (past ? 0 : -1) : past ? 1 : 0);
  return startOfMonth(year === undefined ? nearest : Number(year), n);
};

type DateReader = (words: string) => CalendarDate | null;

/** "desde 2018 até maio": its two ends. Null where neither is told. */
const boundsOf = (text: string, read: DateReader, now: Instant): Validity | null => {
  const range = time("range", text);
  const until = read(range["to"] ?? time("until", text)["date"] ?? "");
  const since = time("since", text)["date"] ?? "";
  const from = notLater(read(range["from"] ?? since), now);
  return from === null && until === null
    ? null
    : { ...UNDATED, from, to: until, still: since !== "" };
};

/**
 * "há cinco anos", "semana passada", "em março": when something began; null where no date is told.
 */
const startOf = (text: string, read: DateReader, today: Date): CalendarDate | null => {
  const named = DAYS.find(({ said }) => said.test(text));
  if (named !== undefined) return spanBefore(today, named);
  const { count, unit = "" } = { ...time("back", text), ...time("ago", text) };
  if (count === undefined) return read(time("at", text)["date"] ?? "");
  const counted = NUMBERS[count.toLowerCase()] ?? Number(count);
  return countedBack(instantOf(today.getTime()), counted, UNITS[unit.toLowerCase()] ?? "");
};

/**
 * The validity that a Portuguese statement gives itself. chrono misses "semana passada" and the
 * like: they are read here.
 */
export const portugueseValidity = (text: string, now: Instant, chrono: Chrono): Validity => {
  const today = new Date(epochMillis(now));
  const readAs =
    (lean: "past" | "future"): DateReader =>
    (words) => {
      const plain = words.replace(/^dia /iu, "").replace(/ do (?=\d{4})/iu, " de ");
      if (words === "") return null;
      return monthOf(words, today, lean) ?? readDate(plain, now, lean, chrono);
    };
  const bounds = boundsOf(text, readAs("past"), now);
  if (bounds !== null) return bounds;
  const ahead = startOf(text, readAs("future"), today);
  const planned = ahead !== null && ahead.start > now ? ahead : null;
  return { ...UNDATED, from: notLater(startOf(text, readAs("past"), today), now), planned };
};
