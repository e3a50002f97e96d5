import type { Decision, DecisionAction, Effect } from "../memory/decision.ts";
import type { FactState } from "../memory/fact.ts";
import { versionId, type DecisionId } from "../memory/ids.ts";
import { Problem } from "../memory/problem.ts";
import type { TimePoint } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import { commitDraft } from "./commit-draft.ts";
import type { Draft } from "./draft/draft.ts";
import { mergeInDraft, splitInDraft } from "./merge-in-draft.ts";
import type { WriteServices } from "./services.ts";
import { Vectors } from "./vectors.ts";

/** What undoing an action amounts to. */
const UNDOING: Readonly<Record<DecisionAction, DecisionAction>> = {
  ADD: "DELETE",
  UPDATE: "UPDATE",
  NOOP: "NOOP",
  DELETE: "ADD",
  PROMOTE: "UPDATE",
};

const sameClaim = (a: FactState, b: FactState): boolean =>
  a.hash === b.hash &&
  a.slot === b.slot &&
  a.value === b.value &&
  a.confidence === b.confidence &&
  a.validFrom === b.validFrom &&
  a.claimedTo === b.claimedTo;

/** A promotion is undone by itself, and stays where something else is undone. */
const undoOnFact = async (
  draft: Draft,
  undone: DecisionId,
  effect: Effect & { readonly kind: "FACT" },
  decision: DecisionId,
): Promise<void> => {
  const fact = await draft.facts.find(effect.fact);
  if (!fact) return;
  const cause = { reason: "REVERTED" as const, by: null };
  if (effect.before === null) return draft.facts.withdraw(fact, decision, cause);
  if (fact.state === null && fact.stored?.closing?.decision !== undone)
    throw new Problem("CONFLICT", "A later decision took the fact back. Revert that one first.");
  const wanted = [effect.before, ...(effect.after === null ? [] : [effect.after])].map((n) => ({
    version: versionId(effect.fact, n),
    knownAt: draft.known.knownAt,
  }));
  const [before, after] = await draft.space.factVersions(wanted);
  if (!before) throw new Error(`Version ${effect.before} of fact ${effect.fact} is gone.`);
  if (fact.state && after && after.tier !== before.tier && sameClaim(before, after))
    return draft.facts.edit(fact, { ...fact.state, tier: before.tier }, decision, cause);
  if (after && fact.state && !sameClaim(after, fact.state))
    throw new Problem(
      "CONFLICT",
      "A later decision changed the same fact again. Revert that one first.",
    );
  await draft.facts.edit(
    fact,
    { ...before, tier: fact.state?.tier ?? before.tier },
    decision,
    cause,
  );
};

const undoOnEntities = async (
  draft: Draft,
  effect: Exclude<Effect, { readonly kind: "FACT" }>,
  decision: DecisionId,
): Promise<void> => {
  await draft.entities.load([effect.from, effect.into]);
  const from = draft.entities.get(effect.from);
  if (effect.kind === "SPLIT") {
    const [one, other] = [draft.entities.root(effect.from), draft.entities.root(effect.into)];
    if (one.entity === other.entity)
      throw new Problem("CONFLICT", "The two entities are one again already.");
    return mergeInDraft(draft, one, other, decision);
  }
  if (from.mergedInto === null)
    throw new Problem("CONFLICT", "The two entities have been split already.");
  return splitInDraft(draft, from, draft.entities.root(effect.from), decision);
};

/**
 * Undoes what one decision did, as a decision of its own: a fact that it brought is taken back, one that it closed or corrected reads as
 * it did before, a merge is split. What was settled by it beside its own facts is settled anew. Gives the decision that was undone.
 * Throws NOT_FOUND, CONFLICT (undone already, or a later decision changed the same fact).
 */
export const revertDecision = async (
  services: WriteServices,
  space: SpaceStore,
  id: DecisionId,
): Promise<{ readonly decision: Decision; readonly at: TimePoint }> => {
  const vectors = new Vectors(services);
  const { decision, at } = await commitDraft(services, space, async (draft) => {
    const [undone] = await space.decisions([id], draft.known.knownAt);
    if (!undone) throw new Problem("NOT_FOUND", "There is no such decision.");
    if (undone.reverted) throw new Problem("CONFLICT", "The decision has been reverted already.");
    const by = draft.decisions.take({
      action: UNDOING[undone.action],
      decidedBy: "CALLER",
      reason: `Reverts: ${undone.reason}`,
      factText: undone.factText,
      candidates: undone.candidates,
      occurredAt: draft.recordedAt,
    });
    for (const effect of undone.effects.toReversed())
      await (effect.kind === "FACT"
        ? undoOnFact(draft, undone.id, effect, by)
        : undoOnEntities(draft, effect, by));
    draft.decisions.revert(undone.id, by);
    const finished = await draft.finish(vectors);
    return {
      decision: { ...undone, reverted: { at: draft.recordedAt, by } },
      at: { knownAt: draft.recordedAt, validAt: draft.known.validAt },
      finished,
    };
  });
  return { decision, at };
};
