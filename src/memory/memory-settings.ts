import type { FactTier } from "./fact.ts";

/** What the user lets be remembered (seed 003, memory configuration). What is off is neither written nor read. */
export interface MemorySettings {
  /** What belongs to a session: its messages as events, its facts of the tier SESSION, summaries of it. */
  readonly sessionMemory: boolean;
  /** What is kept beyond sessions: facts of the tier LONG_TERM, events of no session, summaries of the user. */
  readonly longTermMemory: boolean;
  /** References of turns to entities. */
  readonly contextGraph: boolean;
}

export const ALL_ON: MemorySettings = {
  sessionMemory: true,
  longTermMemory: true,
  contextGraph: true,
};

export const tierIsOn = (settings: MemorySettings, tier: FactTier): boolean =>
  tier === "SESSION" ? settings.sessionMemory : settings.longTermMemory;

/** The settings as they are on record; what a record does not tell is on. */
export const readMemorySettings = (value: unknown): MemorySettings => {
  const told = (typeof value === "object" && value !== null ? value : {}) as Partial<
    Record<keyof MemorySettings, unknown>
  >;
  return {
    sessionMemory: told.sessionMemory !== false,
    longTermMemory: told.longTermMemory !== false,
    contextGraph: told.contextGraph !== false,
  };
};
