/**
 * The two time axes, both half-open. Valid time is when something is true in the world, record time
 * is when the service believed it.
 */

declare const brand: unique symbol;
/**
 * An instant in UTC with milliseconds, `2026-11-21T08:00:00.000Z`. It has a fixed width, so that
 * every store compares it as text.
 */
export type Instant = string & { readonly [brand]: "Instant" };

/** The end of an interval that has not ended; `null` in GraphQL. */
export const OPEN = "9999-12-31T23:59:59.999Z" as Instant;
/** The start of an interval that has no known start. */
export const BEGINNING = "0001-01-01T00:00:00.000Z" as Instant;

export const MILLIS_PER_SECOND = 1_000;
export const MILLIS_PER_DAY = 86_400_000;

/**
 * The stated precision of an instant: "in 2020" is not 1 January. The instant is the start of the
 * stated period.
 */
export type Precision = "YEAR" | "MONTH" | "DAY" | "INSTANT";

/**
 * Maximum distance in milliseconds between the start of a day and midnight in UTC, in nearly every
 * time zone.
 */
const HALF_DAY = MILLIS_PER_DAY / 2;

/**
 * The end of the year, month or day that starts at an instant, in whichever time zone it starts
 * there. A precision of INSTANT has no duration.
 */
export const periodEnd = (start: Instant, precision: Precision): Instant => {
  if (precision === "INSTANT") return start;
  const local = new Date(epochMillis(start) + HALF_DAY);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const offset = epochMillis(start) - Date.UTC(year, month, day);
  const end = {
    YEAR: Date.UTC(year + 1, 0, 1),
    MONTH: Date.UTC(year, month + 1, 1),
    DAY: Date.UTC(year, month, day + 1),
  }[precision];
  return instantOf(end + offset);
};

/** The position of a reader: what was known at `knownAt` about what was true at `validAt`. */
export interface TimePoint {
  readonly knownAt: Instant;
  readonly validAt: Instant;
}

/**
 * The record time at which a space with this head is read. A space without commits is read at the
 * beginning of time: a commit that another process is writing has a record time that may already be
 * over, and must not be part of the answer, now or later.
 */
export const knownAtOf = (head: Instant | null): Instant => head ?? BEGINNING;

/** `[validFrom, validTo)`. */
export interface ValidInterval {
  readonly validFrom: Instant;
  readonly validTo: Instant;
}

/** `[recordedAt, expiredAt)`. */
export interface RecordInterval {
  readonly recordedAt: Instant;
  readonly expiredAt: Instant;
}

const FORM = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;

/**
 * The instant of a clock reading in milliseconds since 1970. Throws a RangeError outside the years
 * 1 to 9999.
 */
export const instantOf = (epochMillis: number): Instant => {
  const text = new Date(epochMillis).toISOString();
  if (text.length !== OPEN.length) throw new RangeError(`Not within the years 1 to 9999: ${text}`);
  return text as Instant;
};

/**
 * Reads an ISO 8601 instant with a time and a zone. `undefined` for anything else, such as a date
 * alone or an impossible date.
 */
export const parseInstant = (text: string): Instant | undefined => {
  const parts = FORM.exec(text);
  if (!parts) return undefined;
  const epochMillis = Date.parse(text);
  if (Number.isNaN(epochMillis)) return undefined;
  const [, year, month, day, hour] = parts.map(Number) as [number, number, number, number, number];
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day > daysInMonth || hour > 23 || year < 1) return undefined;
  try {
    return instantOf(epochMillis);
  } catch {
    return undefined;
  }
};

export const epochMillis = (at: Instant): number => Date.parse(at);
export const plusMillis = (at: Instant, millis: number): Instant =>
  instantOf(epochMillis(at) + millis);
export const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b);
export const later = (a: Instant, b: Instant): Instant => (a > b ? a : b);

/** Whether a version was believed at `knownAt`. */
export const believedAt = (version: RecordInterval, knownAt: Instant): boolean =>
  version.recordedAt <= knownAt && knownAt < version.expiredAt;

/** Whether something was true at `validAt`. */
export const trueAt = (version: ValidInterval, validAt: Instant): boolean =>
  version.validFrom <= validAt && validAt < version.validTo;

/** Whether a version is visible at a time point: believed at `knownAt` and true at `validAt`. */
export const visibleAt = (version: RecordInterval & ValidInterval, at: TimePoint): boolean =>
  believedAt(version, at.knownAt) && trueAt(version, at.validAt);

/**
 * The record time of the next commit: strictly increasing within a space, whatever the clock does.
 */
export const nextRecordTime = (head: Instant | null, nowMillis: number): Instant => {
  const now = instantOf(nowMillis);
  return head === null ? now : later(now, plusMillis(head, 1));
};

/**
 * The end of the record time of a version as a reader at `knownAt` may see it: open, if it was
 * recorded later. Every answer about the past must use this, because it would otherwise change when
 * the version expires.
 */
export const expiryKnownAt = (expiredAt: Instant, knownAt: Instant): Instant =>
  expiredAt <= knownAt ? expiredAt : OPEN;

/** Orders instants, and ids, which compare as text. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The English names of the months, January first. */
export const MONTHS: readonly string[] = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/**
 * The English name of the month of an instant, in UTC. A table, because the first formatter of
 * `Intl` takes a twentieth of the start of the service.
 */
export const monthName = (instant: Instant): string =>
  MONTHS[new Date(instant).getUTCMonth()] ?? "";
