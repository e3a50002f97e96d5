import { registerEnumType } from "type-graphql";
import type { Direction } from "../src/store/port.ts";

export const DirectionEnum = { OUT: "OUT", IN: "IN", BOTH: "BOTH" } as const satisfies {
  [K in Direction]: K;
};

registerEnumType(DirectionEnum, {
  name: "Direction",
  description: "Which way relationships run, seen from an entity.",
  valuesConfig: {
    OUT: { description: "From the entity." },
    IN: { description: "To the entity." },
    BOTH: { description: "Either way." },
  },
});
