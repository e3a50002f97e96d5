import type { Decision, ReconcileAction } from "../memory/decision.ts";
import type { EntityVersion } from "../memory/entity.ts";
import { emptyOutcome, type Event, type Outcome } from "../memory/event.ts";
import { factVersionId, type FactVersion } from "../memory/fact.ts";
import type { EntityId, FactId, FactVersionId, RelationshipId } from "../memory/ids.ts";
import type { RelationshipVersion } from "../memory/relationship.ts";
import { instantOf, knownAtOf, later, type TimePoint } from "../memory/time.ts";
import { NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import type { SpaceStore } from "../store/port.ts";
import type { Draft, DraftContents, FinishedDraft } from "./draft/draft.ts";
import type { Meter } from "./meter.ts";
import type { StageTrace, WriteServices } from "./services.ts";

/** The result of a write. */
export interface WriteReport {
  /**
   * The record time at which to read the results: that of the commit, or of the commit that a dry
   * run would have made.
   */
  readonly at: TimePoint;
  /** Null if nothing was logged: an empty message, a dry run. */
  readonly event: Event | null;
  readonly addedFacts: readonly FactVersion[];
  /** The versions that replaced other versions. */
  readonly updatedFacts: readonly FactVersion[];
  /** The versions that were confirmed. */
  readonly unchangedFacts: readonly FactVersion[];
  /** The newest versions of the facts that were retracted. */
  readonly deletedFacts: readonly FactVersion[];
  readonly entities: readonly EntityVersion[];
  readonly relationships: readonly RelationshipVersion[];
  readonly decisions: readonly Decision[];
  readonly tokens: TokenUsage;
  readonly durationMs: number;
  readonly extractor: string;
  /** The reason why something, or everything, was not written; null if everything was. */
  readonly error: string | null;
  readonly trace: readonly StageTrace[] | null;
  /** All recorded data, so that the reader of a report needs no store. */
  readonly draftContents: DraftContents;
  /** Whether it is the report of an earlier write with the same idempotency key. */
  readonly repeated?: boolean | undefined;
}

/**
 * The data that moves from one entity to another by a merge, a split, or the reversal of either.
 */
export interface Handover {
  /** The entities whose data moves. */
  readonly entities: readonly EntityId[];
  /** The time point just before the move. */
  readonly before: TimePoint;
}

/**
 * The result of an operation on a fact, a decision or an entity, or with `dryRun` the result that
 * it would have.
 */
export interface OperationReport {
  /** The record time at which to read the results: that of the commit. */
  readonly at: TimePoint;
  readonly decision: Decision;
  /** Facts and relationships whose visible interval changed, as they are after the commit. */
  readonly facts: readonly FactVersion[];
  readonly relationships: readonly RelationshipVersion[];
  /** Null if no entities were merged or split. */
  readonly handover: Handover | null;
  readonly draftContents: DraftContents;
}

/** The items that the decisions of a draft pass from one entity to another. */
const handoverOf = ({ decisions, entities, headPoint }: Draft): Handover | null => {
  const handedOverIds = decisions.all
    .flatMap(({ effects }) => effects)
    .flatMap((effect) =>
      effect.kind === "MERGED" || effect.kind === "SPLIT"
        ? [effect.from, ...entities.get(effect.from).absorbed]
        : [],
    );
  return handedOverIds.length === 0
    ? null
    : { entities: [...new Set(handedOverIds)], before: headPoint };
};

/** The report of an operation, from its finished draft. */
export const operationReport = (
  draft: Draft,
  { draftContents, intervalChanges }: FinishedDraft,
  decision: Decision,
): OperationReport => ({
  at: draft.committedAt,
  decision,
  ...intervalChanges,
  handover: handoverOf(draft),
  draftContents,
});

/**
 * The outcome of one extracted or asserted fact: the decision, and the fact that it added,
 * confirmed, used as a replacement, or ended.
 */
export interface ReconciledFact {
  readonly action: ReconcileAction;
  readonly fact: FactId | null;
}

/** The result of a write in its draft, by id. */
export interface WriteResult {
  readonly facts: readonly ReconciledFact[];
  readonly entities: readonly EntityId[];
  readonly relationships: readonly RelationshipId[];
  /** Name of the model that extracted; `none` if nothing was extracted. */
  readonly extractor: string;
  readonly error: string | null;
}

/** The latest versions of the facts with one of the actions. */
const versionsOf = (
  draft: Draft,
  draftContents: DraftContents,
  { facts }: WriteResult,
  action: ReconcileAction,
): FactVersion[] =>
  facts.flatMap((reconciledFact) => {
    if (reconciledFact.action !== action || reconciledFact.fact === null) return [];
    const id = reconciledFact.fact;
    return (
      draftContents.facts.find(({ fact }) => fact === id) ?? draft.facts.get(id).storedVersion ?? []
    );
  });

/** The outcome of an event: the recorded result of its write. */
export const outcomeOf = (
  draft: Draft,
  draftContents: DraftContents,
  result: WriteResult,
  meter: Meter,
): Outcome => {
  const ids = (action: ReconcileAction) =>
    versionsOf(draft, draftContents, result, action).map(factVersionId);
  return {
    added: ids("ADD"),
    updated: ids("UPDATE"),
    unchanged: ids("NOOP"),
    deleted: ids("DELETE"),
    entities: result.entities,
    relationships: result.relationships.filter((id) => draft.relationships.has(id)),
    tokens: meter.tokens,
    durationMs: meter.elapsedMs,
    extractor: result.extractor,
    error: result.error,
  };
};

/**
 * The report of a newly drafted write. `event` is null for a dry run, `trace` if no stage was
 * traced.
 */
export const draftReport = (
  draft: Draft,
  { draftContents }: FinishedDraft,
  result: WriteResult,
  { meter, event, trace }: { meter: Meter; event: Event | null; trace: WriteReport["trace"] },
): WriteReport => ({
  at: draft.committedAt,
  event,
  addedFacts: versionsOf(draft, draftContents, result, "ADD"),
  updatedFacts: versionsOf(draft, draftContents, result, "UPDATE"),
  unchangedFacts: versionsOf(draft, draftContents, result, "NOOP"),
  deletedFacts: versionsOf(draft, draftContents, result, "DELETE"),
  entities: result.entities.map(
    (id) => draftContents.entities.find(({ entity }) => entity === id) ?? draft.entities.get(id),
  ),
  relationships: draftContents.relationships.filter(({ relationship }) =>
    result.relationships.includes(relationship),
  ),
  decisions: draftContents.decisions,
  tokens: meter.tokens,
  durationMs: meter.elapsedMs,
  extractor: result.extractor,
  error: result.error,
  trace,
  draftContents,
});

/** The report of a write that has not changed anything (yet). */
const reportWithoutChanges = (
  at: TimePoint,
  rest: Pick<WriteReport, "event" | "tokens" | "durationMs" | "extractor" | "error" | "trace">,
): WriteReport => ({
  at,
  addedFacts: [],
  updatedFacts: [],
  unchangedFacts: [],
  deletedFacts: [],
  entities: [],
  relationships: [],
  decisions: [],
  draftContents: { entities: [], facts: [], relationships: [], decisions: [] },
  ...rest,
});

/**
 * The report of a write that recorded nothing: a blank message, or one that the settings of the
 * user forbid to remember.
 */
export const nothingRecorded = async (
  { now, models }: WriteServices,
  space: SpaceStore,
): Promise<WriteReport> => {
  const knownAt = knownAtOf((await space.lastHead()).recordedAt);
  return reportWithoutChanges(
    { knownAt, validAt: later(knownAt, instantOf(now())) },
    {
      event: null,
      tokens: NO_TOKENS,
      durationMs: 0,
      extractor: models.extractor,
      error: null,
      trace: [],
    },
  );
};

/** The report of a recorded message from which no model could extract. */
export const pendingReport = (
  { models }: WriteServices,
  event: Event,
  { tokens, elapsedMs, trace }: Meter,
): WriteReport =>
  reportWithoutChanges(
    { knownAt: event.recordedAt, validAt: event.recordedAt },
    {
      event,
      tokens,
      durationMs: elapsedMs,
      extractor: models.extractor,
      error:
        "No model could extract from the message. It is on record and will be processed later.",
      trace,
    },
  );

/** The outcome of an event that has none yet. */
const PENDING_OUTCOME = emptyOutcome("", "The message is on record and will be processed later.");

/** The first report of a recorded write: read as of the commit that settled the event. */
export const recordedReport = async (space: SpaceStore, event: Event): Promise<WriteReport> => {
  const knownAt = event.settledAt ?? event.recordedAt;
  const outcome = event.outcome ?? PENDING_OUTCOME;
  const versions = async (ids: readonly FactVersionId[]) =>
    present(await space.factVersions(ids.map((version) => ({ version, knownAt }))));
  const [
    addedVersions,
    updatedVersions,
    unchangedVersions,
    deletedVersions,
    entities,
    relationships,
    [decisions = []],
  ] = await Promise.all([
    versions(outcome.added),
    versions(outcome.updated),
    versions(outcome.unchanged),
    versions(outcome.deleted),
    space.entitiesAsOf(outcome.entities.map((entity) => ({ entity, knownAt }))),
    space.relationshipsAsOf(
      outcome.relationships.map((relationship) => ({ relationship, knownAt })),
    ),
    space.decisionsOfEvents([event.id], knownAt),
  ]);
  const { tokens, durationMs, extractor, error } = outcome;
  return {
    at: { knownAt, validAt: later(event.occurredAt, knownAt) },
    event,
    addedFacts: addedVersions,
    updatedFacts: updatedVersions,
    unchangedFacts: unchangedVersions,
    deletedFacts: deletedVersions,
    entities: present(entities),
    relationships: present(relationships),
    decisions,
    tokens,
    durationMs,
    extractor,
    error,
    trace: null,
    draftContents: { entities: [], facts: [], relationships: [], decisions },
  };
};

const present = <T>(values: readonly (T | null)[]): T[] =>
  values.filter((value): value is T & {} => value !== null);
