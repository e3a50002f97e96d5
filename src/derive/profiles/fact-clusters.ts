import { compareText } from "../../memory/time.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import { searchTerms } from "../../language/terms.ts";

/** Facts of one entity that belong together. */
export interface FactCluster<Fact> {
  /**
   * Identifies the cluster across runs: the other entity that its facts name, or its oldest fact.
   */
  readonly foundation: string;
  readonly facts: readonly Fact[];
}

/** Minimum number of facts of a cluster with an observation. */
const SMALLEST = 3;
/** Maximum number of clusters; the largest are kept. */
const MOST_CLUSTERS = 8;
/** Minimum share of common words among all words of two similar facts. */
const ALIKE = 0.4;
/** Maximum number of words of a fact that are compared. */
const TERMS = 30;

export type ClusteredFact = Pick<FactVersion, "fact" | "text" | "mentions" | "firstRecordedAt">;

const byAge = (a: ClusteredFact, b: ClusteredFact): number =>
  compareText(a.firstRecordedAt, b.firstRecordedAt) || compareText(a.fact, b.fact);

const areAlike = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  const sharedCount = [...a].filter((word) => b.has(word)).length;
  return sharedCount > 0 && sharedCount / (a.size + b.size - sharedCount) >= ALIKE;
};

/** Facts by each other entity that they name; the entity named most often comes first. */
const factsByOther = <F extends ClusteredFact>(
  facts: readonly F[],
  ownIds: ReadonlySet<EntityId>,
): (readonly [EntityId, readonly F[]])[] => {
  const byOther = new Map<EntityId, F[]>();
  for (const fact of facts)
    for (const other of new Set(fact.mentions))
      if (!ownIds.has(other)) byOther.set(other, [...(byOther.get(other) ?? []), fact]);
  return [...byOther].toSorted(
    ([a, factsOfA], [b, factsOfB]) => factsOfB.length - factsOfA.length || compareText(a, b),
  );
};

/**
 * Groups of facts with mostly common words, directly or through other facts. Words of the names of
 * the entity do not count.
 */
const groupsByWords = <F extends ClusteredFact>(
  facts: readonly F[],
  nameWords: ReadonlySet<string>,
): F[][] => {
  const wordedFacts = facts.map((fact, position) => ({
    fact,
    position,
    words: new Set(searchTerms(fact.text, TERMS).filter((word) => !nameWords.has(word))),
  }));
  const groups: (typeof wordedFacts)[] = [];
  for (const next of wordedFacts) {
    const touchedGroups = groups.filter((group) =>
      group.some(({ words }) => areAlike(next.words, words)),
    );
    const others = groups.filter((group) => !touchedGroups.includes(group));
    groups.splice(0, groups.length, ...others, [...touchedGroups.flat(), next]);
  }
  return groups.map((group) =>
    group.toSorted((a, b) => a.position - b.position).map(({ fact }) => fact),
  );
};

/**
 * Clusters the facts of an entity with the ids `ownIds` and the given names: facts that name the
 * same other entity and, among the rest, facts with similar words. A fact is in at most one
 * cluster. The largest eight are kept.
 */
export const clusterFacts = <F extends ClusteredFact>(
  facts: readonly F[],
  ownIds: ReadonlySet<EntityId>,
  names: readonly string[],
): FactCluster<F>[] => {
  const inOrder = facts.toSorted(byAge);
  const clusteredFacts = new Set<F>();
  const clusters: FactCluster<F>[] = [];
  for (const [other, factsOfOther] of factsByOther(inOrder, ownIds)) {
    const free = factsOfOther.filter((fact) => !clusteredFacts.has(fact));
    if (free.length < SMALLEST) continue;
    for (const fact of free) clusteredFacts.add(fact);
    clusters.push({ foundation: `with ${other}`, facts: free });
  }
  const nameWords = new Set(names.flatMap((name) => searchTerms(name, TERMS)));
  const rest = inOrder.filter((fact) => !clusteredFacts.has(fact));
  for (const group of groupsByWords(rest, nameWords)) {
    const [oldest] = group;
    if (oldest !== undefined && group.length >= SMALLEST)
      clusters.push({ foundation: `from ${oldest.fact}`, facts: group });
  }
  return clusters.toSorted((a, b) => b.facts.length - a.facts.length).slice(0, MOST_CLUSTERS);
};
