import type { Strategy } from "../memory/session.ts";
import type { Policy } from "./strategy.ts";
import { direct } from "./strategies/direct.ts";

/** The policy of every strategy. */
export const POLICIES: Readonly<Record<Strategy, Policy>> = {
  DIRECT: direct,
  SLIDING_WINDOW: direct,
  HIERARCHICAL: direct,
  ENTITY_GRAPH: direct,
  KEY_VALUE: direct,
  TIERED: direct,
};
