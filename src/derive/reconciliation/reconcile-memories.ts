import type { Decision } from "../../memory/decision.ts";
import type { EntityVersion } from "../../memory/entity.ts";
import type { FactVersion } from "../../memory/fact.ts";
import type { EntityId } from "../../memory/ids.ts";
import { tierIsOn } from "../../memory/user-settings.ts";
import { Problem } from "../../memory/problem.ts";
import { OPEN, type Instant, type TimePoint } from "../../memory/time.ts";
import { NO_TOKENS, type TokenUsage } from "../../memory/usage.ts";
import type { ComparedFact } from "../../models/derive-tasks.ts";
import { shownEntities } from "../../read/graph/shown-entities.ts";
import { userSettings } from "../../read/user-settings.ts";
import { lastConfirmedAt } from "../../read/history/fact-history.ts";
import { storedInstant } from "../../store/note-values.ts";
import type { Note, SpaceStore } from "../../store/port.ts";
import {
  closeFacts,
  type Closure,
  type RefusedClosure,
} from "../../write/operations/close-facts.ts";
import type { WriteServices } from "../../write/services.ts";
import { presentPoint, type Derivation } from "../derivation.ts";
import { planClosures, type Contender } from "./plan-closures.ts";

/** Note with the record time up to which facts were compared by a run without its own limit. */
const POSITION_PATH = "/derived/reconciled";

/** Facts that one reconciliation compares. */
export const RECONCILED_FACTS = { byDefault: 50, least: 2, most: 200 } as const;

export interface MemoryReconciliation {
  /** Time point at which to read the outcome. */
  readonly at: TimePoint;
  /**
   * Number of facts that were compared. These are divided into facts that remain, facts that were
   * merged into others, and facts that contradicting facts ended.
   */
  readonly consideredCount: number;
  readonly keptCount: number;
  readonly duplicateCount: number;
  readonly contradictionCount: number;
  /** One closure for each ended fact. */
  readonly decisions: readonly Decision[];
  /** Closures that the model proposed and the rules refused. */
  readonly refusedClosures: readonly RefusedClosure[];
  /** `offline`, which compares only slots and hashes, or the name of the model. */
  readonly comparedBy: string;
  readonly tokens: TokenUsage;
}

/** A fact with the data for the comparison. */
interface Candidate {
  readonly fact: FactVersion;
  /** The entity under which it is shown, after merges. */
  readonly subject: EntityVersion;
  /** The time at which it was last said. */
  readonly saidAt: Instant;
  readonly carriesRelationships: boolean;
}

interface CandidatePool {
  readonly at: TimePoint;
  readonly candidates: readonly Candidate[];
}

/** The facts recorded last, of tiers that are switched on. */
const recentFacts = async (
  space: SpaceStore,
  at: TimePoint,
  count: number,
): Promise<FactVersion[]> => {
  const settings = await userSettings(space);
  const { items } = await space.recentFacts({ at, page: { first: count } });
  return items.map(({ item }) => item).filter(({ tier }) => tierIsOn(settings, tier));
};

/** The facts recorded last, with what decides which one of a pair is kept. */
const readCandidates = async (
  services: WriteServices,
  space: SpaceStore,
  count: number,
): Promise<CandidatePool> => {
  const at = await presentPoint(services, space);
  const facts = await recentFacts(space, at, count);
  if (facts.length === 0) return { at, candidates: [] };
  const ids = facts.map(({ fact }) => fact);
  const [subjects, confirmations, relationships] = await Promise.all([
    shownEntities(space, new Set(facts.map(({ entity }) => entity)), at.knownAt),
    space.confirmations(ids.map((fact) => ({ fact, knownAt: at.knownAt }))),
    space.relationshipsByEvidence(ids),
  ]);
  const evidence = new Set(
    relationships.filter(({ expiredAt }) => expiredAt === OPEN).map((version) => version.evidence),
  );
  const candidates = facts.map((fact, index): Candidate => {
    const subject = subjects.get(fact.entity);
    if (subject === undefined) throw new Error(`Fact ${fact.fact} belongs to no entity.`);
    return {
      fact,
      subject,
      saidAt: lastConfirmedAt(fact, confirmations[index] ?? []),
      carriesRelationships: evidence.has(fact.fact),
    };
  });
  return { at, candidates };
};

const contenderOf = (candidate: Candidate): Contender => {
  const { fact, subject, saidAt, carriesRelationships } = candidate;
  return {
    fact: fact.fact,
    subject: subject.entity,
    slot: fact.slot,
    confidence: fact.confidence,
    validFrom: fact.validFrom,
    saidAt,
    firstRecordedAt: fact.firstRecordedAt,
    carriesRelationships,
  };
};

/** Names of subjects for the model: with the key, if two subjects share a name. */
const subjectNames = (candidates: readonly Candidate[]): ((subject: EntityVersion) => string) => {
  const ids = new Map<string, Set<EntityId>>();
  for (const { subject } of candidates)
    ids.set(subject.name, (ids.get(subject.name) ?? new Set()).add(subject.entity));
  return ({ name, key }) => ((ids.get(name)?.size ?? 0) > 1 ? `${name} (${key})` : name);
};

const comparedFacts = (candidates: readonly Candidate[]): ComparedFact[] => {
  const nameOf = subjectNames(candidates);
  return candidates.map(({ fact, subject, saidAt }) => ({
    id: fact.fact,
    subject: nameOf(subject),
    text: fact.text,
    slot: fact.slot,
    value: fact.value,
    confidence: fact.confidence,
    validFrom: fact.validFrom,
    saidAt,
  }));
};

const factCount = (limit: number | undefined): number => {
  const { byDefault, least, most } = RECONCILED_FACTS;
  const count = limit ?? byDefault;
  if (!Number.isInteger(count) || count < least || count > most)
    throw new Problem("BAD_USER_INPUT", `last must be ${least} to ${most}, not ${count}.`);
  return count;
};

/** Candidates of the subjects with a fact recorded after a record time. */
const candidatesSince = (
  candidates: readonly Candidate[],
  comparedTo: Instant | null,
): readonly Candidate[] => {
  if (comparedTo === null) return candidates;
  const changedEntities = new Set(
    candidates.flatMap(({ fact, subject }) =>
      fact.recordedAt > comparedTo ? [subject.entity] : [],
    ),
  );
  return candidates.filter(({ subject }) => changedEntities.has(subject.entity));
};

const comparedToOf = (note: Note | null): Instant | null =>
  note === null ? null : storedInstant.parse(note.value);

const countOf = (closures: readonly Closure[], kind: Closure["kind"]): number =>
  closures.filter((closure) => closure.kind === kind).length;

/**
 * Closes facts that repeat or contradict each other. One model call compares the `limit` facts
 * recorded last (2 to 200). Without a limit, it compares the 50 recorded last, but only those of
 * subjects that got a fact since the last such run; if there are none, no model is called.
 * Duplicates are merged into one fact. Of a contradiction, the fact said more recently stays, then
 * the more confident one. Only facts of one subject are closed. An unreadable answer closes nothing
 * and rejects with a ModelUnavailable. The offline model compares slots and hashes only. Facts of a
 * tier that is off are neither shown nor closed. Idempotent: a closed fact is not visible, so it is
 * not compared again. One commit makes all closures, each only if both facts are still visible
 * then. Throws BAD_USER_INPUT for a limit out of bounds.
 */
export const reconcileMemories: Derivation<MemoryReconciliation> = async (
  services,
  space,
  scope,
  run = {},
) => {
  const { at, candidates: recent } = await readCandidates(services, space, factCount(scope.limit));
  const consideredCount = recent.length;
  const note = scope.limit === undefined ? await space.note(null, POSITION_PATH) : null;
  const candidates = candidatesSince(recent, comparedToOf(note));
  if (candidates.length < 2)
    return {
      at,
      consideredCount,
      keptCount: consideredCount,
      duplicateCount: 0,
      contradictionCount: 0,
      decisions: [],
      refusedClosures: [],
      comparedBy: services.models.extractor,
      tokens: NO_TOKENS,
    };
  run.signal?.throwIfAborted();
  const answer = await services.models.compareFacts(comparedFacts(candidates), {
    signal: run.signal,
  });
  const isByModel = answer.calls > 0;
  const plan = planClosures(candidates.map(contenderOf), answer.value, {
    decidedBy: isByModel ? "MODEL" : "RULE",
    model: isByModel ? answer.model : null,
  });
  run.signal?.throwIfAborted();
  const outcome = await closeFacts(services, space, plan.closures);
  if (scope.limit === undefined)
    await space.changeNotes(null, [
      { path: POSITION_PATH, value: at.knownAt, expectedTag: note?.tag ?? null },
    ]);
  run.progress?.({ done: 1, total: 1 });
  return {
    at: outcome.at ?? at,
    consideredCount,
    keptCount: consideredCount - outcome.closures.length,
    duplicateCount: countOf(outcome.closures, "DUPLICATE"),
    contradictionCount: countOf(outcome.closures, "CONTRADICT"),
    decisions: outcome.decisions,
    refusedClosures: [...plan.refusedClosures, ...outcome.refusedClosures],
    comparedBy: answer.model,
    tokens: answer.tokens,
  };
};
