import { epochMillis, MILLIS_PER_DAY, type Instant } from "../../memory/time.ts";

/** The inputs for the importance of an entity. */
export interface ImportanceFactors {
  /** Importance of each of its facts, 0 to 1. */
  readonly facts: readonly number[];
  /** Number of repetitions of its facts. */
  readonly confirmations: number;
  /** Time at which it was last mentioned; null for never. */
  readonly lastSaid: Instant | null;
  /** Number of its relationships. */
  readonly links: number;
  /** Its activation, 0 to 1. */
  readonly activation: number;
}

/** Weight of each part. Together 1. */
const WEIGHTS = {
  category: 0.45,
  confirmation: 0.1,
  recency: 0.2,
  links: 0.1,
  activation: 0.15,
} as const;
/** Days after which the last mention counts half. */
const HALF_LIFE_DAYS = 30;
/** Numbers of relationships, and of confirmations, that count half of the maximum. */
const HALF_LINKS = 3;
const HALF_CONFIRMATIONS = 2;

const saturate = (count: number, half: number): number => count / (count + half);

/**
 * Importance of an entity, 0 to 1. Rounded to hundredths, so that one more day does not create a
 * version.
 */
export const importanceOf = (
  { facts, confirmations, lastSaid, links, activation }: ImportanceFactors,
  now: Instant,
): number => {
  const days =
    lastSaid === null
      ? Infinity
      : Math.max(0, epochMillis(now) - epochMillis(lastSaid)) / MILLIS_PER_DAY;
  const sum =
    WEIGHTS.category * Math.max(0, ...facts) +
    WEIGHTS.confirmation * saturate(confirmations, HALF_CONFIRMATIONS) +
    WEIGHTS.recency * 0.5 ** (days / HALF_LIFE_DAYS) +
    WEIGHTS.links * saturate(links, HALF_LINKS) +
    WEIGHTS.activation * activation;
  return Math.round(Math.min(1, sum) * 100) / 100;
};
