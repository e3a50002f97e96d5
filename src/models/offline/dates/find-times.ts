import { compilerOf, expressionsOf } from "../data/expressions.ts";
import { loadTable } from "../data/load.ts";

/** How a time relates to the statement that contains it. */
export type TimeKind =
  /** `in 2012`, `last month`, `on Monday`. */
  | "point"
  /** `since March 2020`, `six years this April`. */
  | "since"
  /** `until June 2023`. */
  | "until"
  /** `through Friday`: the day itself is included. */
  | "through"
  /** `from January`, `starting next week`. */
  | "from"
  /** `all of April`, `the whole of next week`. */
  | "whole"
  /** `from 2012 to 2015`, `2012-2015`. */
  | "range"
  /** `for three years`. */
  | "duration"
  /** `every Monday`, `twice a week`: no date. */
  | "recurrence"
  /** `by Friday`, `before 2019`, `after Easter`: a limit, which is no date. */
  | "bound";

/** The words of a time in a sentence. */
export interface TimeExpression {
  readonly kind: TimeKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The date itself, without `in`, `since` or `for`. */
  readonly core: string;
  /** The end of a range; null for other kinds. */
  readonly until: string | null;
}

const DATES = loadTable<{
  readonly parts: Readonly<Record<string, string>>;
  readonly expressions: Readonly<Record<string, string>>;
  readonly ties: readonly (readonly [expression: string, kind: TimeKind])[];
}>("dates");
const compile = compilerOf(DATES.parts);
const expression = expressionsOf(DATES.expressions, compile);
const RECURRENCES = expression("recurrence");
const DURATIONS = expression("duration");
const ANNIVERSARIES = expression("anniversary");
const CORES = expression("core");
const HINT = expression("hint");
const DIGIT_HINT = expression("digit_hint");
const TIES = DATES.ties.map(([expressionText, kind]) => [compile(expressionText), kind] as const);
/** "from Monday on", "from June onwards"; not "from June on Saturdays" */
const ONWARDS = expression("onwards");
const LONGEST_TIE = 32;
const DECADE = /^the .*(?:0s|ies)$/i;
const RANGE_START = /(?<!\w)(?:from|between|during|throughout) $/i;
const RANGE_JOINT = /^ (?:to|until|till|and|through) $/i;
const YEAR_ALONE = /^(?:19|20)\d{2}$/;
const STILL = /^ (?:to|until|till) (?:now|the present|present)(?!\w)/i;
const STILL_DASHED = /^\s?[-–]\s?(?:present|now)(?!\w)/i;

const overlaps = (a: TimeExpression, start: number, end: number): boolean =>
  a.start < end && start < a.end;
/**
 * Whether the text is an abbreviation without a number. `sun` and `mar` are also ordinary words, so
 * they name a time only next to a number.
 */
const isWordOnly = (core: string): boolean =>
  /^(?:sun|sat|mar|fri|wed|dec|sept?|jan|jun|mon)\.?$/u.test(core);

const DAY_ONLY = /^(?:the )?\d{1,2}(?:st|nd|rd|th)?$/u;

interface Core {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is a date without a preposition. */
  readonly standsAlone: boolean;
}

/**
 * The range that begins with a core: "from 2012 to 2015", "2012-2015", "2012 to the present". Null
 * if none does.
 */
const rangeAt = (sentence: string, core: Core, next: Core | undefined): TimeExpression | null => {
  const tie = RANGE_START.exec(sentence.slice(0, core.start))?.[0] ?? "";
  const start = core.start - tie.length;
  const make = (end: number, until: string): TimeExpression => ({
    kind: "range",
    text: sentence.slice(start, end),
    start,
    end,
    core: core.text,
    until,
  });
  const between = next === undefined ? "" : sentence.slice(core.end, next.start);
  const dashed =
    YEAR_ALONE.test(core.text) && /^\s?[-–]\s?$/.test(between) && YEAR_ALONE.test(next?.text ?? "");
  // "18 to 22 June" needs no preposition.
  const isOfDays = DAY_ONLY.test(core.text) && RANGE_JOINT.test(between);
  if (next !== undefined && (dashed || isOfDays || (tie !== "" && RANGE_JOINT.test(between))))
    return make(next.end, next.text);
  const open =
    (tie === "" ? null : STILL.exec(sentence.slice(core.end))) ??
    (YEAR_ALONE.test(core.text) ? STILL_DASHED.exec(sentence.slice(core.end)) : null);
  return open === null ? null : make(core.end + open[0].length, "now");
};

/**
 * A time with the word before it that says how it applies: "since March". Null for one that means
 * nothing without such a word.
 */
const tiedTime = (sentence: string, core: Core): TimeExpression | null => {
  const before = sentence.slice(Math.max(0, core.start - LONGEST_TIE), core.start);
  for (const [pattern, kind] of TIES) {
    const tie = pattern.exec(before)?.[0];
    if (tie === undefined) continue;
    // "songs from the eighties" are of that time, and were not played since then.
    if (kind === "from" && DECADE.test(core.text)) return null;
    const onwards = kind === "from" ? (ONWARDS.exec(sentence.slice(core.end))?.[0] ?? "") : "";
    return {
      kind,
      text: tie + core.text + onwards,
      start: core.start - tie.length,
      end: core.end + onwards.length,
      core: core.text,
      until: null,
    };
  }
  return core.standsAlone
    ? {
        kind: "point",
        text: core.text,
        start: core.start,
        end: core.end,
        core: core.text,
        until: null,
      }
    : null;
};

const mayContainTime = (sentence: string): boolean =>
  HINT.test(sentence) || (/\d/u.test(sentence) && DIGIT_HINT.test(sentence));

/**
 * The times in a sentence, in their order. If two overlap, the first of these has priority: an
 * anniversary, a range, a recurrence, a date, a duration.
 */
export const findTimes = (sentence: string): TimeExpression[] => {
  if (!mayContainTime(sentence)) return [];
  const foundTimes: TimeExpression[] = [];
  const add = (time: TimeExpression | null): boolean => {
    if (
      time === null ||
      isWordOnly(time.core) ||
      foundTimes.some((other) => overlaps(other, time.start, time.end))
    )
      return false;
    foundTimes.push(time);
    return true;
  };
  const whole =
    (kind: TimeKind) =>
    (match: RegExpExecArray): TimeExpression => ({
      kind,
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      core: match[0],
      until: null,
    });
  const cores = [...sentence.matchAll(CORES)].map((match): Core => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
    standsAlone: match.groups?.["date"] !== undefined,
  }));
  for (const match of sentence.matchAll(ANNIVERSARIES)) add(whole("since")(match));
  for (const [i, core] of cores.entries()) add(rangeAt(sentence, core, cores[i + 1]));
  for (const match of sentence.matchAll(RECURRENCES)) add(whole("recurrence")(match));
  for (const core of cores) add(tiedTime(sentence, core));
  for (const match of sentence.matchAll(DURATIONS)) add(whole("duration")(match));
  return foundTimes.toSorted((a, b) => a.start - b.start);
};
