import { InvalidInputError } from "./errors.ts";

/**
 * A `Date`, or ISO 8601: an instant, or a date (`2026-03-31`), a month or a year in UTC. For a read
 * it means its end; for a start it means its start.
 */
export type Moment = Date | string;

/** A time point on both axes. */
export interface At {
  /** What was known at this moment. Default: now. */
  readonly knownAt?: Moment | undefined;
  /** What was true at this moment. Default: `knownAt`. */
  readonly validAt?: Moment | undefined;
}

const CALENDAR =
  /^(?<year>\d{4})(?:-(?<month>\d\d)(?:-(?<day>\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?<zone>Z|[+-]\d\d:?\d\d)?)?)?)?$/u;

const invalid = (text: string, name: string): InvalidInputError =>
  new InvalidInputError(
    "INVALID_INSTANT",
    `${name} cannot be read: ${JSON.stringify(text.slice(0, 60))}. Write an ISO 8601 date or instant, such as 2026-03-31 or 2026-03-31T18:00:00Z.`,
  );

/**
 * The first instant of a year, a month or a day, and of the next one; undefined if it does not
 * exist in the calendar.
 */
const calendarInterval = (
  year: number,
  month: number | undefined,
  day: number | undefined,
): readonly [number, number] | undefined => {
  if (month === undefined) return [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
  if (month < 1 || month > 12) return undefined;
  if (day === undefined) return [Date.UTC(year, month - 1), Date.UTC(year, month)];
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  return [Date.UTC(year, month - 1, day), Date.UTC(year, month - 1, day + 1)];
};

export type Side = "start" | "end";

/**
 * The instant of a text, in the form of the service; for a date, the requested side. A time without
 * a zone is in UTC. Throws an InvalidInputError that names `name`.
 */
export const instantOf = (moment: Moment, name: string, side: Side): string => {
  if (moment instanceof Date) {
    if (Number.isNaN(moment.getTime())) throw invalid("Invalid Date", name);
    return moment.toISOString();
  }
  const text = moment.trim();
  const { year, month, day, time, zone = "Z" } = CALENDAR.exec(text)?.groups ?? {};
  if (year === undefined || year === "0000") throw invalid(text, name);
  const [yearNumber, monthNumber, dayNumber] = [year, month, day].map((part) =>
    part === undefined ? undefined : Number(part),
  );
  const interval = calendarInterval(yearNumber ?? Number.NaN, monthNumber, dayNumber);
  if (!interval) throw invalid(text, name);
  const [start, next] = interval;
  if (time === undefined) return new Date(side === "start" ? start : next - 1).toISOString();
  const instant = new Date(
    `${year}-${month}-${day}T${time}${zone.replace(/(\d\d)(\d\d)$/u, "$1:$2")}`,
  );
  if (Number.isNaN(instant.getTime())) throw invalid(text, name);
  return instant.toISOString();
};

/**
 * Like `instantOf`, with the offset in the text: the service reads "yesterday" in the time zone of
 * the speaker. Throws an InvalidInputError that names `name`.
 */
export const spokenAt = (moment: Moment, name: string): string => {
  const instant = instantOf(moment, name, "start");
  const { zone } = (typeof moment === "string" && CALENDAR.exec(moment.trim())?.groups) || {};
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/u.exec(zone ?? "") ?? [];
  if (sign === undefined) return instant;
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const local = new Date(Date.parse(instant) + offset).toISOString();
  return `${local.slice(0, -1)}${sign}${hours}:${minutes}`;
};

/** The time point as an argument of the schema. */
export const timePointOf = ({ knownAt, validAt }: At): { knownAt?: string; validAt?: string } => ({
  ...(knownAt !== undefined && { knownAt: instantOf(knownAt, "knownAt", "end") }),
  ...(validAt !== undefined && { validAt: instantOf(validAt, "validAt", "end") }),
});
