import { epochMillis, instantOf, OPEN, type Instant } from "../../memory/time.ts";

/** `OPEN` as it is stored. */
export const END = epochMillis(OPEN);

/** A time at which nothing that was ever closed is closed yet. */
export const BEFORE_END = 0;

/** Instants that were spelled lately: rows that are read together share most of theirs. */
const KEPT = 4_096;
const kept = new Map<number, Instant>();

export const toMillis = epochMillis;

export const toInstant = (millis: number): Instant => {
  const known = kept.get(millis);
  if (known !== undefined) return known;
  if (kept.size >= KEPT) kept.clear();
  const instant = millis === END ? OPEN : instantOf(millis);
  kept.set(millis, instant);
  return instant;
};

export const toInstantOrNull = (millis: number | null): Instant | null =>
  millis === null ? null : toInstant(millis);
