import { mondayOf } from "../../../memory/calendar.ts";
import {
  epochMillis,
  instantOf,
  MILLIS_PER_DAY,
  type Instant,
  type Precision,
} from "../../../memory/time.ts";

/** A day, a month or a year of the calendar in UTC, by its first instant. */
export interface CalendarDate {
  readonly start: Instant;
  readonly precision: Precision;
  /** Whether the text names the year, so that no other year can be meant. */
  readonly certain: boolean;
}

/**
 * The direction in which an incomplete date lies from the message: `in March` can be past or
 * future.
 */
export type Lean = "past" | "future" | "near";

/** Number of months in a season. */
export const SEASON_MONTHS = 3;

const startAt = (year: number, month: number, day: number): Instant | null => {
  const date = new Date(Date.UTC(2000, month, day));
  date.setUTCFullYear(year);
  return year >= 1 && year <= 9999 && !Number.isNaN(date.getTime())
    ? instantOf(date.getTime())
    : null;
};

export const startOfYear = (year: number, certain = true): CalendarDate | null => {
  const start = startAt(year, 0, 1);
  return start === null ? null : { start, precision: "YEAR", certain };
};

/**
 * The start of a month. `month` counts from 0 and may lie outside the year: 12 is the next January.
 */
export const startOfMonth = (year: number, month: number, certain = true): CalendarDate | null => {
  const start = startAt(year + Math.floor(month / 12), ((month % 12) + 12) % 12, 1);
  return start === null ? null : { start, precision: "MONTH", certain };
};

export const startOfDay = (date: Date, certain = true): CalendarDate | null => {
  const time = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  if (Number.isNaN(time) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999) return null;
  return { start: instantOf(time), precision: "DAY", certain };
};

/** The Monday of the week (ISO 8601). */
export const startOfWeek = (date: Date): CalendarDate | null =>
  startOfDay(new Date(mondayOf(date.getTime())));

/** The first instant after the day, month or year. A DAY lasts the given number of days. */
export const endOf = ({ start, precision }: CalendarDate, days = 1): CalendarDate | null => {
  const date = new Date(epochMillis(start));
  if (precision === "YEAR") return startOfYear(date.getUTCFullYear() + 1);
  if (precision === "MONTH") return startOfMonth(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return startOfDay(new Date(date.getTime() + days * MILLIS_PER_DAY));
};
