import { registerEnumType } from "type-graphql";
import type { EventStatus } from "../src/memory/event.ts";

export const EventStatusEnum = {
  PENDING: "PENDING",
  APPLIED: "APPLIED",
  FAILED: "FAILED",
} as const satisfies { [K in EventStatus]: K };

registerEnumType(EventStatusEnum, {
  name: "EventStatus",
  description: "How far an event was worked through, at the view's knownAt.",
  valuesConfig: {
    PENDING: { description: "On record; what it says is still to be drawn from it." },
    APPLIED: { description: "What it says was drawn from it." },
    FAILED: { description: "Nothing could be drawn from it, and it will not be tried again." },
  },
});
