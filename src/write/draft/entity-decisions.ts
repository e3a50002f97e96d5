import type { Event } from "../../memory/event.ts";
import type { DecisionId, EntityId } from "../../memory/ids.ts";
import type { DraftEntities, FinishedEntity } from "./entities.ts";
import type { FinishedFact } from "./facts.ts";
import type { DraftDecisions } from "./decisions.ts";
import type { Instant } from "../../memory/time.ts";

/** Describes the changes in a version of an entity, for the reason of its decision. */
const reasonOf = ({ version, expiredVersion }: FinishedEntity): string => {
  if (expiredVersion === null) return "The entity is new.";
  const changedFields = [
    ...(version.name === expiredVersion.name ? [] : ["name"]),
    ...(version.type === expiredVersion.type ? [] : ["type"]),
    ...(version.aliases.length === expiredVersion.aliases.length ? [] : ["aliases"]),
    ...(version.profile === expiredVersion.profile ? [] : ["profile"]),
    ...(version.importance === expiredVersion.importance ? [] : ["importance"]),
    ...(version.self === expiredVersion.self ? [] : ["whether it is the user"]),
  ];
  return `What changes: ${changedFields.join(", ")}.`;
};

/**
 * The decisions of a draft by entity: the first about a fact of the entity. If there is none, the
 * first about a fact that mentions it.
 */
const decisionsOnFacts = (facts: readonly FinishedFact[]): ReadonlyMap<EntityId, DecisionId> => {
  const about = new Map<EntityId, DecisionId>();
  const mentioning = new Map<EntityId, DecisionId>();
  for (const { fact } of facts.toReversed()) {
    if (!fact.state) continue;
    about.set(fact.state.entity, fact.decision);
    for (const entity of fact.state.mentions) mentioning.set(entity, fact.decision);
  }
  return new Map([...mentioning, ...about]);
};

/** What this needs of a draft. */
interface DraftOfEntities {
  readonly entities: DraftEntities;
  readonly decisions: DraftDecisions;
  readonly recordedAt: Instant;
}

/**
 * The changed entities of a draft, each with the decision that changed it: the merge or split, the
 * decision about one of its facts, or else a separate decision for the event of the draft.
 */
export const decidedEntities = (
  draft: DraftOfEntities,
  facts: readonly FinishedFact[],
  event: Event | null,
): FinishedEntity[] => {
  const decisions = decisionsOnFacts(facts);
  return draft.entities.finish().map((outcome) => {
    const { version, expiredVersion } = outcome;
    if (draft.decisions.has(version.decision)) return outcome;
    const decision =
      decisions.get(version.entity) ??
      draft.decisions.take({
        action: expiredVersion === null ? "ADD" : "UPDATE",
        decidedBy: "RULE",
        reason: reasonOf(outcome),
        factText: `${version.name} (${version.key})`,
        event: event?.id ?? null,
        occurredAt: event?.occurredAt ?? draft.recordedAt,
      });
    return { ...outcome, version: { ...version, decision } };
  });
};
