import { registerEnumType } from "type-graphql";
import type { DecisionAction } from "../src/memory/decision.ts";

export const DecisionActionEnum = {
  ADD: "ADD",
  UPDATE: "UPDATE",
  NOOP: "NOOP",
  DELETE: "DELETE",
  PROMOTE: "PROMOTE",
} as const satisfies { [K in DecisionAction]: K };

registerEnumType(DecisionActionEnum, {
  name: "DecisionAction",
  description: "What was decided.",
  valuesConfig: {
    ADD: { description: "It is new and stands beside what is known." },
    UPDATE: { description: "It takes the place of a known fact, or changes it." },
    NOOP: { description: "It is known already, and is confirmed." },
    DELETE: { description: "It takes a known fact back." },
    PROMOTE: { description: "A fact of a session is kept beyond it: its tier became LONG_TERM." },
  },
});
