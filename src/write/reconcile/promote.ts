import type { FactState } from "../../memory/fact.ts";
import type { Draft } from "../draft/draft.ts";
import { candidateOf, type DraftFact } from "../draft/draft-fact.ts";
import type { WriteSettings } from "../settings.ts";
import type { EventOrigin } from "./tier.ts";

/**
 * Makes a fact LONG_TERM, with a separate decision and a new version of the same fact, which
 * `revertDecision` undoes.
 */
export const promote = async (
  draft: Draft,
  fact: DraftFact,
  event: EventOrigin,
  grounds: { readonly decidedBy: "RULE" | "CALLER"; readonly reason: string },
): Promise<void> => {
  const { state } = fact;
  if (state === null || state.tier === "LONG_TERM") return;
  const decision = draft.decisions.take({
    action: "PROMOTE",
    ...grounds,
    factText: state.text,
    candidates: [candidateOf(fact)],
    event: event.id,
    occurredAt: event.occurredAt,
  });
  await draft.facts.edit(fact, { ...state, tier: "LONG_TERM" }, decision, {
    reason: "UPDATE",
    by: null,
  });
};

/** A further statement of a known fact. */
export interface Confirmation {
  readonly event: EventOrigin;
  /** Whether the user asked to remember it. */
  readonly isRequested: boolean;
  readonly settings: WriteSettings;
}

/**
 * The reason to keep a session fact beyond its session after one more confirmation; null if it is
 * not kept yet.
 */
const reasonToPromote = async (
  draft: Draft,
  { storedVersion }: DraftFact,
  state: FactState,
  { event, isRequested, settings }: Confirmation,
): Promise<string | null> => {
  if (isRequested) return "The user asked to remember it.";
  if (
    storedVersion === null ||
    state.event === event.id ||
    state.confidence < settings.promoteConfidence
  )
    return null;
  if (state.session !== event.session)
    return event.session === null
      ? "It was confirmed outside its session."
      : "It was confirmed in another session.";
  const [confirmations = []] = await draft.space.confirmations([
    { fact: storedVersion.fact, knownAt: draft.headPoint.knownAt },
  ]);
  const confirmingEvents = new Set([...confirmations.map((one) => one.event), event.id]).size;
  const statements = 1 + confirmingEvents;
  return confirmingEvents >= settings.promoteConfirmations
    ? `It was said ${statements} times.`
    : null;
};

/**
 * Promotes a confirmed fact if the confirmation requires it: a confident fact that recurs, or is
 * stated again in another session.
 */
export const promoteConfirmed = async (
  draft: Draft,
  fact: DraftFact,
  confirmation: Confirmation,
): Promise<void> => {
  const { state } = fact;
  if (state === null || state.tier === "LONG_TERM") return;
  const reason = await reasonToPromote(draft, fact, state, confirmation);
  if (reason !== null)
    await promote(draft, fact, confirmation.event, { decidedBy: "RULE", reason });
};
