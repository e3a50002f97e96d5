import { PHRASES } from "../../data/expressions.ts";
import { knownVerb } from "../tokens/verb-forms.ts";
import { withSmallLetter } from "./sentence-kind.ts";

/** Sentences without "I" or "I am", as in chat, with the missing words. */
const PREDICATES = PHRASES.rows("fragments");
/** The verb of a fragment: "Just sold the car", "Resigned". */
const DONE = PHRASES.one("done");

/** The beginning of a sentence with a subject, which is no fragment. */
const OWN_SUBJECT =
  /^(?:my|our|his|her|their|its|your|the|an?|i|we|he|she|they|it|this|that|these|those|some|any|every|each|no(?! \p{Ll}+(?: \p{Ll}+)? anymore)|all|both)\b(?! (?:introvert|extrovert|vegan|vegetarian))/iu;

/** Whether the fragment opens with a verb in the past, unlike "Used cars are cheap". */
const isDone = (fragment: string): boolean =>
  knownVerb(DONE.exec(fragment)?.groups?.["verb"] ?? "")?.forms.has("past") ?? false;

/**
 * Sentences that only look like fragments: "Working with them would be cool", "Married life is
 * great".
 */
const HAS_SUBJECT =
  /^(?:\p{L}+ing\b(?:(?! (?:who|which|that|what|where|when|and|but) )[^,;:])*?|(?!\p{L}+ing\b)\p{L}[\p{L}-]*(?:(?! (?:who|which|that|what|where|when|and|but|with|to|in|at|of|as|since|for) )[^,;:])*?) (?:is|are|was|were|would|can|could|will|has|makes?|brings?|helps?|feels?|seems?|takes?|gives?|means?)\b/iu;

/** The complete sentence for a fragment; null if the text is no fragment. */
export const completedFragment = (fragment: string): string | null => {
  if (OWN_SUBJECT.test(fragment)) return null;
  const predicate = PREDICATES.find(([pattern]) => pattern.test(fragment));
  if (predicate === undefined) return isDone(fragment) ? `I ${withSmallLetter(fragment)}` : null;
  if (HAS_SUBJECT.test(fragment)) return null;
  const rest = withSmallLetter(fragment.replace(/ here$/u, ""));
  const article = predicate[1] === "I am a " && /^[aeiou]/iu.test(rest) ? "I am an " : predicate[1];
  return article + rest;
};
