import { members, type EntityVersion } from "../memory/entity.ts";
import type { Decision } from "../memory/decision.ts";
import type { FactVersion } from "../memory/fact.ts";
import { tierIsOn } from "../memory/memory-settings.ts";
import { Problem } from "../memory/problem.ts";
import { instantOf, later, OPEN, type TimePoint } from "../memory/time.ts";
import { NO_TOKENS, type TokenUsage } from "../memory/usage.ts";
import type { ComparedFact } from "../models/derive-tasks.ts";
import { memorySettings } from "../read/memory-settings.ts";
import { lastConfirmedAt } from "../read/fact-history.ts";
import type { SpaceStore } from "../store/port.ts";
import { closeFacts, type RefusedClosure } from "../write/close-facts.ts";
import type { WriteServices } from "../write/services.ts";
import type { Derivation } from "./derivation.ts";
import { planClosures, type Contender } from "./plan-closures.ts";
import { RECONCILED_FACTS } from "./settings.ts";

export interface MemoryReconciliation {
  /** Where what it did is to be read. */
  readonly at: TimePoint;
  /** Facts that were looked at, and of them: those that stay, those that were folded into another one, those that another one contradicts. */
  readonly considered: number;
  readonly kept: number;
  readonly merged: number;
  readonly contradicted: number;
  /** One for each fact that was closed. */
  readonly decisions: readonly Decision[];
  /** What was found and not done, with the reason. */
  readonly refused: readonly RefusedClosure[];
  /** What compared: `offline`, which goes by slots and hashes only, or a model's name. */
  readonly comparedBy: string;
  readonly tokens: TokenUsage;
}

const standingEntities = async (
  space: SpaceStore,
  facts: readonly FactVersion[],
  knownAt: TimePoint["knownAt"],
): Promise<(fact: FactVersion) => EntityVersion> => {
  const ids = [...new Set(facts.map(({ entity }) => entity))];
  const own = (await space.entitiesAsOf(ids.map((entity) => ({ entity, knownAt })))).filter(
    (version) => version !== null,
  );
  const roots = own.flatMap(({ mergedInto }) => mergedInto ?? []);
  const merged = (
    await space.entitiesAsOf([...new Set(roots)].map((entity) => ({ entity, knownAt })))
  ).filter((version) => version !== null);
  const standing = [...own.filter(({ mergedInto }) => mergedInto === null), ...merged];
  return ({ entity }) =>
    standing.find((version) => members(version).includes(entity)) ??
    own.find((version) => version.entity === entity)!;
};

/** What subjects are called, apart from each other where two have one name. */
const subjectNames = (subjects: readonly EntityVersion[]): ((subject: EntityVersion) => string) => {
  const keys = new Map<string, Set<string>>();
  for (const { name, key } of subjects) keys.set(name, (keys.get(name) ?? new Set()).add(key));
  return ({ name, key }) => ((keys.get(name)?.size ?? 0) > 1 ? `${name} (${key})` : name);
};

const readPool = async (services: WriteServices, space: SpaceStore, count: number) => {
  const { recordedAt } = await space.head();
  if (recordedAt === null) return null;
  const at: TimePoint = {
    knownAt: recordedAt,
    validAt: later(recordedAt, instantOf(services.now())),
  };
  const settings = await memorySettings(space);
  const facts = (await space.recentFacts({ at, page: { first: count } })).items
    .map(({ item }) => item)
    .filter(({ tier }) => tierIsOn(settings, tier));
  if (facts.length < 2) return { at, contenders: [], compared: [], considered: facts.length };
  const [subjectOf, confirmations, resting] = await Promise.all([
    standingEntities(space, facts, recordedAt),
    space.confirmations(facts.map(({ fact }) => ({ fact, knownAt: recordedAt }))),
    space.relationshipsByEvidence(facts.map(({ fact }) => fact)),
  ]);
  const carrying = new Set(
    resting.filter(({ expiredAt }) => expiredAt === OPEN).map(({ evidence }) => evidence),
  );
  const nameOf = subjectNames(facts.map(subjectOf));
  const contenders = facts.map((fact, i): Contender => ({
    fact: fact.fact,
    subject: subjectOf(fact).entity,
    slot: fact.slot,
    confidence: fact.confidence,
    validFrom: fact.validFrom,
    saidAt: lastConfirmedAt(fact, confirmations[i] ?? []),
    firstRecordedAt: fact.firstRecordedAt,
    carriesRelationships: carrying.has(fact.fact),
  }));
  const compared = facts.map((fact, i): ComparedFact => ({
    id: fact.fact,
    subject: nameOf(subjectOf(fact)),
    text: fact.text,
    slot: fact.slot,
    value: fact.value,
    confidence: fact.confidence,
    validFrom: fact.validFrom,
    saidAt: contenders[i]!.saidAt,
  }));
  return { at, contenders, compared, considered: facts.length };
};

/**
 * Keeps the facts clean (seed 001): one model call sees the `limit` facts that were recorded last (50 unless told, 2 to 200) and finds duplicates
 * and contradictions together; duplicates fold into one fact, of a contradiction the fact stays that was said more recently, then the more
 * confident one. What the model answers only ever closes facts of one subject, and garbage closes nothing: an answer that cannot be read
 * rejects with a ModelUnavailable. Offline, slots and hashes alone are compared. Facts of a tier that the user
 * has switched off are neither shown nor closed.
 *
 * Idempotent: what was closed is not visible, so it is not looked at again; one commit closes all, and each closure only if both facts are
 * still visible then. Throws BAD_USER_INPUT for a limit out of bounds.
 */
export const reconcileMemories: Derivation<MemoryReconciliation> = async (
  services,
  space,
  scope,
  run = {},
) => {
  const { byDefault, least, most } = RECONCILED_FACTS;
  const count = scope.limit ?? byDefault;
  if (!Number.isInteger(count) || count < least || count > most)
    throw new Problem("BAD_USER_INPUT", `n must be ${least} to ${most}, not ${count}.`);
  const pool = await readPool(services, space, count);
  const now = instantOf(services.now());
  const none = {
    decisions: [],
    refused: [],
    merged: 0,
    contradicted: 0,
    comparedBy: services.models.extractor,
    tokens: NO_TOKENS,
  };
  if (pool === null) return { ...none, at: { knownAt: now, validAt: now }, considered: 0, kept: 0 };
  const { considered } = pool;
  if (pool.compared.length === 0) return { ...none, at: pool.at, considered, kept: considered };
  run.signal?.throwIfAborted();
  const answer = await services.models.compareFacts(pool.compared, { signal: run.signal });
  const asked = answer.calls > 0;
  const plan = planClosures(pool.contenders, answer.value, {
    decidedBy: asked ? "MODEL" : "RULE",
    model: asked ? answer.model : null,
  });
  run.signal?.throwIfAborted();
  const done = await closeFacts(services, space, plan.closures);
  const countOf = (kind: "DUPLICATE" | "CONTRADICT"): number =>
    done.closed.filter((closure) => closure.kind === kind).length;
  run.progress?.({ done: 1, total: 1 });
  return {
    at: done.at ?? pool.at,
    considered,
    kept: considered - done.closed.length,
    merged: countOf("DUPLICATE"),
    contradicted: countOf("CONTRADICT"),
    decisions: done.decisions,
    refused: [...plan.refused, ...done.refused],
    comparedBy: answer.model,
    tokens: answer.tokens,
  };
};
