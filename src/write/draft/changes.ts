import type { Change, ChangeKind, ChangedVersion } from "../../memory/change.ts";
import type { Decision } from "../../memory/decision.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import { isEmpty, type FactVersion } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { RelationshipVersion } from "../../memory/relationship.ts";
import type { Instant, ValidInterval } from "../../memory/time.ts";
import type { DraftFact } from "./draft-fact.ts";
import type { FinishedEntity } from "./entities.ts";
import type { FinishedFact } from "./facts.ts";
import type { FinishedRelationship } from "./relationships.ts";

/** The results of a draft for everything that it changes. */
export interface DraftChanges {
  readonly facts: readonly FinishedFact[];
  readonly relationships: readonly FinishedRelationship[];
  readonly entities: readonly FinishedEntity[];
  readonly decisions: readonly Decision[];
}

/**
 * The changed records after the commit: visible facts with a version that the commit records or
 * ends, and relationships whose visible interval it changes.
 */
export interface IntervalChanges {
  readonly facts: readonly FactVersion[];
  readonly relationships: readonly RelationshipVersion[];
}

/** A version that is visible to a reader; null if it covers no time. */
const visible = <V extends ValidInterval>(version: V | null): V | null =>
  version && !isEmpty(version) ? version : null;

const isSameInterval = (a: ValidInterval | null, b: ValidInterval | null): boolean =>
  a?.validFrom === b?.validFrom && a?.validTo === b?.validTo;

/** The reason why a stored version of a fact expires with the draft. */
export const closingOf = ({ cause, decision }: DraftFact): NonNullable<FactVersion["closing"]> => ({
  ...(cause ?? { reason: "UPDATE", by: null }),
  decision,
});

/** The facts and relationships that a commit recorded at `recordedAt` changes. */
export const intervalChangesOf = (
  recordedAt: Instant,
  { facts, relationships }: Pick<DraftChanges, "facts" | "relationships">,
): IntervalChanges => ({
  facts: facts.flatMap(({ version, expiredVersion, fact }) => {
    if (visible(version) === null && visible(expiredVersion) === null) return [];
    if (version) return [version];
    return expiredVersion
      ? [{ ...expiredVersion, expiredAt: recordedAt, closing: closingOf(fact) }]
      : [];
  }),
  relationships: relationships.flatMap(({ version, expiredVersion }) => {
    if (isSameInterval(visible(version), visible(expiredVersion))) return [];
    const after = visible(version);
    if (after) return [after];
    return expiredVersion ? [{ ...expiredVersion, expiredAt: recordedAt }] : [];
  }),
});

/** A change without its position in the commit. */
type DraftChange = Omit<Change, "at" | "ordinal" | "event">;

const factRef = ({ fact, n }: FactVersion): ChangedVersion => ({ kind: "FACT", id: fact, n });
const relationshipRef = ({ relationship, n }: RelationshipVersion): ChangedVersion => ({
  kind: "RELATIONSHIP",
  id: relationship,
  n,
});
const entityRef = ({ entity, n }: EntityVersion): ChangedVersion => ({
  kind: "ENTITY",
  id: entity,
  n,
});

const entitiesOf = ({ entity, mentions }: FactVersion): EntityId[] => [
  ...new Set([entity, ...mentions]),
];

/** A new fact and the first fact that it replaced make one change. */
const addedFactChanges = (
  facts: readonly FinishedFact[],
  decisions: readonly Decision[],
): { readonly changes: DraftChange[]; readonly replacedVersions: ReadonlySet<FactVersion> } => {
  const replacedVersions = new Set<FactVersion>();
  const changes = facts.flatMap(({ version, fact }): DraftChange[] => {
    if (fact.storedVersion || !version || isEmpty(version)) return [];
    const isAddedBeside = decisions.some(
      ({ id, action, fact: about }) =>
        id === fact.decision && about === fact.fact && action === "ADD",
    );
    const predecessor = isAddedBeside
      ? undefined
      : facts.find(
          ({ expiredVersion, fact: { cause } }) =>
            expiredVersion && !replacedVersions.has(expiredVersion) && cause?.by === fact.fact,
        )?.expiredVersion;
    if (predecessor) replacedVersions.add(predecessor);
    return [
      {
        kind: predecessor ? "FACT_UPDATED" : "FACT_ADDED",
        before: predecessor ? factRef(predecessor) : null,
        after: factRef(version),
        entities: entitiesOf(version),
        decision: fact.decision,
      },
    ];
  });
  return { changes, replacedVersions };
};

/** A known fact closes if less of it is visible than before. */
const knownFactChange = ({ version, expiredVersion, fact }: FinishedFact): DraftChange[] => {
  const [before, after] = [visible(expiredVersion), visible(version)];
  const latest = version ?? expiredVersion;
  if (fact.storedVersion === null || latest === null || (before === null && after === null))
    return [];
  const isClosed = after === null || (before !== null && after.validTo < before.validTo);
  return [
    {
      kind: isClosed ? "FACT_CLOSED" : "FACT_UPDATED",
      before: before && factRef(before),
      after: after && factRef(after),
      entities: entitiesOf(latest),
      decision: fact.decision,
    },
  ];
};

const factChanges = (
  facts: readonly FinishedFact[],
  decisions: readonly Decision[],
): DraftChange[] => {
  const { changes, replacedVersions } = addedFactChanges(facts, decisions);
  const others = facts.filter(
    ({ expiredVersion }) => expiredVersion === null || !replacedVersions.has(expiredVersion),
  );
  return [...others.flatMap(knownFactChange), ...changes];
};

/** Null if only the strength of a relationship changes. */
const relationshipChangeKind = ({
  version,
  expiredVersion,
}: FinishedRelationship): ChangeKind | null => {
  const [before, after] = [visible(expiredVersion), visible(version)];
  if (!before) return after ? "RELATIONSHIP_ADDED" : null;
  if (!after || after.validTo < before.validTo) return "RELATIONSHIP_CLOSED";
  return after.validTo > before.validTo ? "RELATIONSHIP_ADDED" : null;
};

/**
 * The change of the visible interval of a relationship: one, or none if only its strength changes.
 */
const relationshipChange = (outcome: FinishedRelationship): DraftChange[] => {
  const [version, expiredVersion] = [visible(outcome.version), visible(outcome.expiredVersion)];
  const kind = relationshipChangeKind(outcome);
  const latest = version ?? expiredVersion;
  if (kind === null || latest === null) return [];
  return [
    {
      kind,
      before: expiredVersion && relationshipRef(expiredVersion),
      after: version && relationshipRef(version),
      entities: [latest.source, latest.target],
      decision: latest.decision,
    },
  ];
};

const MERGE_KINDS = { MERGED: "ENTITIES_MERGED", SPLIT: "ENTITY_SPLIT" } as const;

/** A change for each entity version: an added, a changed, a merged or a split entity. */
const entityChanges = (
  entities: readonly FinishedEntity[],
  decisions: readonly Decision[],
): DraftChange[] => {
  const merges = decisions.flatMap(({ id: decision, effects }) =>
    effects.flatMap((effect) =>
      effect.kind === "FACT" || effect.kind === "PROFILE" ? [] : [{ decision, ...effect }],
    ),
  );
  return entities.map(({ version, expiredVersion }): DraftChange => {
    const merge = merges.find(
      ({ from, into }) => from === version.entity || into === version.entity,
    );
    const changeKind = merge ? MERGE_KINDS[merge.kind] : "ENTITY_CHANGED";
    return {
      kind: expiredVersion ? changeKind : "ENTITY_ADDED",
      before: expiredVersion && entityRef(expiredVersion),
      after: entityRef(version),
      entities: merge ? [merge.from, merge.into] : [version.entity],
      decision: merge?.decision ?? version.decision,
    };
  });
};

/**
 * The changes of a commit in the order of the report: entities, then facts, then the relationships
 * that depend on them.
 */
export const changesOf = (
  recordedAt: Instant,
  { facts, relationships, entities, decisions }: DraftChanges,
): Change[] => {
  const events = new Map(decisions.map(({ id, event }) => [id, event]));
  return [
    ...entityChanges(entities, decisions),
    ...factChanges(facts, decisions),
    ...relationships.flatMap(relationshipChange),
  ].map((change, ordinal) => ({
    ...change,
    at: recordedAt,
    ordinal,
    event: (change.decision && events.get(change.decision)) ?? null,
  }));
};
