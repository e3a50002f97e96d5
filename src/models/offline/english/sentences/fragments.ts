import { PHRASES } from "../../data/expressions.ts";

/** Sentences that leave out "I" or "I am", as chat does, and what they leave out. */
const PREDICATES = PHRASES.rows("fragments");

/** What begins with its own subject is no fragment. */
const OWN_SUBJECT =
  /^(?:my|our|his|her|their|its|your|the|an?|i|we|he|she|they|it|this|that|these|those|some|any|every|each|no|all|both)\b(?! (?:introvert|extrovert|vegan|vegetarian))/iu;

/** The fragment as the sentence that it stands for; null where it stands for none. */
export const completed = (fragment: string): string | null => {
  if (OWN_SUBJECT.test(fragment)) return null;
  const found = PREDICATES.find(([pattern]) => pattern.test(fragment));
  if (found === undefined) return null;
  // "Working with them would be cool": a sentence whose subject is a doing, not a fragment.
  if (
    /^\p{L}+ing\b/iu.test(fragment) &&
    /^[^,;:]*?(?<!\b(?:who|which|that|what|where|when|and|but) )\b(?:is|are|was|were|would|can|could|will|has|makes?|brings?|helps?|feels?|seems?|takes?|gives?|means?)\b/iu.test(
      fragment,
    )
  )
    return null;
  const rest = fragment
    .replace(/ here$/u, "")
    .replace(/^\p{Lu}(?=\p{Ll}*(?:\s|$))/u, (letter) => letter.toLowerCase());
  const article = found[1] === "I am a " && /^[aeiou]/iu.test(rest) ? "I am an " : found[1];
  return article + rest;
};
