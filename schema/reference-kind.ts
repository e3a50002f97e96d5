import { registerEnumType } from "type-graphql";
import type { ReferenceKind } from "../src/memory/reference.ts";

export const ReferenceKindEnum = {
  DISCUSSED: "DISCUSSED",
  QUERIED: "QUERIED",
  MENTIONED: "MENTIONED",
  INTERESTED_IN: "INTERESTED_IN",
} as const satisfies { [K in ReferenceKind]: K };

registerEnumType(ReferenceKindEnum, {
  name: "ReferenceKind",
  description: "How a turn refers to an entity.",
  valuesConfig: {
    DISCUSSED: { description: "A reply names it." },
    QUERIED: { description: "A question of the user names it." },
    MENTIONED: { description: "A fact names it that was saved from the user's message." },
    INTERESTED_IN: {
      description:
        "The user has asked about it in three turns by then, or more. Told once a session.",
    },
  },
});
