import { epochMillis, instantOf, OPEN, type Instant } from "../../memory/time.ts";

/** `OPEN` as it is stored. */
export const END = epochMillis(OPEN);

export const toMillis = epochMillis;
export const toInstant = (millis: number): Instant => (millis === END ? OPEN : instantOf(millis));
export const toInstantOrNull = (millis: number | null): Instant | null => (millis === null ? null : toInstant(millis));
