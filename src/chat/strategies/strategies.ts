import type { Strategy } from "../../memory/session.ts";
import { entityGraph } from "./entity-graph.ts";
import { hierarchical } from "./hierarchical.ts";
import { keyValue } from "./key-value.ts";
import { slidingWindow } from "./sliding-window.ts";
import type { ChatStrategy } from "./strategy.ts";
import { tiered } from "./tiered/tiered.ts";

/** The baseline: no history and no memory. */
const direct: ChatStrategy = {
  readsMemory: false,
  assemble: async () => ({ parts: [], cut: [], hits: [] }),
};

export const STRATEGIES: Readonly<Record<Strategy, ChatStrategy>> = {
  DIRECT: direct,
  SLIDING_WINDOW: slidingWindow,
  HIERARCHICAL: hierarchical,
  ENTITY_GRAPH: entityGraph,
  KEY_VALUE: keyValue,
  TIERED: tiered,
};
