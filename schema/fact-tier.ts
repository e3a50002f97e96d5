import { registerEnumType } from "type-graphql";
import type { FactTier } from "../src/memory/fact.ts";

export const FactTierEnum = { SESSION: "SESSION", LONG_TERM: "LONG_TERM" } as const satisfies {
  [K in FactTier]: K;
};

registerEnumType(FactTierEnum, {
  name: "FactTier",
  description: "Whether a fact is kept beyond the session that it was said in.",
  valuesConfig: {
    SESSION: { description: "It was said in a session, and nobody asked to keep it." },
    LONG_TERM: {
      description:
        "It was asked to be remembered, belongs to no session, was asserted by a caller, or was promoted: a confident fact that recurs, or is confirmed in another session.",
    },
  },
});
