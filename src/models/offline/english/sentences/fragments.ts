import { PHRASES } from "../../data/expressions.ts";
import { knownVerb } from "../tokens/verb-forms.ts";
import { withSmallLetter } from "./sentence-kind.ts";

/** Sentences that leave out "I" or "I am", as chat does, and what they leave out. */
const PREDICATES = PHRASES.rows("fragments");
/** "Just sold the car", "Resigned": its verb. */
const DONE = PHRASES.one("done");

/** What begins with its own subject is no fragment. */
const OWN_SUBJECT =
  /^(?:my|our|his|her|their|its|your|the|an?|i|we|he|she|they|it|this|that|these|those|some|any|every|each|no|all|both)\b(?! (?:introvert|extrovert|vegan|vegetarian))/iu;

/** Whether it opens with a verb in the past: not "Used cars are cheap". */
const isDone = (fragment: string): boolean =>
  knownVerb(DONE.exec(fragment)?.groups?.["verb"] ?? "")?.forms.has("past") ?? false;

/** The fragment as the sentence that it stands for; null where it stands for none. */
export const completedFragment = (fragment: string): string | null => {
  if (OWN_SUBJECT.test(fragment)) return null;
  const predicate = PREDICATES.find(([pattern]) => pattern.test(fragment));
  if (predicate === undefined) return isDone(fragment) ? `I ${withSmallLetter(fragment)}` : null;
  // "Working with them would be cool": a sentence whose subject is a doing, not a fragment.
  if (
    /^\p{L}+ing\b/iu.test(fragment) &&
    /^[^,;:]*?(?<!\b(?:who|which|that|what|where|when|and|but) )\b(?:is|are|was|were|would|can|could|will|has|makes?|brings?|helps?|feels?|seems?|takes?|gives?|means?)\b/iu.test(
      fragment,
    )
  )
    return null;
  const rest = withSmallLetter(fragment.replace(/ here$/u, ""));
  const article = predicate[1] === "I am a " && /^[aeiou]/iu.test(rest) ? "I am an " : predicate[1];
  return article + rest;
};
