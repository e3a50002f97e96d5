import type { Decision, DecisionAction, Effect } from "../../memory/decision.ts";
import { ownWords, type FactState, type FactVersion, type Words } from "../../memory/fact.ts";
import { versionId, type DecisionId } from "../../memory/ids.ts";
import { notFound, Problem } from "../../memory/problem.ts";
import { plusMillis } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import { commitDraft } from "../draft/commit-draft.ts";
import type { Draft } from "../draft/draft.ts";
import { mergeInDraft, splitInDraft } from "../draft/merges.ts";
import { operationReport, type OperationReport } from "../report.ts";
import type { RevertDecisionRequest } from "../requests.ts";
import type { WriteServices } from "../services.ts";
import { Vectors } from "../vectors/vectors.ts";

/** The action of the decision that reverts another. */
const REVERTING_ACTION: Readonly<Record<DecisionAction, DecisionAction>> = {
  ADD: "DELETE",
  UPDATE: "UPDATE",
  NOOP: "NOOP",
  DELETE: "ADD",
  PROMOTE: "UPDATE",
};

const REVERTED = { reason: "REVERTED", by: null } as const;

const sameClaim = (a: FactState, b: FactState): boolean =>
  sameWords(ownWords(a), ownWords(b)) &&
  a.slot === b.slot &&
  a.claimedFrom === b.claimedFrom &&
  a.claimedTo === b.claimedTo;

const sameWords = (a: Words, b: Words): boolean =>
  a.hash === b.hash && a.value === b.value && a.confidence === b.confidence;

const isPromotion = (before: FactVersion, after: FactVersion | null): boolean =>
  after !== null && after.tier !== before.tier && sameClaim(before, after);

/** The versions of a fact before and after an effect. */
const versionsAround = async (
  draft: Draft,
  { fact, before, after }: FactEffect & { readonly before: number },
): Promise<{ readonly before: FactVersion; readonly after: FactVersion | null }> => {
  const [earlier, later = null] = await draft.space.factVersions(
    [before, ...(after === null ? [] : [after])].map((n) => ({
      version: versionId(fact, n),
      knownAt: draft.headPoint.knownAt,
    })),
  );
  if (!earlier) throw new Error(`Version ${before} of fact ${fact} is missing.`);
  return { before: earlier, after: later };
};

type FactEffect = Effect & { readonly kind: "FACT" };

/**
 * Reverts an effect on a fact. A promotion is reverted separately, and remains if another effect is
 * reverted.
 */
const revertFact = async (
  draft: Draft,
  revertedDecision: DecisionId,
  effect: FactEffect,
  decision: DecisionId,
): Promise<void> => {
  const fact = await draft.facts.find(effect.fact);
  if (!fact) return;
  if (effect.before === null) return draft.facts.withdraw(fact, decision, REVERTED);
  const { state } = fact;
  if (state === null && fact.storedVersion?.closing?.decision !== revertedDecision)
    throw new Problem("CONFLICT", "A later decision withdrew the fact. Revert that one first.");
  const { before, after } = await versionsAround(draft, { ...effect, before: effect.before });
  if (state && isPromotion(before, after))
    return draft.facts.edit(fact, { ...state, tier: before.tier }, decision, REVERTED);
  if (state && after && !sameClaim(after, state))
    throw new Problem(
      "CONFLICT",
      "A later decision changed the same fact again. Revert that one first.",
    );
  const restoredState = { ...before, tier: state?.tier ?? before.tier };
  await draft.facts.edit(fact, restoredState, decision, REVERTED);
};

/** Restores the profile that an entity had before a decision. */
const revertProfile = async (
  draft: Draft,
  { recordedAt }: Decision,
  { entity }: Effect & { readonly kind: "PROFILE" },
  decision: DecisionId,
): Promise<void> => {
  await draft.entities.load([entity]);
  const [before, after] = await draft.space.entitiesAsOf(
    [plusMillis(recordedAt, -1), recordedAt].map((knownAt) => ({ entity, knownAt })),
  );
  if (draft.entities.get(entity).profile !== after?.profile)
    throw new Problem("CONFLICT", "The profile has changed since. Revert that change first.");
  draft.entities.change(entity, { profile: before?.profile ?? null }, decision);
  draft.decisions.addEffect(decision, { kind: "PROFILE", entity });
};

/** Reverts a merge by a split, and a split by a merge. */
const revertEntities = async (
  draft: Draft,
  effect: Effect & { readonly kind: "MERGED" | "SPLIT" },
  decision: DecisionId,
): Promise<void> => {
  await draft.entities.load([effect.from, effect.into]);
  const from = draft.entities.get(effect.from);
  if (effect.kind === "SPLIT") {
    const [one, other] = [draft.entities.root(effect.from), draft.entities.root(effect.into)];
    if (one.entity === other.entity)
      throw new Problem("CONFLICT", "The two entities have been merged again.");
    return mergeInDraft(draft, one, other, decision);
  }
  if (from.mergedInto === null)
    throw new Problem("CONFLICT", "The two entities have already been split.");
  return splitInDraft(draft, from, draft.entities.root(effect.from), decision);
};

const revertEffect = (
  draft: Draft,
  revertedDecision: Decision,
  effect: Effect,
  by: DecisionId,
): Promise<void> => {
  if (effect.kind === "FACT") return revertFact(draft, revertedDecision.id, effect, by);
  if (effect.kind === "PROFILE") return revertProfile(draft, revertedDecision, effect, by);
  return revertEntities(draft, effect, by);
};

/**
 * Reverts the effects of a decision, as a new decision: an added fact is withdrawn, a closed or
 * corrected fact is restored, a merge is split, and an entity gets its previous profile. Other
 * facts in the slot are settled again. Returns the original decision, now reverted. Throws
 * NOT_FOUND, CONFLICT (already reverted, or a later decision changed the same fact or profile).
 */
export const revertDecision = async (
  services: WriteServices,
  space: SpaceStore,
  request: RevertDecisionRequest,
): Promise<OperationReport> => {
  const vectors = new Vectors(services);
  const revert = async (draft: Draft) => {
    const [original] = await space.decisions([request.decision], draft.headPoint.knownAt);
    if (!original) throw notFound("decision");
    if (original.reverted) throw new Problem("CONFLICT", "The decision has already been reverted.");
    const by = draft.decisions.take({
      action: REVERTING_ACTION[original.action],
      decidedBy: "CALLER",
      reason: request.reason ?? `Reverts: ${original.reason}`,
      factText: original.factText,
      candidates: original.candidates,
      occurredAt: draft.recordedAt,
    });
    for (const effect of original.effects.toReversed())
      await revertEffect(draft, original, effect, by);
    draft.decisions.revert(original.id, by);
    const finishedDraft = await draft.finish(vectors);
    const revertedDecision: Decision = { ...original, reverted: { at: draft.recordedAt, by } };
    return {
      report: operationReport(draft, finishedDraft, revertedDecision),
      finishedDraft,
    };
  };
  const { report } = await commitDraft(services, space, revert, { dryRun: request.dryRun });
  return report;
};
