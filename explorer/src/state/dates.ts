/** Instants are milliseconds since 1970, in UTC, everywhere in the page. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
/** The instants of the API for an unknown start and an open end. */
const BEGINNING_YEAR = 1;

export const instantOf = (text: string): number => Date.parse(text);
export const endOf = (text: string | null | undefined): number =>
  text == null ? Number.POSITIVE_INFINITY : Date.parse(text);
export const isoOf = (instant: number): string => new Date(instant).toISOString();

/** `12 Jun 2024`. An unknown start reads `unknown`, an open end `open`. */
export const dateOf = (instant: number | null): string => {
  if (instant === null || instant === Number.POSITIVE_INFINITY) return "open";
  const date = new Date(instant);
  if (date.getUTCFullYear() <= BEGINNING_YEAR) return "unknown";
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
};

/** The day of an instant in a time zone, in the form of `dateOf`. Null means UTC. */
export const dayIn = (instant: number, timeZone: string | null): string => {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: timeZone ?? "UTC",
    day: "numeric",
    month: "numeric",
    year: "numeric",
  }).formatToParts(instant);
  const part = (name: string): number =>
    Number(parts.find(({ type }) => type === name)?.value ?? Number.NaN);
  return `${part("day")} ${MONTHS[part("month") - 1]} ${part("year")}`;
};

/** `Jun 2024`. */
export const monthOf = (instant: number): string => {
  const date = new Date(instant);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
};

const clockOf = (instant: number): string => isoOf(instant).slice(11, 16);

/**
 * A date, with the time of day if the memory is so young that dates do not distinguish its moments.
 */
export const momentOf = (instant: number, precise: boolean): string =>
  precise ? `${dateOf(instant)} ${clockOf(instant)}` : dateOf(instant);

/** `12 Jun 2024 – 3 Sep 2025`, `since 12 Jun 2024`, `until 3 Sep 2025`, `at all times`. */
export const intervalOf = (from: number, to: number): string => {
  const isStartKnown = new Date(from).getUTCFullYear() > BEGINNING_YEAR;
  if (to === Number.POSITIVE_INFINITY) return isStartKnown ? `since ${dateOf(from)}` : "open";
  return isStartKnown ? `${dateOf(from)} – ${dateOf(to)}` : `until ${dateOf(to)}`;
};

/** `12 days`, `7 months`, `2.7 years`. */
export const durationOf = (millis: number): string => {
  const days = Math.round(Math.abs(millis) / DAY_MS);
  if (days < 1) return `${Math.max(1, Math.round(Math.abs(millis) / 60_000))} minutes`;
  if (days < 45) return `${days} day${days === 1 ? "" : "s"}`;
  const months = Math.round(days / 30.44);
  return months < 24 ? `${months} months` : `${(months / 12).toFixed(1).replace(".0", "")} years`;
};

export interface Tick {
  readonly at: number;
  readonly label: string;
}

const YEAR_MS = 365.25 * DAY_MS;
/** Number of years between ticks, so that there are few of them. */
const YEAR_STEPS = [1, 2, 5, 10, 20, 50, 100];

const yearTicks = (from: number, to: number, most: number): Tick[] => {
  const years = (to - from) / YEAR_MS;
  const step = YEAR_STEPS.find((candidate) => years / candidate <= most) ?? 200;
  const first = Math.ceil(new Date(from).getUTCFullYear() / step) * step;
  const ticks: Tick[] = [];
  for (let year = first; Date.UTC(year, 0, 1) < to; year += step)
    if (Date.UTC(year, 0, 1) > from) ticks.push({ at: Date.UTC(year, 0, 1), label: String(year) });
  return ticks;
};

/**
 * At most `most` ticks at starts of months between two instants. January is labelled by its year.
 */
const monthTicks = (from: number, to: number, most: number): Tick[] => {
  const start = new Date(from);
  const months = (to - from) / (30.44 * DAY_MS);
  const step = [1, 2, 3, 6].find((candidate) => months / candidate <= most) ?? 6;
  const ticks: Tick[] = [];
  for (let i = 0; ; i++) {
    const at = Date.UTC(start.getUTCFullYear(), i * step, 1);
    if (at >= to) return ticks;
    if (at > from)
      ticks.push({
        at,
        label:
          new Date(at).getUTCMonth() === 0 ? String(new Date(at).getUTCFullYear()) : monthOf(at),
      });
  }
};

/** `12 Jun`. */
const dayLabel = (at: number): string => {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
};

const dayTicks = (from: number, to: number, most: number): Tick[] => {
  const step = Math.max(1, Math.ceil((to - from) / DAY_MS / most));
  const ticks: Tick[] = [];
  for (let at = Math.ceil(from / DAY_MS) * DAY_MS; at < to; at += step * DAY_MS)
    ticks.push({ at, label: dayLabel(at) });
  return ticks;
};

/** Number of minutes between ticks. */
const MINUTE_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720];

const clockTicks = (from: number, to: number, most: number): Tick[] => {
  const minutes = (to - from) / MINUTE_MS;
  const step = MINUTE_MS * (MINUTE_STEPS.find((candidate) => minutes / candidate <= most) ?? 1440);
  const ticks: Tick[] = [];
  for (let at = Math.ceil(from / step) * step; at < to; at += step)
    ticks.push({ at, label: at % DAY_MS === 0 ? dayLabel(at) : clockOf(at) });
  return ticks;
};

/** The marks of an axis: years, months, days or times of day, about as many as requested. */
export const ticksOf = (from: number, to: number, most: number): Tick[] => {
  const years = (to - from) / YEAR_MS;
  if (years > 2.2) return yearTicks(from, to, most);
  if (years > 0.2) return monthTicks(from, to, most);
  return to - from > 3 * DAY_MS ? dayTicks(from, to, most) : clockTicks(from, to, most);
};
