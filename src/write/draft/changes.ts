import type { Change, ChangeKind, Changed } from "../../memory/change.ts";
import type { Decision } from "../../memory/decision.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import { isEmpty, type FactVersion } from "../../memory/fact.ts";
import type { DecisionId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { Instant } from "../../memory/time.ts";
import type { DraftFact } from "./facts.ts";

type Draftings = {
  readonly facts: readonly {
    readonly version: FactVersion | null;
    readonly expired: FactVersion | null;
    readonly fact: DraftFact;
  }[];
  readonly relationships: readonly {
    readonly version: RelationshipVersion | null;
    readonly expired: RelationshipVersion | null;
  }[];
  readonly entities: readonly {
    readonly version: EntityVersion;
    readonly replaced: EntityVersion | null;
  }[];
  readonly decisions: readonly Decision[];
};

type Draft = Omit<Change, "at" | "ordinal" | "event">;

const factRef = (version: FactVersion): Changed => ({
  kind: "FACT",
  id: version.fact,
  n: version.n,
});
const relationshipRef = (version: RelationshipVersion): Changed => ({
  kind: "RELATIONSHIP",
  id: version.relationship,
  n: version.n,
});
const entityRef = (version: EntityVersion): Changed => ({
  kind: "ENTITY",
  id: version.entity,
  n: version.n,
});

/** A fact that took the place of others is one change with the first of them; the others close. */
const factChanges = (facts: Draftings["facts"]): Draft[] => {
  const told = new Set<FactVersion>();
  const added = facts.flatMap(({ version, expired, fact }): Draft[] => {
    if (!version || expired || fact.stored || isEmpty(version)) return [];
    const replaced = facts.find(
      (other) => other.expired && !told.has(other.expired) && other.fact.cause?.by === fact.fact,
    )?.expired;
    if (replaced) told.add(replaced);
    return [
      {
        kind: replaced ? "FACT_UPDATED" : "FACT_ADDED",
        before: replaced ? factRef(replaced) : null,
        after: factRef(version),
        entities: [...new Set([version.entity, ...version.mentions])],
        decision: fact.decision,
      },
    ];
  });
  const others = facts.flatMap(({ version, expired, fact }): Draft[] => {
    if (expired && told.has(expired)) return [];
    const [before, after] = [
      expired && !isEmpty(expired) ? expired : null,
      version && !isEmpty(version) ? version : null,
    ];
    if (fact.stored === null || (before === null && after === null)) return [];
    const closed = after === null || (before !== null && after.validTo < before.validTo);
    const about = version ?? expired;
    return [
      {
        kind: closed ? "FACT_CLOSED" : "FACT_UPDATED",
        before: before && factRef(before),
        after: after && factRef(after),
        entities: about ? [...new Set([about.entity, ...about.mentions])] : [],
        decision: fact.decision,
      },
    ];
  });
  return [...others, ...added];
};

const relationshipChanges = (relationships: Draftings["relationships"]): Draft[] =>
  relationships.flatMap(({ version, expired }): Draft[] => {
    const about = version ?? expired;
    if (!about) return [];
    const kind: ChangeKind | null = !expired
      ? "RELATIONSHIP_ADDED"
      : !version || version.validTo < expired.validTo
        ? "RELATIONSHIP_CLOSED"
        : version.validTo > expired.validTo
          ? "RELATIONSHIP_ADDED"
          : null;
    if (kind === null) return [];
    return [
      {
        kind,
        before: expired && relationshipRef(expired),
        after: version && relationshipRef(version),
        entities: [about.source, about.target],
        decision: about.decision,
      },
    ];
  });

const entityChanges = (
  entities: Draftings["entities"],
  decisions: readonly Decision[],
): Draft[] => {
  const effects = decisions.flatMap(({ id, effects }) =>
    effects.flatMap((effect) =>
      effect.kind === "FACT" ? [] : [{ decision: id as DecisionId, ...effect }],
    ),
  );
  return entities.map(({ version, replaced }): Draft => {
    const effect = effects.find(
      ({ from, into }) => from === version.entity || into === version.entity,
    );
    const kind: ChangeKind = !replaced
      ? "ENTITY_ADDED"
      : effect?.kind === "MERGED"
        ? "ENTITIES_MERGED"
        : effect?.kind === "SPLIT"
          ? "ENTITY_SPLIT"
          : "ENTITY_CHANGED";
    return {
      kind,
      before: replaced && entityRef(replaced),
      after: entityRef(version),
      entities: effect ? [effect.from, effect.into] : [version.entity],
      decision: effect?.decision ?? version.decision,
    };
  });
};

/** What a commit changes, in the order in which a reader is told: entities, then facts, then what rests on them. */
export const changesOf = (recordedAt: Instant, draftings: Draftings): Change[] => {
  const events = new Map(draftings.decisions.map(({ id, event }) => [id, event]));
  return [
    ...entityChanges(draftings.entities, draftings.decisions),
    ...factChanges(draftings.facts),
    ...relationshipChanges(draftings.relationships),
  ].map((change, ordinal) => ({
    ...change,
    at: recordedAt,
    ordinal,
    event: (change.decision && events.get(change.decision)) ?? null,
  }));
};
