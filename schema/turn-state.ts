import { registerEnumType } from "type-graphql";
import type { TurnState } from "../src/memory/session.ts";

export const TurnStateEnum = {
  FULL: "FULL",
  COMPRESSED: "COMPRESSED",
  ARCHIVED: "ARCHIVED",
} as const satisfies { [K in TurnState]: K };

registerEnumType(TurnStateEnum, {
  name: "TurnState",
  description:
    "How much of a turn the strategy TIERED still sends as it was said. The turn itself stays as it is.",
  valuesConfig: {
    FULL: { description: "All of it." },
    COMPRESSED: { description: "A summary, together with its neighbours." },
    ARCHIVED: { description: "What the summary of the session holds of it." },
  },
});
