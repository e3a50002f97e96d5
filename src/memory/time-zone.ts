import { epochMillis, instantOf, MILLIS_PER_DAY, type Instant } from "./time.ts";

/** UTC, an offset such as `+02:00`, or an IANA name such as `Europe/Lisbon`. */
export type TimeZone = string;

export const UTC: TimeZone = "UTC";

const OFFSET = /^([+-])(\d{2}):(\d{2})$/u;
const MINUTE = 60_000;
const HOURS_OF_LARGEST_OFFSET = 14;

/** The offset in milliseconds that `+02:00` states; null for any other text. */
const statedOffset = (zone: TimeZone): number | null => {
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  if (Number(hours) > HOURS_OF_LARGEST_OFFSET || Number(minutes) >= 60) return null;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE;
};

/** Characters of the longest name of a time zone. */
const LONGEST_NAME = 60;

/**
 * The time zone that a text names, in its canonical spelling: an IANA name, or an offset of at most
 * 14 hours. Null for any other text.
 */
export const timeZoneOf = (text: string): TimeZone | null => {
  if (OFFSET.test(text)) return statedOffset(text) === null ? null : text;
  if (text.length > LONGEST_NAME) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
};

const formats = new Map<TimeZone, Intl.DateTimeFormat>();

/** Throws a RangeError for an invalid time zone. */
const formatOf = (zone: TimeZone): Intl.DateTimeFormat => {
  const knownFormat = formats.get(zone);
  if (knownFormat !== undefined) return knownFormat;
  const format = new Intl.DateTimeFormat("en-u-ca-gregory", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(zone, format);
  return format;
};

/** The offset of a zone from UTC at an instant, in milliseconds. */
const offsetAt = (zone: TimeZone, millis: number): number => {
  if (zone === UTC) return 0;
  const offset = statedOffset(zone);
  if (offset !== null) return offset;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(millis)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const local = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return local - Math.floor(millis / 1000) * 1000;
};

/** The local time of a zone at an instant, written as if it were UTC. */
export const wallClock = (instant: Instant, zone: TimeZone): Instant => {
  const millis = epochMillis(instant);
  return instantOf(millis + offsetAt(zone, millis));
};

/**
 * The instant at which a zone has a local time, which is written as if it were UTC. A local time
 * that is skipped in spring is read with the offset before; if it occurs twice in autumn, the first
 * is used.
 */
export const instantAtWallClock = (wall: Instant, zone: TimeZone): Instant => {
  const millis = epochMillis(wall);
  const before = offsetAt(zone, millis - MILLIS_PER_DAY);
  const after = offsetAt(zone, millis + MILLIS_PER_DAY);
  const candidates = [before, after].map((offset) => millis - offset);
  const exact = candidates.find((candidate) => candidate + offsetAt(zone, candidate) === millis);
  return instantOf(exact ?? millis - before);
};

/** The local time with its offset in ISO 8601: `2026-03-01T09:30:00.000+01:00`. */
export const inZone = (instant: Instant, zone: TimeZone): string => {
  const millis = epochMillis(instant);
  const offset = offsetAt(zone, millis);
  if (offset === 0) return instant;
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const two = (number: number): string => String(number).padStart(2, "0");
  const suffix = `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${instantOf(millis + offset).slice(0, -1)}${suffix}`;
};
