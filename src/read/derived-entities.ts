import type { EntityId } from "../memory/ids.ts";
import { byMerit, type Candidate } from "./candidates.ts";

const asEntity = (
  subject: EntityId,
  from: Pick<Candidate, "score" | "lexical" | "lexicalRank" | "exact">,
): Candidate => ({
  kind: "ENTITY",
  subject,
  version: null,
  vectorRank: null,
  fullTextRank: null,
  contextRank: null,
  score: from.score,
  lexical: from.lexical,
  lexicalRank: from.lexicalRank,
  exact: from.exact,
});

/**
 * Entities of a view that their own search texts do not serve: those that the query names, which score as the first hit of a list
 * does, and those of the facts that were found, which score as the best of these does.
 */
export const derivedEntities = (
  candidates: readonly Candidate[],
  named: readonly EntityId[],
  shown: ReadonlyMap<EntityId, EntityId>,
  constant: number,
): Candidate[] => {
  const entities = new Map<EntityId, Candidate>();
  const add = (entity: EntityId, from: Parameters<typeof asEntity>[1]): void => {
    const subject = shown.get(entity);
    if (subject !== undefined && !entities.has(subject))
      entities.set(subject, asEntity(subject, from));
  };
  const byName = { score: 1 / (constant + 1), lexical: true, lexicalRank: null, exact: 0 };
  for (const entity of named) add(entity, byName);
  for (const candidate of candidates.toSorted(byMerit))
    if (candidate.version !== null) add(candidate.version.entity, candidate);
  return [...entities.values()];
};
