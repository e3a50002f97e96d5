import { PHRASES } from "../../data/expressions.ts";
import type { Correction } from "../../extraction/corrections.ts";

/** "It is not Boston, I meant Baltimore". */
export interface EnglishCorrection extends Correction {
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

export const readCorrection = (sentence: string): EnglishCorrection | null => {
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
  correction: EnglishCorrection,
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
