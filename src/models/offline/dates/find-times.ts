import type { TimeExpression, TimeKind } from "./time-expression.ts";

const MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\b(?:\\.(?= \\d))?";
const WEEKDAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
const SHORT_DAY = "(?:Mon|Tue|Wed|Thu|Thurs|Fri|Sat|Sun)";
const UNIT = "(?:minute|hour|day|night|week|weekend|month|quarter|year|decade|semester)";
const COUNT = "(?:\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|a couple(?: of)?|a few|several|many|half a|one and a half)";
const ROUGHLY = "(?:about|around|over|almost|nearly|roughly|more than|less than|exactly|just|at least|well over) ";
const YEAR = "(?:19|20)\\d{2}\\b";
const DAY = "\\d{1,2}(?:st|nd|rd|th)?\\b";
const PART = "(?:early|mid|late|the (?:beginning|start|middle|end) of|the summer of|the spring of|the fall of|the winter of)[ -]?";
const SEASON = "(?:spring|summer|fall|autumn|winter)";
const FEAST = "(?:Christmas|Easter|Thanksgiving|Halloween|New Year's(?: Eve| Day)?|Valentine's Day|Carnival)";

/** With the year or the day in it, a date tells itself. */
const FULL_DATE = `(?:(?:${WEEKDAY},? )?(?:${MONTH} ${DAY}(?:,? ${YEAR})?|(?:the )?${DAY}(?: of)? ${MONTH}(?:,? ${YEAR})?)|${MONTH},?(?: of)? ${YEAR}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}/\\d{1,2}/\\d{2,4}|\\d{1,2}\\.\\d{1,2}\\.\\d{4}|${SEASON} (?:of )?${YEAR}|Q[1-4],?(?: of)? ${YEAR}|${FEAST} ${YEAR})`;
const RELATIVE = `(?:the day before yesterday|the day after tomorrow|yesterday(?: (?:morning|afternoon|evening|night))?|today|tonight|tomorrow(?: (?:morning|afternoon|evening|night))?|last night|(?:earlier |later )?this (?:morning|afternoon|evening|week|weekend|month|quarter|year|semester|${SEASON}|${WEEKDAY}|${MONTH})|(?:early |late |mid )?(?:last|next|this past|this coming) (?:week(?:end)?|month|quarter|year|semester|decade|${SEASON}|${WEEKDAY}|${MONTH}|${FEAST})|(?:${ROUGHLY})?${COUNT} ${UNIT}s? (?:ago|back|from now)|the other day|(?:ages|years|a while|a long time) ago|(?:the )?(?:end|beginning|start) of (?:the|this|next|last) (?:week|month|quarter|year))`;
/** Only after a preposition that asks for a time. */
const BARE = `(?:(?:${PART})?(?:${YEAR}|${MONTH})|${PART}(?:the )?${YEAR}|${WEEKDAY}(?: (?:morning|afternoon|evening|night))?|${SHORT_DAY}\\b|${FEAST}|the ${SEASON}|${SEASON}|the (?:\\d{1,2}(?:st|nd|rd|th))|Q[1-4]\\b)`;
const DATE = `(?:(?:${PART})?${FULL_DATE}|${RELATIVE})`;
const ANY = `(?:${DATE}|${BARE})`;

const WEEKDAYS = `(?:${WEEKDAY}s?|${SHORT_DAY}s?\\b)(?: (?:mornings?|afternoons?|evenings?|nights?))?(?:(?:,| and|, and| or| &) (?:${WEEKDAY}s?|${SHORT_DAY}s?\\b)(?: (?:mornings?|afternoons?|evenings?|nights?))?){0,6}`;
const RECURRENCE = `(?:(?:on )?(?:every|each)(?: single| other| second)? (?:${WEEKDAYS}|${COUNT} ${UNIT}s?|morning|evening|afternoon|day|night|${UNIT}|${SEASON}|${MONTH})(?: (?:morning|evening|night|afternoon))?|(?:on )?${WEEKDAY}s(?: (?:mornings?|afternoons?|evenings?|nights?))?(?:(?:,| and|, and| or| &) ${WEEKDAY}s){0,6}|on (?:weekends|weekdays|weeknights)|(?:once|twice|(?:two|three|four|five|six|a few|several|\\d{1,2}) times|three times) (?:a|an|per|each|every) (?:day|week|month|year|hour|quarter)|(?:these days|nowadays|right now|at the moment|for now|as of now|currently now)|most (?:mornings|evenings|nights|days|weekends)|in the (?:mornings?|evenings?|afternoons?)|at night|(?:mornings|evenings|nights|weekends))`;
const DURATION = `(?:(?:for|over|during|in) (?:the (?:past|last) )?(?:${ROUGHLY})?${COUNT} (?:${UNIT}s?)(?: now| straight)?|for (?:years|months|weeks|decades|ages|a while|a long time|so long|ever)(?: now)?|(?:all|my whole|his whole|her whole) (?:my |his |her |their )?(?:life|day|week|year)|(?:${COUNT} ${UNIT}s) now)`;
const RANGE = `(?:(?:from |between )(?<from1>${ANY}) (?:to|until|till|and|through) (?<to1>${ANY}|now|the present|present)|(?<from2>${YEAR})\\s?[-–]\\s?(?<to2>${YEAR}|present|now))`;

const PREFIX: readonly (readonly [string, TimeKind])[] = [
  ["since|ever since", "since"],
  ["up until|until|till|up to|through", "until"],
  ["starting(?: in| on| from)?|beginning(?: in| on)?|effective(?: from)?|as of|as from|from", "from"],
  ["by|before|after|prior to|no later than|not before", "bound"],
  ["back in|back on|on|in|at|around|during|over|sometime in|some time in|of", "point"],
];

const FINDERS: readonly (readonly [RegExp, TimeKind])[] = [
  [new RegExp(`(?<!\\w)${RANGE}(?!\\w)`, "giu"), "range"],
  [new RegExp(`(?<!\\w)${RECURRENCE}(?!\\w)`, "giu"), "recurrence"],
  ...PREFIX.filter(([, kind]) => kind !== "point").map(([prefix, kind]) => [new RegExp(`(?<!\\w)(?:${prefix}) (?<core>${ANY})(?!\\w)`, "giu"), kind] as const),
  [new RegExp(`(?<!\\w)${DURATION}(?!\\w)`, "giu"), "duration"],
  [new RegExp(`(?<!\\w)(?:${PREFIX[4]![0]}) (?<core>${ANY})(?!\\w)`, "giu"), "point"],
  [new RegExp(`(?<!\\w)(?<core>${DATE})(?!\\w)`, "giu"), "point"],
];

/** Nothing that these do not hint at is worth a search. */
const HINT = /\d|day|night|week|month|year|morning|evening|afternoon|ago|summer|winter|spring|fall|autumn|decade|ages|life|while|christmas|easter|thanksgiving|halloween|carnival|today|tomorrow|tonight|january|february|march|april|may|june|july|august|september|october|november|december|\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)\b|semester|quarter|time|long|ever|now|moment/iu;

const overlaps = (a: TimeExpression, start: number, end: number): boolean => a.start < end && start < a.end;
/** `sun`, `mar` and `may` are words as well: they tell a time only with a capital or beside a number. */
const isWordOnly = (core: string): boolean => /^(?:sun|sat|mar|fri|wed|dec|sept?|jan|jun|mon)\.?$/u.test(core);

/** The expressions of time in a sentence, in their order. Those that overlap an earlier kind are left out. */
export const findTimes = (sentence: string): TimeExpression[] => {
  if (!HINT.test(sentence)) return [];
  const found: TimeExpression[] = [];
  for (const [pattern, kind] of FINDERS) {
    for (const match of sentence.matchAll(pattern)) {
      const text = match[0];
      const core = match.groups?.["core"] ?? match.groups?.["from1"] ?? match.groups?.["from2"] ?? text;
      const end = match.index + text.length;
      if (isWordOnly(core) || found.some((other) => overlaps(other, match.index, end))) continue;
      found.push({ kind, text, start: match.index, end, core, until: match.groups?.["to1"] ?? match.groups?.["to2"] ?? null });
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
};
