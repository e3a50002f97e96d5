import type { Instant } from "../memory/time.ts";
import { epochMillis } from "../memory/time.ts";

/** What the importance of an entity is made of, each part 0 to 1 (seed 004: category, then what background work adjusts). */
export interface Standing {
  /** The importances of its facts, by their categories. */
  readonly facts: readonly number[];
  /** How often its facts were said again. */
  readonly confirmations: number;
  /** When it was last spoken of; null for never. */
  readonly lastSaid: Instant | null;
  /** Its relationships. */
  readonly links: number;
  /** How much of what is talked about now reaches it (`activation.ts`). */
  readonly activation: number;
}

/** How much each part counts; together 1. */
const WEIGHTS = {
  category: 0.45,
  confirmation: 0.1,
  recency: 0.2,
  links: 0.1,
  activation: 0.15,
} as const;
/** Days after which having been spoken of counts half. */
const HALF_LIFE_DAYS = 30;
/** Relationships, and confirmations, that count half of what any number can. */
const HALF_LINKS = 3;
const HALF_CONFIRMATIONS = 2;
const DAY = 86_400_000;

const saturating = (count: number, half: number): number => count / (count + half);

/** 0 to 1, in hundredths, so that a day more or less is no new version. */
export const importanceOf = (
  { facts, confirmations, lastSaid, links, activation }: Standing,
  now: Instant,
): number => {
  const age =
    lastSaid === null ? Infinity : Math.max(0, epochMillis(now) - epochMillis(lastSaid)) / DAY;
  const sum =
    WEIGHTS.category * Math.max(0, ...facts) +
    WEIGHTS.confirmation * saturating(confirmations, HALF_CONFIRMATIONS) +
    WEIGHTS.recency * 0.5 ** (age / HALF_LIFE_DAYS) +
    WEIGHTS.links * saturating(links, HALF_LINKS) +
    WEIGHTS.activation * activation;
  return Math.round(Math.min(1, sum) * 100) / 100;
};
