import { MILLIS_PER_DAY } from "./time.ts";

/** The number of days since the last Monday (ISO 8601), by UTC: 0 on a Monday. */
export const daysSinceMonday = (date: Date): number => (date.getUTCDay() + 6) % 7;

/** The same time of day on the Monday of the week, in milliseconds since 1970. */
export const mondayOf = (millis: number): number =>
  millis - daysSinceMonday(new Date(millis)) * MILLIS_PER_DAY;

/**
 * The number of days from a date to the next such day of the week after it, 1 to 7. Sunday is 0.
 */
export const daysUntil = (date: Date, weekday: number): number =>
  ((weekday - date.getUTCDay() + 6) % 7) + 1;
