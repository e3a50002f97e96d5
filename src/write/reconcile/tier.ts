import type { Event } from "../../memory/event.ts";
import type { FactState, FactTier } from "../../memory/fact.ts";
import type { ExtractedFact } from "../../models/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { Draft } from "../draft/draft.ts";
import { candidateOf, type DraftFact } from "../draft/draft-fact.ts";
import type { WriteSettings } from "../settings.ts";

type EventOrigin = Pick<Event, "id" | "session" | "occurredAt">;

/** Slots of the user that are worth keeping, beside those that only people have. */
const LASTING_SLOTS = new Set([
  "name",
  "nickname",
  "age",
  "height",
  "weight",
  "phone_number",
  "email",
  "timezone",
]);
const PREFERENCE_SLOT = /^favourite_/u;

/**
 * Whether a fact of the user tells who the user is or what the user prefers: an attribute that the
 * vocabulary has for people, a favourite, or a preference without a slot. What happens, and what is
 * due, belongs to its session.
 */
export const isOfProfile = (
  { slot, category }: Pick<ExtractedFact, "slot" | "category">,
  vocabulary: Vocabulary,
): boolean => {
  if (slot === null) return category === "STABLE_PREFERENCE";
  if (LASTING_SLOTS.has(slot) || PREFERENCE_SLOT.test(slot)) return true;
  return vocabulary.definition(slot)?.of?.includes("person") ?? false;
};

/** What decides how long a new fact is kept. */
interface TierGrounds {
  /** Whether the user asked to remember it. */
  readonly isRequested: boolean;
  /** Whether it tells who the user is or what the user prefers. */
  readonly isOfProfile: boolean;
  /** The fact that it replaces. */
  readonly replacedState: FactState | null;
}

/**
 * The tier of a fact when it is extracted: LONG_TERM where the user asked to remember it, where it is
 * of the user's profile, where it belongs to no session, or where it replaces a fact of that tier;
 * SESSION otherwise.
 */
export const tierOf = (event: EventOrigin, grounds: TierGrounds): FactTier =>
  grounds.isRequested ||
  grounds.isOfProfile ||
  event.session === null ||
  grounds.replacedState?.tier === "LONG_TERM"
    ? "LONG_TERM"
    : "SESSION";

/**
 * Makes a fact LONG_TERM, as a decision of its own and a new version of the same fact, which
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

/**
 * Why a fact of a session is to be kept beyond it after one more confirmation; null where it is
 * not, or not yet.
 */
const reasonToPromote = async (
  draft: Draft,
  { storedVersion }: DraftFact,
  state: FactState,
  event: EventOrigin,
  isRequested: boolean,
  settings: WriteSettings,
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
  const times = new Set([...confirmations.map((one) => one.event), event.id]).size;
  return times >= settings.promoteConfirmations ? `It was said ${times + 1} times.` : null;
};

/**
 * Promotes a confirmed fact where the confirmation asks for it: a confident fact that recurs, or is
 * said again in another session.
 */
export const promoteConfirmed = async (
  draft: Draft,
  fact: DraftFact,
  event: EventOrigin,
  isRequested: boolean,
  settings: WriteSettings,
): Promise<void> => {
  const { state } = fact;
  if (state === null || state.tier === "LONG_TERM") return;
  const reason = await reasonToPromote(draft, fact, state, event, isRequested, settings);
  if (reason !== null) await promote(draft, fact, event, { decidedBy: "RULE", reason });
};
