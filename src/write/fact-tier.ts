import type { Event } from "../memory/event.ts";
import { factVersionId, type FactState, type FactTier } from "../memory/fact.ts";
import type { Draft } from "./draft/draft.ts";
import type { DraftFact } from "./draft/facts.ts";
import type { WriteSettings } from "./settings.ts";

type Said = Pick<Event, "id" | "session" | "occurredAt">;

/**
 * The tier of a fact as it is extracted (seed 003): LONG_TERM where it was asked to be remembered, belongs to no session, or takes the
 * place of one that is; SESSION otherwise.
 */
export const tierOf = (event: Said, kept: boolean, replaced: FactState | null): FactTier =>
  kept || event.session === null || replaced?.tier === "LONG_TERM" ? "LONG_TERM" : "SESSION";

/** Why a fact of a session that is said once more is worth keeping beyond it; null where it is not, or not yet. */
const reasonToKeep = async (
  draft: Draft,
  { state, stored }: DraftFact & { state: FactState },
  event: Said,
  kept: boolean,
  settings: WriteSettings,
): Promise<string | null> => {
  if (kept) return "It was asked to be remembered.";
  if (stored === null || state.event === event.id || state.confidence < settings.promoteConfidence)
    return null;
  if (state.session !== event.session)
    return event.session === null
      ? "It was confirmed outside of its session."
      : "It was confirmed in another session.";
  const [confirmations = []] = await draft.space.confirmations([
    { fact: stored.fact, knownAt: draft.known.knownAt },
  ]);
  const times = new Set([...confirmations.map((one) => one.event), event.id]).size;
  return times >= settings.promoteConfirmations ? `It was said ${times + 1} times.` : null;
};

/** A fact becomes LONG_TERM, as a decision of its own: a new version of the same fact, which `revertDecision` undoes. */
export const promote = async (
  draft: Draft,
  fact: DraftFact,
  event: Said,
  decision: { readonly decidedBy: "RULE" | "CALLER"; readonly reason: string },
): Promise<void> => {
  const { state } = fact;
  if (state === null || state.tier === "LONG_TERM") return;
  const promotion = draft.decisions.take({
    action: "PROMOTE",
    ...decision,
    factText: state.text,
    candidates: fact.stored ? [{ version: factVersionId(fact.stored), similarity: 1 }] : [],
    event: event.id,
    occurredAt: event.occurredAt,
  });
  await draft.facts.edit(fact, { ...state, tier: "LONG_TERM" }, promotion, {
    reason: "UPDATE",
    by: null,
  });
};

/** What a confirmation means for the tier of a fact: a confident one that recurs, or is said again in another session, is kept. */
export const promoteConfirmed = async (
  draft: Draft,
  fact: DraftFact,
  event: Said,
  kept: boolean,
  settings: WriteSettings,
): Promise<void> => {
  const { state } = fact;
  if (state === null || state.tier === "LONG_TERM") return;
  const reason = await reasonToKeep(draft, { ...fact, state }, event, kept, settings);
  if (reason !== null) await promote(draft, fact, event, { decidedBy: "RULE", reason });
};
