/**
 * The settings of the user that determine what may be written; docs/reference/privacy.md describes
 * them. Every write checks them here.
 */
import { requestsToRemember } from "../language/requests-to-remember.ts";
import type { Event } from "../memory/event.ts";
import type { FactState, FactTier } from "../memory/fact.ts";
import { tierIsOn, type MemorySwitches } from "../memory/user-settings.ts";
import { Problem } from "../memory/problem.ts";
import { nameFinder } from "../language/names.ts";
import type { Work } from "./work.ts";
import type { NormalisedExtraction } from "./stages/normalise.ts";

/**
 * Whether a message may be remembered. Outside of sessions it needs long-term memory. In a session
 * it needs session memory, or long-term memory and a request to remember it.
 */
export const mayRememberMessage = (
  permits: MemorySwitches,
  { session, message }: Pick<Event, "session" | "message">,
): boolean =>
  session === null
    ? permits.longTermMemory
    : permits.sessionMemory || (permits.longTermMemory && requestsToRemember(message));

/**
 * The tier in which a fact may be written; null if none. While long-term memory is off, a LONG_TERM
 * fact of a session gets the tier SESSION.
 */
export const permittedTier = (
  permits: MemorySwitches,
  tier: FactTier,
  session: string | null,
): FactTier | null => {
  if (tierIsOn(permits, tier)) return tier;
  return tier === "LONG_TERM" && session !== null && permits.sessionMemory ? "SESSION" : null;
};

/** Whether a message may confirm, replace or end a fact. */
export const mayTouch = (
  permits: MemorySwitches,
  fact: Pick<FactState, "tier"> | null | undefined,
): boolean => fact == null || tierIsOn(permits, fact.tier);

/** Throws MEMORY_OFF if long-term memory is off. */
export const checkLongTermMemory = (permits: MemorySwitches): void => {
  if (!permits.longTermMemory)
    throw new Problem(
      "MEMORY_OFF",
      "Long-term memory is switched off. Switch it on with updateSettings, then try again.",
    );
};

/**
 * The part of an extraction that may be written. In a session without session memory this is what
 * the message asks to remember: the requested facts, the relations that they state, and the
 * entities that they name. Profiles are excluded, because they would contain the rest too.
 */
export const permittedPart = (
  { event, isRequested }: Pick<Work, "event" | "isRequested">,
  permits: MemorySwitches,
  extraction: NormalisedExtraction,
): NormalisedExtraction => {
  if (event.session === null || permits.sessionMemory) return extraction;
  const facts = extraction.facts.filter(({ text }) => isRequested(text));
  if (facts.length === extraction.facts.length) return extraction;
  const relations = facts.flatMap((fact) => fact.relations);
  const isNamed = nameFinder(facts.map(({ subject, text }) => `${subject}. ${text}`).join("\n"));
  const names = new Set(relations.flatMap(({ source, target }) => [source, target]));
  return {
    ...extraction,
    facts,
    relations,
    entities: extraction.entities.filter(({ name }) => names.has(name) || isNamed(name)),
    profiles: [],
    selfName: facts.some(({ slot }) => slot === "name") ? extraction.selfName : null,
  };
};
