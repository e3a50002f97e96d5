import { registerEnumType } from "type-graphql";
import type { Strategy } from "../src/memory/session.ts";

export const StrategyEnum = {
  DIRECT: "DIRECT",
  SLIDING_WINDOW: "SLIDING_WINDOW",
  HIERARCHICAL: "HIERARCHICAL",
  ENTITY_GRAPH: "ENTITY_GRAPH",
  KEY_VALUE: "KEY_VALUE",
  TIERED: "TIERED",
} as const satisfies { [K in Strategy]: K };

registerEnumType(StrategyEnum, {
  name: "Strategy",
  description: "By which policy the context of a session's replies is put together.",
  valuesConfig: {
    DIRECT: { description: "The message alone, without history." },
    SLIDING_WINDOW: { description: "A rolling summary, anchors and the last messages." },
    HIERARCHICAL: {
      description: "Facts, summaries of blocks and the last messages, in three tiers.",
    },
    ENTITY_GRAPH: {
      description: "What the entity graph knows that is relevant, and the last messages.",
    },
    KEY_VALUE: { description: "The single-valued attributes that are known of the user." },
    TIERED: {
      description: "Session memory, long-term memory and the graph, under a budget of tokens.",
    },
  },
});
