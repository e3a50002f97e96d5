import { CHANGES, isAttributeNoun } from "../data/attributes.ts";
import { readDate } from "../dates/read-date.ts";
import type { TimeExpression } from "../dates/time-expression.ts";
import type { Discourse } from "./discourse.ts";
import type { Subject } from "./subject.ts";
import type { Token } from "./token.ts";
import type { VerbGroup } from "./verb-group.ts";

/** A date that lies ahead: "next Monday", "tomorrow". A month alone may be any year's. */
export const isAhead = (time: TimeExpression, discourse: Discourse): boolean => {
  if (time.kind !== "point" && time.kind !== "from") return false;
  const date = readDate(time.core, discourse.occurredAt, "near", discourse.chrono);
  return date !== null && date.start > discourse.occurredAt;
};

/** Whether a verb gives an attribute its value. */
export const isValued = (
  subject: Subject,
  verb: VerbGroup,
  complement: readonly Token[],
): boolean => {
  if (complement.length === 0) return false;
  if (
    CHANGES.has(verb.lemma) &&
    complement.some(({ lower }, i) => lower === "to" && complement[i + 1]?.part === "number")
  )
    return true;
  return (
    isAttributeNoun(subject.name) &&
    ((verb.lemma === "be" && !verb.passive && !verb.progressive) ||
      CHANGES.has(verb.lemma) ||
      (verb.passive && /^(?:call|name|set|schedule|cap|fix|limit|plan)$/u.test(verb.lemma)))
  );
};
