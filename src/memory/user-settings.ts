import { z } from "zod";
import type { FactTier } from "./fact.ts";
import { parseInstant, type Instant } from "./time.ts";
import { timeZoneOf, type TimeZone } from "./time-zone.ts";

/** What the user allows to be remembered. Memory that is off is neither written nor read. */
export interface MemorySwitches {
  /**
   * Memory of sessions: their messages as events, their facts of the tier SESSION, their summaries.
   */
  readonly sessionMemory: boolean;
  /**
   * Memory beyond sessions: facts of the tier LONG_TERM, events outside of sessions, summaries of
   * the user.
   */
  readonly longTermMemory: boolean;
  /** References from turns to entities. */
  readonly contextGraph: boolean;
}

/** All settings of a user. */
export interface UserSettings extends MemorySwitches {
  /** The time zone for day words in their messages; null for UTC. */
  readonly timeZone: TimeZone | null;
}

export const ALL_ON: MemorySwitches = {
  sessionMemory: true,
  longTermMemory: true,
  contextGraph: true,
};

/** The settings of a user who never set any. */
export const UNSET: UserSettings = { ...ALL_ON, timeZone: null };

export const tierIsOn = (settings: MemorySwitches, tier: FactTier): boolean =>
  tier === "SESSION" ? settings.sessionMemory : settings.longTermMemory;

const storedSetting = z.unknown().transform((value) => value !== false);
const storedSettings = z
  .object({
    sessionMemory: storedSetting,
    longTermMemory: storedSetting,
    contextGraph: storedSetting,
  })
  .catch(ALL_ON);

/** Reads stored settings. A setting that is missing is on. */
const readMemorySwitches = (value: unknown): MemorySwitches => storedSettings.parse(value);

const storedTimeZone = z
  .object({ timeZone: z.string().transform(timeZoneOf) })
  .transform(({ timeZone }) => timeZone)
  .catch(null);

/** Reads all stored settings of a user. */
export const readUserSettings = (value: unknown): UserSettings => ({
  ...readMemorySwitches(value),
  timeZone: storedTimeZone.parse(value),
});

/** Settings that were valid until an instant. */
export interface EarlierSettings extends UserSettings {
  readonly until: Instant;
}

/** Maximum number of earlier settings that are kept. Before these, the earliest of them count. */
export const EARLIER_SETTINGS = 100;

const storedEarlier = z
  .object({ earlier: z.array(z.object({ until: z.string() }).loose()).catch([]) })
  .catch({ earlier: [] });

/** Reads stored earlier settings, oldest first. */
export const readEarlierSettings = (value: unknown): EarlierSettings[] =>
  storedEarlier.parse(value).earlier.flatMap((earlierSettings) => {
    const until = parseInstant(earlierSettings.until);
    return until === undefined ? [] : [{ ...readUserSettings(earlierSettings), until }];
  });
