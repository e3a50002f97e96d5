import type { Event } from "../../memory/event.ts";
import type { FactState, FactTier } from "../../memory/fact.ts";
import type { ExtractedFact } from "../../models/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import type { Draft } from "../draft/draft.ts";
import { candidateOf, type DraftFact } from "../draft/draft-fact.ts";
import type { WriteSettings } from "../settings.ts";

type EventOrigin = Pick<Event, "id" | "session" | "occurredAt">;

/** Slots of the user that are worth keeping, besides those that only people have. */
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
 * Whether a fact about the user states who the user is or what the user prefers: an attribute that
 * the vocabulary has for people, a favourite, or a preference without a slot. Events and due dates
 * belong to their session.
 */
export const isOfProfile = (
  { slot, category }: Pick<ExtractedFact, "slot" | "category">,
  vocabulary: Vocabulary,
): boolean => {
  if (slot === null) return category === "STABLE_PREFERENCE";
  if (LASTING_SLOTS.has(slot) || PREFERENCE_SLOT.test(slot)) return true;
  return vocabulary.definition(slot)?.of?.includes("person") ?? false;
};

/** The properties that determine how long a new fact is kept. */
interface TierGrounds {
  /** Whether the user asked to remember the fact. */
  readonly isRequested: boolean;
  /** Whether the fact states who the user is or what the user prefers. */
  readonly isOfProfile: boolean;
  /** The fact that it replaces. */
  readonly replacedState: FactState | null;
}

/**
 * The tier of a fact when it is extracted: LONG_TERM if the user asked to remember it, if it
 * belongs to the profile of the user, if it belongs to no session, or if it replaces a fact of that
 * tier; otherwise SESSION.
 */
export const tierOf = (event: EventOrigin, grounds: TierGrounds): FactTier =>
  grounds.isRequested ||
  grounds.isOfProfile ||
  event.session === null ||
  grounds.replacedState?.tier === "LONG_TERM"
    ? "LONG_TERM"
    : "SESSION";

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
