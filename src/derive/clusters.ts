import type { FactVersion } from "../memory/fact.ts";
import type { EntityId } from "../memory/ids.ts";
import { searchTerms } from "../read/query-terms.ts";

/** Facts of one entity that belong together. */
export interface Cluster {
  /** What it is founded on, the same as long as that stands: the other entity that its facts name, or its oldest fact. */
  readonly foundation: string;
  readonly facts: readonly FactVersion[];
}

/** Fewer facts show nothing; of more clusters the largest are kept. */
const LEAST = 3;
const MOST = 8;
/** How much of the words of two facts must be the same. */
const ALIKE = 0.4;
/** Words of a fact that are looked at. */
const TERMS = 30;

type Fact = Pick<FactVersion, "fact" | "text" | "mentions" | "firstRecordedAt">;

const alike = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared > 0 && shared / (a.size + b.size - shared) >= ALIKE;
};

/** Facts that have most of their words in common, directly or by way of others. The names of the entity are no words. */
const byWords = <F extends Fact>(facts: readonly F[], names: ReadonlySet<string>): F[][] => {
  const words = facts.map(
    ({ text }) => new Set(searchTerms(text, TERMS).filter((word) => !names.has(word))),
  );
  const groups: number[][] = [];
  for (const [i, own] of words.entries()) {
    const touched = groups.filter((group) => group.some((j) => alike(own, words[j]!)));
    const rest = groups.filter((group) => !touched.includes(group));
    groups.splice(0, groups.length, ...rest, [...touched.flat(), i]);
  }
  return groups.map((group) => group.toSorted((a, b) => a - b).map((i) => facts[i]!));
};

/**
 * Clusters of an entity's facts (`own` are the ids it goes by, `names` its names): those that name the same other entity, and of the others those
 * that speak of the same in much the same words. A fact stands in one cluster at most. No model is asked, and no vector.
 */
export const clustersOf = <F extends Fact>(
  facts: readonly F[],
  own: ReadonlySet<EntityId>,
  names: readonly string[],
): { readonly foundation: string; readonly facts: readonly F[] }[] => {
  const inOrder = facts.toSorted((a, b) =>
    a.firstRecordedAt < b.firstRecordedAt
      ? -1
      : a.firstRecordedAt > b.firstRecordedAt
        ? 1
        : a.fact < b.fact
          ? -1
          : 1,
  );
  const named = new Map<EntityId, F[]>();
  for (const fact of inOrder)
    for (const other of new Set(fact.mentions))
      if (!own.has(other)) named.set(other, [...(named.get(other) ?? []), fact]);
  const taken = new Set<F>();
  const clusters: { foundation: string; facts: readonly F[] }[] = [];
  for (const [other, of] of [...named].toSorted(
    ([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1),
  )) {
    const free = of.filter((fact) => !taken.has(fact));
    if (free.length < LEAST) continue;
    for (const fact of free) taken.add(fact);
    clusters.push({ foundation: `with ${other}`, facts: free });
  }
  const nameWords = new Set(names.flatMap((name) => searchTerms(name, TERMS)));
  for (const group of byWords(
    inOrder.filter((fact) => !taken.has(fact)),
    nameWords,
  ))
    if (group.length >= LEAST)
      clusters.push({ foundation: `from ${group[0]!.fact}`, facts: group });
  return clusters.toSorted((a, b) => b.facts.length - a.facts.length).slice(0, MOST);
};
