import type { Chrono } from "chrono-node";
import type { Instant } from "../../../memory/time.ts";
import { pairs } from "../data/words.ts";
import type { TimeExpression } from "../dates/find-times.ts";
import { validityOf, type Validity } from "../dates/validity.ts";
import { compile, PORTUGUESE } from "./grammar.ts";
import { isPastForm } from "./verbs.ts";

const WORDS: Readonly<Partial<Record<string, string>>> = Object.assign(
  pairs("in_english_months"),
  pairs("in_english_numbers"),
  pairs("in_english_units"),
);
const TIMES = PORTUGUESE.times.map(({ say, kind = "point", core = "$" }) => ({
  kind,
  core,
  expression: compile(say),
}));

/** A Portuguese date in English: "15 March 2021" for "15 de março de 2021". */
export const dateInEnglish = (words: string): string =>
  words
    .replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/u, "$3-$2-$1")
    .toLowerCase()
    .replace(/^dia /u, "")
    .split(/\s+(?:d[eo]\s+)?|º\s/u)
    .map((word) => {
      const one = WORDS[word.replace(/(?:es|s)$/u, "")];
      return WORDS[word] ?? (one === undefined ? word : `${one}s`);
    })
    .join(" ");

/**
 * The times in a Portuguese text as their English counterparts, so that one reader dates both
 * languages. If two overlap, the earlier row of the table wins.
 */
export const portugueseTimes = (text: string): TimeExpression[] => {
  const foundTimes: TimeExpression[] = [];
  for (const { kind, core, expression } of TIMES)
    for (const match of text.matchAll(expression)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (foundTimes.some((other) => other.start < end && start < other.end)) continue;
      const { date = "", until = null } = match.groups ?? {};
      const words = core.replace("$", dateInEnglish(date));
      foundTimes.push({
        kind,
        text: words,
        start,
        end,
        core: words,
        until: until === null ? null : dateInEnglish(until),
      });
    }
  return foundTimes.toSorted((a, b) => a.start - b.start);
};

/**
 * The validity of a Portuguese statement with the given verb. Its present tense also states plans
 * ("viajo na segunda"), so a plan is read as in the future, whatever the tense.
 */
export const portugueseValidity = (
  text: string,
  verb: string,
  now: Instant,
  chrono: Chrono,
): Validity => {
  const times = portugueseTimes(text);
  const tense = isPastForm(verb) ? "past" : "perfect";
  const { from: begun, planned, plannedUntil } = validityOf(times, "future", now, chrono);
  const said = validityOf(times, tense, now, chrono);
  // "a partir de segunda": the next Monday
  const isNextDay =
    tense === "perfect" &&
    said.from?.precision === "DAY" &&
    times.some(({ kind }) => kind === "from");
  const from = isNextDay ? validityOf(times, "present", now, chrono).from : said.from;
  // "vou morar em Évora a partir de junho"
  return { ...said, from, planned: planned ?? begun, plannedUntil };
};
