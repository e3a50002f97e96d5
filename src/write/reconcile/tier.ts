import type { Event } from "../../memory/event.ts";
import type { FactState, FactTier } from "../../memory/fact.ts";
import type { ExtractedFact } from "../../models/port.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";

/** The event to which a fact, or a further statement of it, belongs. */
export type EventOrigin = Pick<Event, "id" | "session" | "occurredAt">;

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
