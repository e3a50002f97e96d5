import type { Strategy } from "./session.ts";
import { plusMillis, type Instant } from "./time.ts";

const HOUR = 3_600_000;

/**
 * How long the turns of a session are kept, by its strategy, in milliseconds since they were
 * recorded; null for ever.
 */
const TURN_TTL: Readonly<Record<Strategy, number | null>> = {
  DIRECT: null,
  SLIDING_WINDOW: HOUR,
  HIERARCHICAL: 6 * HOUR,
  ENTITY_GRAPH: 6 * HOUR,
  KEY_VALUE: null,
  TIERED: null,
};

/**
 * When a turn that is recorded at an instant expires, by the strategy of its session; null if it
 * never does.
 */
export const turnExpiry = (strategy: Strategy, recordedAt: Instant): Instant | null => {
  const ttl = TURN_TTL[strategy];
  return ttl === null ? null : plusMillis(recordedAt, ttl);
};
