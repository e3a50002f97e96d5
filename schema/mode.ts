import { registerEnumType } from "type-graphql";
import type { Mode } from "../src/chat/mode.ts";

export const ModeEnum = {
  QUICK: "QUICK",
  THINK: "THINK",
  DEEP: "DEEP",
  RESEARCH: "RESEARCH",
} as const satisfies { [K in Mode]: K };

registerEnumType(ModeEnum, {
  name: "Mode",
  description:
    "How much of memory a reply may draw on in the strategy TIERED, and in how many tokens.",
  valuesConfig: {
    QUICK: { description: "What was said last and the session's summary, in 4,000 tokens." },
    THINK: { description: "The session's memory and the context graph too, in 12,000 tokens." },
    DEEP: { description: "What is known across sessions too, in 24,000 tokens." },
    RESEARCH: { description: "As DEEP." },
  },
});
