import { registerEnumType } from "type-graphql";
import type { DecidedBy } from "../src/memory/decision.ts";

export const DecidedByEnum = {
  RULE: "RULE",
  SIMILARITY: "SIMILARITY",
  MODEL: "MODEL",
  CALLER: "CALLER",
} as const satisfies { [K in DecidedBy]: K };

registerEnumType(DecidedByEnum, {
  name: "DecidedBy",
  description: "Who decided.",
  valuesConfig: {
    RULE: { description: "A rule: same words, same slot, or an explicit retraction." },
    SIMILARITY: { description: "How near the statement is to what is known." },
    MODEL: { description: "A language model." },
    CALLER: { description: "The client, by a structured write." },
  },
});
