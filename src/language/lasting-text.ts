import { daysUntil, mondayOf } from "../memory/calendar.ts";
import { epochMillis, MILLIS_PER_DAY, MONTHS, type Instant } from "../memory/time.ts";
import { COUNTS, WEEKDAYS } from "./calendar-words.ts";

/** The days of the week as people write them. */
const DAY_NAMES = WEEKDAYS.map((name) => name.charAt(0).toUpperCase() + name.slice(1));

/** Distances in days from the day of the message, by the words for them. */
const DAYS: ReadonlyMap<string, number> = new Map([
  ["the day before yesterday", -2],
  ["yesterday", -1],
  ["last night", -1],
  ["today", 0],
  ["tonight", 0],
  ["this morning", 0],
  ["this afternoon", 0],
  ["this evening", 0],
  ["tomorrow", 1],
  ["the day after tomorrow", 2],
]);
/** Days from Monday to Saturday. */
const SATURDAY = 5;
const STEPS: ReadonlyMap<string, number> = new Map([
  ["last", -1],
  ["this", 0],
  ["next", 1],
]);

/** Prepositions after which a date needs no preposition of its own. */
const TIED = "until |till |since |from |to |by |before |after |of |for |during |through |as of ";
const PART_OF_DAY = "(?: (?:morning|afternoon|evening|night))?";
const END = "(?![\\p{L}\\p{N}'’-])";
const BEGIN = "(?<![\\p{L}\\p{N}'’-])";
const of = (pattern: string): RegExp => new RegExp(`${BEGIN}${pattern}${END}`, "gu");

const BY_DAY = of(`(?<tie>${TIED})?(?<day>${[...DAYS.keys()].join("|")})${PART_OF_DAY}`);
const BY_UNIT = of(
  `(?:(?<tie>${TIED})|(?:earlier |later |in |during |over )?)(?<which>last|this|next) (?<unit>week|weekend|month|year)(?! of )`,
);
const MONTH_OF_YEAR = of(`(?<month>${MONTHS.join("|")}) (?<which>last|this|next) year`);
const LATER_DAY = `(?<day>${DAY_NAMES.join("|")}|today|tomorrow)`;
const WEEKS_ON = of(
  `(?<tie>${TIED}|on )?(?<count>\\d{1,2}|${[...COUNTS.keys()].join("|")}) weeks? (?:on |from )?${LATER_DAY}`,
);
const DAY_WEEK = of(`(?<tie>${TIED}|on )?${LATER_DAY} (?<span>week|fortnight)`);
const AGO = of(
  `(?<tie>${TIED})?(?:about |almost |nearly |over |around )?(?<count>\\d{1,3}|${[...COUNTS.keys()].join("|")}) (?<unit>day|week|month|year)s? ago`,
);
const WEEKDAY = of(
  `(?:(?<tie>${TIED})|(?:on )?)(?:last |this |next |this past |this coming )?(?<weekday>${DAY_NAMES.join("|")})${PART_OF_DAY}`,
);
const MONTH = of(
  `(?<before>(?:in|since|until|by|from|of|\\d{1,2}(?:st|nd|rd|th)?) )(?<month>${MONTHS.join("|")})(?!,? (?:of )?\\d)`,
);
/** Words that only state the present. "until now" and "now and then" say more. */
const NOW =
  /(?<!\b(?:until|till|by|from|since|just|every|for)) (?:now|currently|presently|right now|at the moment|these days|nowadays)(?=[ ,.;!]|$)(?! (?:and|that|on)\b)/gu;
/** Quotations and titles, which stay unchanged. */
const QUOTED = /("[^"]{0,400}"|“[^”]{0,400}”)/u;

const dayText = (millis: number): string => {
  const date = new Date(millis);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
};
const monthText = (year: number, month: number): string => {
  const date = new Date(Date.UTC(year, month, 1));
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
};
const weekText = (millis: number): string => `the week of ${dayText(mondayOf(millis))}`;
const weekendText = (millis: number): string =>
  `the weekend of ${dayText(mondayOf(millis) + SATURDAY * MILLIS_PER_DAY)}`;

/** The preposition and the text of a calendar period that is `steps` units from today. */
const unitText = (unit: string, steps: number, today: number): readonly [string, string] => {
  const date = new Date(today);
  switch (unit) {
    case "day":
      return ["on", dayText(today + steps * MILLIS_PER_DAY)];
    case "week":
      return ["in", weekText(today + steps * 7 * MILLIS_PER_DAY)];
    case "weekend":
      return ["on", weekendText(today + steps * 7 * MILLIS_PER_DAY)];
    case "month":
      return ["in", monthText(date.getUTCFullYear(), date.getUTCMonth() + steps)];
    default:
      return ["in", String(date.getUTCFullYear() + steps)];
  }
};

type Groups = Readonly<Record<string, string | undefined>>;
/** The named groups, which are the last argument of a replacer. */
const groupsIn = (matchParts: readonly unknown[]): Groups => matchParts.at(-1) as Groups;

const replaceMatches = (
  text: string,
  pattern: RegExp,
  by: (groups: Groups) => string | null,
): string =>
  text.replace(
    pattern,
    (whole: string, ...matchParts: unknown[]) => by(groupsIn(matchParts)) ?? whole,
  );

const withPreposition = (tie: string | undefined, preposition: string, date: string): string =>
  tie === undefined ? `${preposition} ${date}` : `${tie}${date}`;

/** "a week on Monday", "Friday fortnight": a number of weeks after the next such day. */
const weeksLater =
  (today: number) =>
  ({ tie, count, span, day = "" }: Groups): string => {
    const away = DAYS.get(day) ?? daysUntil(new Date(today), DAY_NAMES.indexOf(day));
    const weeks =
      span === "fortnight" ? 2 : count === undefined ? 1 : (COUNTS.get(count) ?? Number(count));
    const date = dayText(today + (away + 7 * weeks) * MILLIS_PER_DAY);
    return tie === undefined || tie === "on " ? `on ${date}` : `${tie}${date}`;
  };

/**
 * The text with dates in place of words that only mean something on the day on which it was said
 * ("yesterday", "in March"). A bare weekday or month is replaced only if it is that of `day`.
 */
const withDates = (text: string, today: number, day: Date | null): string => {
  const later = [WEEKS_ON, DAY_WEEK].reduce(
    (dated, pattern) => replaceMatches(dated, pattern, weeksLater(today)),
    text,
  );
  const days = replaceMatches(later, BY_DAY, ({ tie, day = "" }) =>
    withPreposition(tie, "on", dayText(today + (DAYS.get(day) ?? 0) * MILLIS_PER_DAY)),
  );
  const months = replaceMatches(
    days,
    MONTH_OF_YEAR,
    ({ month = "", which = "" }) =>
      `${month} ${new Date(today).getUTCFullYear() + (STEPS.get(which) ?? 0)}`,
  );
  const units = replaceMatches(months, BY_UNIT, ({ tie, which = "", unit = "" }) =>
    withPreposition(tie, ...unitText(unit, STEPS.get(which) ?? 0, today)),
  );
  const ago = replaceMatches(units, AGO, ({ tie, count = "", unit = "" }) =>
    withPreposition(tie, ...unitText(unit, -(COUNTS.get(count) ?? Number(count)), today)),
  );
  if (day === null) return ago;
  const weekdays = replaceMatches(ago, WEEKDAY, ({ tie, weekday }) =>
    DAY_NAMES[day.getUTCDay()] === weekday
      ? withPreposition(tie, "on", dayText(day.getTime()))
      : null,
  );
  return replaceMatches(weekdays, MONTH, ({ before = "", month = "" }) =>
    MONTHS[day.getUTCMonth()] === month ? `${before}${month} ${day.getUTCFullYear()}` : null,
  );
};

/**
 * The times of a statement by the wall clock of its speaker: when it was said, and when it is true.
 */
export interface StatementTimes {
  readonly saidAt: Instant;
  /** Null if the statement does not state a start. */
  readonly start: Instant | null;
  /** The first instant at which it is no longer true. Null if it does not state an end. */
  readonly end: Instant | null;
}

/**
 * A statement in words that are still true in a year. English words for days ("yesterday", "last
 * week", "on Monday") become dates, a month gets its year, and words that only mean "now" are
 * removed. A weekday or a month counts only if the statement starts on it, or if it is a plan and
 * ends with it.
 */
export const lastingText = (text: string, { saidAt, start, end }: StatementTimes): string => {
  const today = epochMillis(saidAt);
  const lastDay = end === null ? null : new Date(epochMillis(end) - 1);
  const day = start === null ? lastDay : new Date(epochMillis(start));
  return text
    .split(QUOTED)
    .map((part, i) => (i % 2 === 1 ? part : withDates(part, today, day).replace(NOW, "")))
    .join("");
};
