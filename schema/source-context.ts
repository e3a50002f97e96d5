import { registerEnumType } from "type-graphql";
import type { SourceContext } from "../src/memory/fact.ts";

export const SourceContextEnum = {
  STATED: "STATED",
  INFERRED_FROM_RELATION: "INFERRED_FROM_RELATION",
  ASSERTED: "ASSERTED",
  CORRECTED: "CORRECTED",
  IMPORTED: "IMPORTED",
} as const satisfies { [K in SourceContext]: K };

registerEnumType(SourceContextEnum, {
  name: "SourceContext",
  description: "How a fact came to be known.",
  valuesConfig: {
    STATED: { description: "Extracted from a message." },
    INFERRED_FROM_RELATION: {
      description:
        "A mirror fact: it says in words what a relation between two entities says, where no fact did.",
    },
    ASSERTED: { description: "Written by `assertFact`." },
    CORRECTED: { description: "Worded or dated anew by `correctFact`." },
    IMPORTED: { description: "Taken over from elsewhere." },
  },
});
