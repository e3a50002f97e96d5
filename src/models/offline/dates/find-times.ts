/** How a time is tied to the statement that it stands in. */
export type TimeKind =
  /** `in 2012`, `last month`, `on Monday`. */
  | "point"
  /** `since March 2020`. */
  | "since"
  /** `until June 2023`. */
  | "until"
  /** `through Friday`: the day itself is included. */
  | "through"
  /** `from January`, `starting next week`. */
  | "from"
  /** `from 2012 to 2015`, `2012-2015`. */
  | "range"
  /** `for three years`. */
  | "duration"
  /** `every Monday`, `twice a week`: no date. */
  | "recurrence"
  /** `by Friday`, `before 2019`, `after Easter`: a bound, no date. */
  | "bound";

/** Words of a sentence that tell when. */
export interface TimeExpression {
  readonly kind: TimeKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The date as such: without `in`, `since`, `for`. */
  readonly core: string;
  /** The end of a range. */
  readonly until: string | null;
}

const MONTH =
  "(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b(?:\\.(?= \\d))?";
const WEEKDAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
const SHORT_DAY = "(?:Mon|Tue|Wed|Thu|Thurs|Fri|Sat|Sun)";
const UNIT = "(?:minute|hour|day|night|week|weekend|month|quarter|year|decade|semester)";
const COUNT =
  "(?:\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|a couple(?: of)?|a few|several|many|half a|one and a half)";
const ROUGHLY =
  "(?:about|around|over|almost|nearly|roughly|more than|less than|exactly|just|at least|well over) ";
const YEAR = "(?:19|20)\\d{2}\\b";
const DAY = "\\d{1,2}(?:st|nd|rd|th)?\\b";
const PART =
  "(?:early|mid|late|the (?:beginning|start|middle|end) of|the summer of|the spring of|the fall of|the winter of)[ -]?";
const SEASON = "(?:spring|summer|fall|autumn|winter)";
const FEAST =
  "(?:Christmas|Easter|Thanksgiving|Halloween|New Year's(?: Eve| Day)?|Valentine's Day|Carnival)";

/** With the year or the day in it, a date tells itself. */
const FULL_DATE = `(?:(?:${WEEKDAY},? )?(?:${MONTH} ${DAY}(?:,? ${YEAR})?|(?:the )?${DAY}(?: of)? ${MONTH}(?:,? ${YEAR})?)|${MONTH},?(?: of)? ${YEAR}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}/\\d{1,2}/\\d{2,4}|\\d{1,2}\\.\\d{1,2}\\.\\d{4}|${SEASON} (?:of )?${YEAR}|Q[1-4],?(?: of)? ${YEAR}|${FEAST} ${YEAR})`;
const RELATIVE = `(?:the day before yesterday|the day after tomorrow|yesterday(?: (?:morning|afternoon|evening|night))?|today|tonight|tomorrow(?: (?:morning|afternoon|evening|night))?|last night|(?:earlier |later )?this (?:morning|afternoon|evening|week|weekend|month|quarter|year|semester|${SEASON}|${WEEKDAY}|${MONTH})|(?:early |late |mid )?(?:last|next|this past|this coming) (?:week(?:end)?|month|quarter|year|semester|decade|${SEASON}|${WEEKDAY}|${MONTH}|${FEAST})|(?:${ROUGHLY})?${COUNT} ${UNIT}s? (?:ago|back|from now)|the other day|(?:ages|years|a while|a long time) ago|(?:the )?(?:end|beginning|start) of (?:the|this|next|last) (?:week|month|quarter|year))`;
/** Only after a preposition that asks for a time. */
const BARE = `(?:${DAY}(?= (?:to|until|till|and) (?:the )?${DAY}(?: of)? ${MONTH})|(?:${PART})?(?:${YEAR}|${MONTH})|${PART}(?:the )?${YEAR}|${WEEKDAY}(?: (?:morning|afternoon|evening|night))?|${SHORT_DAY}\\b|${FEAST}|the ${SEASON}|${SEASON}|the (?:\\d{1,2}(?:st|nd|rd|th))|Q[1-4]\\b)`;
const WEEKDAYS = `(?:${WEEKDAY}s?|${SHORT_DAY}s?\\b)(?: (?:mornings?|afternoons?|evenings?|nights?))?(?:(?:,| and|, and| or| &) (?:${WEEKDAY}s?|${SHORT_DAY}s?\\b)(?: (?:mornings?|afternoons?|evenings?|nights?))?){0,6}`;
const RECURRENCE = `(?:(?:on )?(?:every|each)(?: single| other| second)? (?:${WEEKDAYS}|${COUNT} ${UNIT}s?|morning|evening|afternoon|day|night|${UNIT}|${SEASON}|${MONTH})(?: (?:morning|evening|night|afternoon))?|(?:on )?${WEEKDAY}s(?: (?:mornings?|afternoons?|evenings?|nights?))?(?:(?:,| and|, and| or| &) ${WEEKDAY}s){0,6}|on (?:weekends|weekdays|weeknights)|(?:once|twice|(?:two|three|four|five|six|a few|several|\\d{1,2}) times|three times) (?:a|an|per|each|every) (?:day|week|month|year|hour|quarter)|(?:these days|nowadays|right now|at the moment|for now|as of now|currently now)|most (?:mornings|evenings|nights|days|weekends)|in the (?:mornings?|evenings?|afternoons?)|at night|(?:mornings|evenings|nights|weekends))`;
const DURATION = `(?:(?:for|over|during|in) (?:the (?:past|last|next|coming|following) )?(?:${ROUGHLY})?${COUNT} (?:${UNIT}s?)(?: now| straight)?|for (?:years|months|weeks|decades|ages|a while|a long time|so long|ever)(?: now)?|(?:all|my whole|his whole|her whole) (?:my |his |her |their )?(?:life|day|week|year)|(?:${COUNT} ${UNIT}s) now)`;

// Without the u flag: with it, patterns of this size take a quarter of a second to compile, and no
// letter here is beyond ASCII.
const RECURRENCES = new RegExp(`(?<!\\w)${RECURRENCE}(?!\\w)`, "gi");
const DURATIONS = new RegExp(`(?<!\\w)${DURATION}(?!\\w)`, "gi");
const CORES = new RegExp(
  `(?<!\\w)(?:(?<date>(?:${PART})?${FULL_DATE}|${RELATIVE})|${BARE})(?!\\w)`,
  "gi",
);

/** What stands before a date and ties it to the statement. */
const TIES: readonly (readonly [RegExp, TimeKind])[] = [
  [/(?<!\w)(?:ever )?since $/i, "since"],
  [/(?<!\w)(?:up until|until|till|up to) $/i, "until"],
  [/(?<!\w)through(?: to)? $/i, "through"],
  [
    /(?<!\w)(?:starting(?: in| on| from)?|beginning(?: in| on)?|effective(?: from)?|as of|as from|from) $/i,
    "from",
  ],
  [/(?<!\w)(?:by|before|after|prior to|no later than|not before) $/i, "bound"],
  [
    /(?<!\w)(?:back in|back on|on|in|at|around|during|over|sometime in|some time in|of) $/i,
    "point",
  ],
];
const LONGEST_TIE = 16;
const RANGE_START = /(?<!\w)(?:from|between) $/i;
const RANGE_JOINT = /^ (?:to|until|till|and|through) $/i;
const YEAR_ALONE = /^(?:19|20)\d{2}$/;
const STILL = /^ (?:to|until|till) (?:now|the present|present)(?!\w)/i;
const STILL_DASHED = /^\s?[-–]\s?(?:present|now)(?!\w)/i;

/** Nothing that these do not hint at is worth a search. */
const HINT =
  /\d|day|night|week|month|year|morning|evening|afternoon|ago|summer|winter|spring|fall|autumn|decade|ages|life|while|christmas|easter|thanksgiving|halloween|carnival|today|tomorrow|tonight|january|february|march|april|may|june|july|august|september|october|november|december|\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\b|semester|quarter|time|long|ever|now|moment/iu;

const overlaps = (a: TimeExpression, start: number, end: number): boolean =>
  a.start < end && start < a.end;
/**
 * `sun`, `mar` and `may` are words as well: they tell a time only with a capital or beside a
 * number.
 */
const isWordOnly = (core: string): boolean =>
  /^(?:sun|sat|mar|fri|wed|dec|sept?|jan|jun|mon)\.?$/u.test(core);

interface Core {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it tells a date without a preposition. */
  readonly alone: boolean;
}

/**
 * "from 2012 to 2015", "2012-2015", "2012 to the present": what a core begins, and whether the next
 * core is its end.
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
  if (next !== undefined && (dashed || (tie !== "" && RANGE_JOINT.test(between))))
    return make(next.end, next.text);
  const open =
    (tie === "" ? null : STILL.exec(sentence.slice(core.end))) ??
    (YEAR_ALONE.test(core.text) ? STILL_DASHED.exec(sentence.slice(core.end)) : null);
  return open === null ? null : make(core.end + open[0].length, "now");
};

const tied = (sentence: string, core: Core): TimeExpression | null => {
  const before = sentence.slice(Math.max(0, core.start - LONGEST_TIE), core.start);
  for (const [pattern, kind] of TIES) {
    const tie = pattern.exec(before)?.[0];
    if (tie !== undefined)
      return {
        kind,
        text: tie + core.text,
        start: core.start - tie.length,
        end: core.end,
        core: core.text,
        until: null,
      };
  }
  return core.alone
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

/**
 * The expressions of time in a sentence, in their order. Where two overlap, ranges go before
 * recurrences, these before dates and durations.
 */
export const findTimes = (sentence: string): TimeExpression[] => {
  if (!HINT.test(sentence)) return [];
  const found: TimeExpression[] = [];
  const add = (time: TimeExpression | null): boolean => {
    if (
      time === null ||
      isWordOnly(time.core) ||
      found.some((other) => overlaps(other, time.start, time.end))
    )
      return false;
    found.push(time);
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
    alone: match.groups?.["date"] !== undefined,
  }));
  for (const [i, core] of cores.entries()) add(rangeAt(sentence, core, cores[i + 1]));
  for (const match of sentence.matchAll(RECURRENCES)) add(whole("recurrence")(match));
  for (const core of cores) add(tied(sentence, core));
  for (const match of sentence.matchAll(DURATIONS)) add(whole("duration")(match));
  return found.toSorted((a, b) => a.start - b.start);
};
