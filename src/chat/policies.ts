import type { Strategy } from "../memory/session.ts";
import type { Policy } from "./strategy.ts";
import { direct } from "./strategies/direct.ts";
import { entityGraph } from "./strategies/entity-graph.ts";
import { hierarchical } from "./strategies/hierarchical.ts";
import { keyValue } from "./strategies/key-value.ts";
import { slidingWindow } from "./strategies/sliding-window.ts";
import { tiered } from "./strategies/tiered.ts";

/** The policy of every strategy. */
export const POLICIES: Readonly<Record<Strategy, Policy>> = {
  DIRECT: direct,
  SLIDING_WINDOW: slidingWindow,
  HIERARCHICAL: hierarchical,
  ENTITY_GRAPH: entityGraph,
  KEY_VALUE: keyValue,
  TIERED: tiered,
};
