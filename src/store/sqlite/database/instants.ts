import { epochMillis, instantOf, OPEN, type Instant } from "../../../memory/time.ts";

/** The stored form of `OPEN`. */
export const END = epochMillis(OPEN);

/** A record time at which every version reads as not yet expired. */
export const BEFORE_END = 0;

/** Recently formatted instants. Rows that are read together share most of their instants. */
const KEPT = 4_096;
const instants = new Map<number, Instant>();

/** The instant that was read last. The requests of one call usually share their instant. */
let lastRead = { instant: OPEN, millis: END };

export const toMillis = (instant: Instant): number => {
  if (instant !== lastRead.instant) lastRead = { instant, millis: epochMillis(instant) };
  return lastRead.millis;
};

export const toInstant = (millis: number): Instant => {
  const cachedInstant = instants.get(millis);
  if (cachedInstant !== undefined) return cachedInstant;
  if (instants.size >= KEPT) instants.clear();
  const instant = millis === END ? OPEN : instantOf(millis);
  instants.set(millis, instant);
  return instant;
};

export const toInstantOrNull = (millis: number | null): Instant | null =>
  millis === null ? null : toInstant(millis);
