import { PHRASES } from "../../data/expressions.ts";
import { knownVerb } from "../tokens/verb-forms.ts";
import { withSmallLetter } from "./sentence-kind.ts";

/** Sentences that leave out "I" or "I am", as chat does, and what they leave out. */
const PREDICATES = PHRASES.rows("fragments");
/** "Just sold the car", "Resigned": its verb. */
const DONE = PHRASES.one("done");

/** What begins with its own subject is no fragment. */
const OWN_SUBJECT =
  /^(?:my|our|his|her|their|its|your|the|an?|i|we|he|she|they|it|this|that|these|those|some|any|every|each|no(?! \p{Ll}+(?: \p{Ll}+)? anymore)|all|both)\b(?! (?:introvert|extrovert|vegan|vegetarian))/iu;

/** Whether it opens with a verb in the past: not "Used cars are cheap". */
const isDone = (fragment: string): boolean =>
  knownVerb(DONE.exec(fragment)?.groups?.["verb"] ?? "")?.forms.has("past") ?? false;

/** "Working with them would be cool", "Married life is great": a sentence of its own, and no fragment. */
const HAS_SUBJECT =
  /^(?:\p{L}+ing\b(?:(?! (?:who|which|that|what|where|when|and|but) )[^,;:])*?|(?!\p{L}+ing\b)\p{L}[\p{L}-]*(?:(?! (?:who|which|that|what|where|when|and|but|with|to|in|at|of|as|since|for) )[^,;:])*?) (?:is|are|was|were|would|can|could|will|has|makes?|brings?|helps?|feels?|seems?|takes?|gives?|means?)\b/iu;

/** The fragment as the sentence that it stands for; null where it stands for none. */
export const completedFragment = (fragment: string): string | null => {
  if (OWN_SUBJECT.test(fragment)) return null;
  const predicate = PREDICATES.find(([pattern]) => pattern.test(fragment));
  if (predicate === undefined) return isDone(fragment) ? `I ${withSmallLetter(fragment)}` : null;
  if (HAS_SUBJECT.test(fragment)) return null;
  const rest = withSmallLetter(fragment.replace(/ here$/u, ""));
  const article = predicate[1] === "I am a " && /^[aeiou]/iu.test(rest) ? "I am an " : predicate[1];
  return article + rest;
};
