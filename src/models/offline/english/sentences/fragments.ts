import { PHRASES } from "../../data/expressions.ts";
import type { Frames } from "../meaning/frames.ts";
import { verbReading } from "../tokens/verb-forms.ts";

/** Sentences that leave out "I" or "I am", as chat does, and what they leave out. */
const PREDICATES = PHRASES.rows("fragments");

/** What begins with its own subject is no fragment. */
const OWN_SUBJECT =
  /^(?:my|our|his|her|their|its|your|the|an?|i|we|he|she|they|it|this|that|these|those|some|any|every|each|no|all|both)\b(?! (?:introvert|extrovert|vegan|vegetarian))/iu;

const withLowerCase = (fragment: string): string =>
  fragment.replace(/^\p{Lu}(?=\p{Ll}*(?:\s|$))/u, (letter) => letter.toLowerCase());

const OPENING_VERB =
  /^(?<verb>\p{L}{3,}ed) (?=(?:the|an?|my|our|from|to|at|with|out|up|off|down|in|on) |\p{Lu})/u;
/** "Scrapped the Corsa": a verb of the table, in the past. */
const opensWithPast = (fragment: string, frames: Frames): boolean => {
  const { verb } = OPENING_VERB.exec(fragment)?.groups ?? {};
  return verb !== undefined && frames.of(verbReading(verb).lemma).some(({ passive }) => !passive);
};

/** The fragment as the sentence that it stands for; null where it stands for none. */
export const completed = (fragment: string, frames: Frames): string | null => {
  if (OWN_SUBJECT.test(fragment)) return null;
  const found = PREDICATES.find(([pattern]) => pattern.test(fragment));
  if (found === undefined)
    return opensWithPast(fragment, frames) ? `I ${withLowerCase(fragment)}` : null;
  // "Working with them would be cool": a sentence whose subject is a doing, not a fragment.
  if (
    /^\p{L}+ing\b/iu.test(fragment) &&
    /^[^,;:]*?(?<!\b(?:who|which|that|what|where|when|and|but) )\b(?:is|are|was|were|would|can|could|will|has|makes?|brings?|helps?|feels?|seems?|takes?|gives?|means?)\b/iu.test(
      fragment,
    )
  )
    return null;
  const rest = withLowerCase(fragment.replace(/ here$/u, ""));
  const article = found[1] === "I am a " && /^[aeiou]/iu.test(rest) ? "I am an " : found[1];
  return article + rest;
};
