import { PHRASES } from "../../data/expressions.ts";
import { foldName } from "../../../../language/names.ts";

/** "It is not Boston, I meant Baltimore": what was said and what was meant. */
export interface Correction {
  readonly wrong: string | null;
  readonly right: string;
  /** What the value is, where the sentence says so: "that is where I live". */
  readonly about: string | null;
}

const CORRECTIONS = PHRASES.rows("corrections");
const ABOUT = /that is where (?<about>(?:I|we) [^.!?]+)|that is my (?<key>[^.!?]+)/iu;

const OPENINGS = /^(?:Sorry|Oops|No|Wait|Correction|Actually|My|I mean|Not)(?![\p{L}'])/u;
const asLowerOpening = (sentence: string): string =>
  sentence
    .replace(/^(?!not\b)[^:]{3,60}: (?=not )/u, "")
    .replace(OPENINGS, (word) => word.toLowerCase())
    .replace(/^(?<opening>(?:sorry|oops|no|wait)\b[,:;.!]?\s+)I (?=meant)/u, "$<opening>i ");

const MONTH_OR_DAY = PHRASES.one("month_or_day");
/** What kind of value words are, by their form: a correction is of the same kind as what it corrects. */
const kindOf = (value: string): string => {
  if (/[$€£]/u.test(value)) return "money";
  if (MONTH_OR_DAY.test(value) || /\d{4}-\d/u.test(value)) return "date";
  if (/@/u.test(value)) return "address";
  if (/\d/u.test(value)) return "number";
  return /^\p{Lu}/u.test(value) ? "name" : "word";
};

/** Of facts in the order in which they were told, the last that a correction may be about. */
export const correctedFact = <T extends { readonly text: string; readonly value: string | null }>(
  { right, wrong }: Correction,
  facts: readonly T[],
): T | null => {
  const isMeant = ({ value }: T): boolean =>
    value !== null &&
    foldName(value) !== foldName(right) &&
    (wrong === null ? kindOf(value) === kindOf(right) : foldName(value).includes(foldName(wrong)));
  return facts.findLast(isMeant) ?? null;
};

/** Words in which one value stands for another. */
export const withValue = (text: string, wrong: string, right: string): string => {
  const at = text.toLowerCase().lastIndexOf(wrong.toLowerCase());
  return at < 0 ? text : text.slice(0, at) + right + text.slice(at + wrong.length);
};

export const readCorrection = (sentence: string): Correction | null => {
  const end = sentence.search(/[.!]*$/u);
  for (const [pattern] of CORRECTIONS) {
    const {
      right,
      wrong,
      rest = "",
      ...named
    } = pattern.exec(asLowerOpening(sentence.slice(0, end)))?.groups ?? {};
    if (right === undefined) continue;
    const { about, key } = ABOUT.exec(rest)?.groups ?? {};
    const told = named["about"] ?? about ?? (key === undefined ? undefined : `my ${key} is`);
    return { wrong: wrong?.trim() ?? null, right: right.trim(), about: told?.trim() ?? null };
  }
  return null;
};

const AT = /\b(?:work|study|teach|intern)\b/iu;

/** The statement that the correction makes, by itself or with the message that it corrects. */
export const correctedStatement = (
  correction: Correction,
  recentMessages: readonly string[],
): string | null => {
  const { about, right, wrong } = correction;
  if (about !== null)
    return about.endsWith(" is")
      ? `${about} ${right}`
      : `${about} ${AT.test(about) ? "at" : "in"} ${right}`;
  if (wrong === null) return null;
  const said = recentMessages.findLast(
    (message) => message.length < 1000 && message.toLowerCase().includes(wrong.toLowerCase()),
  );
  if (said === undefined) return null;
  const at = said.toLowerCase().indexOf(wrong.toLowerCase());
  const start = said.slice(0, at).search(/[^.!?\n]*$/u);
  const [sentence = ""] = said.slice(start).split(/(?<=[.!?])\s/u);
  const error = sentence.toLowerCase().indexOf(wrong.toLowerCase());
  return `${sentence.slice(0, error)}${right}${sentence.slice(error + wrong.length)}`.trim();
};
