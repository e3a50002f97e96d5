import type { Instant } from "../../memory/time.ts";

/** The day of an instant: `2024-03-05`. */
export const calendarDate = (at: Instant): string => at.slice(0, 10);

/**
 * The day of a start, or the month or year alone if it is the first instant of one: `2024-03-05`,
 * `2024-03`, `2024`.
 */
export const calendarStart = (at: Instant): string => {
  if (at.endsWith("-01-01T00:00:00.000Z")) return at.slice(0, 4);
  return at.endsWith("-01T00:00:00.000Z") ? at.slice(0, 7) : calendarDate(at);
};
