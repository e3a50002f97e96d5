import type { FactState } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { Instant } from "../../memory/time.ts";
import type { Draft } from "../draft/draft.ts";
import { candidatesAt, type Candidate } from "./judgement.ts";

/**
 * The same statement about the same entity, word for word, at the first of some instants at which
 * it is known.
 */
export const sameStatement = async (
  draft: Draft,
  { entity, hash }: Pick<FactState, "entity" | "hash">,
  times: readonly Instant[],
): Promise<Candidate | null> => {
  const owners: readonly EntityId[] = draft.entities.members(entity);
  const storedOwners = draft.entities.storedMembers(entity);
  for (const time of times) {
    const storedFacts = await draft.facts.adopt(
      storedOwners.length === 0
        ? []
        : await draft.space.factsByHash(storedOwners, hash, draft.validAt(time)),
    );
    const addedFacts = draft.facts.addedFacts.filter(
      ({ state }) => state?.hash === hash && owners.includes(state.entity),
    );
    const [candidate] = candidatesAt([...storedFacts, ...addedFacts], time);
    if (candidate) return candidate;
  }
  return null;
};
