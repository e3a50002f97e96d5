import { contentHash } from "../../../memory/content-hash.ts";
import { groupBy, type NonEmpty } from "../../../collections/group-by.ts";
import { otherValue, sameValueTwice } from "../../../memory/reasons.ts";
import type { ComparedFact, Overlaps } from "../../derive-tasks.ts";
import { meansSameValue } from "./same-value.ts";

const isSame = (one: ComparedFact, other: ComparedFact): boolean =>
  meansSameValue(one.value ?? "", other.value ?? "");

/** The facts of a slot by value, in their order. */
const byValue = (facts: readonly ComparedFact[]): NonEmpty<ComparedFact>[] => {
  const groups: NonEmpty<ComparedFact>[] = [];
  for (const fact of facts) {
    const group = groups.find(([first]) => isSame(first, fact));
    if (group) group.push(fact);
    else groups.push([fact]);
  }
  return groups;
};

/**
 * Duplicates and contradictions, by slot, value and content hash alone. Facts with the same words,
 * or with the same value in one slot, are duplicates. Two values of one slot are a contradiction,
 * unless the slot has many values. Nothing is compared by meaning, because hashed vectors do not
 * represent it.
 */
export const compareFacts = (
  facts: readonly ComparedFact[],
  hasMany: (slot: string) => boolean,
): Overlaps => {
  const sameWords = [
    ...groupBy(facts, ({ subject, text }) => `${subject} ${contentHash(text)}`).values(),
  ].filter(({ length }) => length > 1);
  const repetitions = new Set(sameWords.flatMap(([, ...others]) => others));
  const factsWithValue = facts.filter(
    (fact) => fact.slot !== null && fact.value !== null && !repetitions.has(fact),
  );
  const slots = [
    ...groupBy(factsWithValue, ({ subject, slot }) => `${subject} ${slot}`).values(),
  ].map((group) => ({ slot: group[0].slot ?? "", values: byValue(group) }));
  return {
    duplicates: [
      ...sameWords.map((group) => ({
        facts: group.map(({ id }) => id),
        reason: "Both facts have the same text.",
      })),
      ...slots.flatMap(({ slot, values }) =>
        values
          .filter(({ length }) => length > 1)
          .map((group) => ({
            facts: group.map(({ id }) => id),
            reason: sameValueTwice(slot),
          })),
      ),
    ],
    contradictions: slots
      .filter(({ slot }) => !hasMany(slot))
      .flatMap(({ slot, values }) =>
        values.flatMap(([one], i) =>
          values
            .slice(i + 1)
            .map(([other]) => ({ facts: [one.id, other.id] as const, reason: otherValue(slot) })),
        ),
      ),
  };
};
