import { members } from "../../memory/entity.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { FactId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import { visibleAt, type Instant, type TimePoint } from "../../memory/time.ts";
import type { GraphReader } from "./graph-reader.ts";

/** Relationships of one type from one entity to others that are searched for further evidence. */
const MOST_ALIKE = 1_000;

interface Facts {
  readonly facts: {
    load(key: { readonly id: FactId; readonly knownAt: Instant }): Promise<FactVersion | null>;
  };
}

/**
 * The visible facts that state a relationship: the most confident first, then in the order in which
 * they were first recorded.
 */
export const evidencesOf = async (
  graph: GraphReader & Facts,
  { source, target, type, evidence }: RelationshipVersion,
  at: TimePoint,
): Promise<FactVersion[]> => {
  const [from, to] = await Promise.all([
    graph.entity(source, at.knownAt),
    graph.entity(target, at.knownAt),
  ]);
  if (from === null || to === null) return [];
  const targets = new Set(members(to));
  const { page } = await graph.relationships([from], {
    direction: "OUT",
    types: [type],
    at,
    page: { first: MOST_ALIKE },
  });
  const alike = page.items.map(({ item }) => item).filter((item) => targets.has(item.target));
  const ids = new Set([evidence, ...alike.map((item) => item.evidence)]);
  const facts = await Promise.all(
    Array.from(ids, (id) => graph.facts.load({ id, knownAt: at.knownAt })),
  );
  return facts
    .filter((fact) => fact !== null)
    .filter((fact) => visibleAt(fact, at))
    .toSorted(
      (a, b) =>
        b.confidence - a.confidence ||
        (a.firstRecordedAt < b.firstRecordedAt ||
        (a.firstRecordedAt === b.firstRecordedAt && a.fact < b.fact)
          ? -1
          : 1),
    );
};
