import { contentHash } from "../../../memory/content-hash.ts";
import type { ComparedFact, Overlaps } from "../../derive-tasks.ts";
import { sameValue } from "./same-value.ts";

const groupedBy = (
  facts: readonly ComparedFact[],
  keyOf: (fact: ComparedFact) => string | null,
): ComparedFact[][] => {
  const groups = new Map<string, ComparedFact[]>();
  for (const fact of facts) {
    const key = keyOf(fact);
    if (key !== null) groups.set(key, [...(groups.get(key) ?? []), fact]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
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
  const sameWords = groupedBy(facts, ({ subject, text }) => `${subject} ${contentHash(text)}`).map(
    (group) => ({ facts: group.map(({ id }) => id), reason: "Both facts have the same text." }),
  );
  const repetitions = new Set(sameWords.flatMap(({ facts: [, ...others] }) => others));
  const pairs = groupedBy(
    facts.filter(({ id }) => !repetitions.has(id)),
    ({ subject, slot, value }) => (slot === null || value === null ? null : `${subject} ${slot}`),
  ).flatMap((group) => group.slice(1).map((other, i) => ({ one: group[i] ?? other, other })));
  const same = ({ one, other }: (typeof pairs)[number]): boolean =>
    sameValue(one.value ?? "", other.value ?? "");
  return {
    duplicates: [
      ...sameWords,
      ...pairs.filter(same).map(({ one, other }) => ({
        facts: [one.id, other.id],
        reason: `Both facts have the same ${one.slot}.`,
      })),
    ],
    contradictions: pairs
      .filter((pair) => !same(pair) && !hasMany(pair.one.slot ?? ""))
      .map(({ one, other }) => ({
        facts: [one.id, other.id] as const,
        reason: `The ${one.slot} has one value at a time.`,
      })),
  };
};
