/**
 * What the user's settings let be written (seed 003, memory configuration): every commit asks here. DESIGN.md tells no more than "on or
 * off"; docs/privacy.md tells what off means.
 */
import { asksToKeep } from "../memory/asked-to-keep.ts";
import type { Event } from "../memory/event.ts";
import type { FactState, FactTier } from "../memory/fact.ts";
import { tierIsOn, type MemorySettings } from "../memory/memory-settings.ts";
import { Problem } from "../memory/problem.ts";

/**
 * Whether a message is taken up at all. One of a session where session memory is on; else only if it asks to be remembered, and long-term
 * memory is on. One of no session where long-term memory is on.
 */
export const takesMessage = (
  permits: MemorySettings,
  { session, message }: Pick<Event, "session" | "message">,
): boolean =>
  session === null
    ? permits.longTermMemory
    : permits.sessionMemory || (permits.longTermMemory && asksToKeep(message));

/** The tier in which a fact may be written; null where it may not. What would be LONG_TERM is one of the session while long-term memory is off. */
export const permittedTier = (
  permits: MemorySettings,
  tier: FactTier,
  session: string | null,
): FactTier | null => {
  if (tierIsOn(permits, tier)) return tier;
  return tier === "LONG_TERM" && session !== null && permits.sessionMemory ? "SESSION" : null;
};

/** Whether a message may confirm, replace or close a fact. */
export const mayTouch = (
  permits: MemorySettings,
  fact: Pick<FactState, "tier"> | null | undefined,
): boolean => fact == null || tierIsOn(permits, fact.tier);

/** Throws MEMORY_OFF where nothing may be kept beyond sessions. */
export const checkKeeping = (permits: MemorySettings): void => {
  if (!permits.longTermMemory)
    throw new Problem(
      "MEMORY_OFF",
      "Long-term memory is switched off. Switch it on with updateSettings, and assert the fact again.",
    );
};
