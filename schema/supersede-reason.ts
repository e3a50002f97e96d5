import { registerEnumType } from "type-graphql";
import type { SupersedeReason } from "../src/memory/fact.ts";

export const SupersedeReasonEnum = {
  UPDATE: "UPDATE",
  RETRACTED: "RETRACTED",
  CORRECTED: "CORRECTED",
  DUPLICATE: "DUPLICATE",
  CONTRADICT: "CONTRADICT",
  BACKFILL: "BACKFILL",
  MERGE: "MERGE",
  REVERTED: "REVERTED",
} as const satisfies { [K in SupersedeReason]: K };

registerEnumType(SupersedeReasonEnum, {
  name: "SupersedeReason",
  description: "Why a fact ends where it does, or is believed no more.",
  valuesConfig: {
    UPDATE: { description: "A later statement took its place." },
    RETRACTED: { description: "It was taken back: it is no longer true." },
    CORRECTED: { description: "What was believed was wrong." },
    DUPLICATE: { description: "Another fact says the same." },
    CONTRADICT: { description: "Another fact contradicts it and was given preference." },
    BACKFILL: {
      description:
        "It was told late, of a time before what is on record already, and ends where that begins.",
    },
    MERGE: { description: "Its entity was merged with one that has a later statement." },
    REVERTED: { description: "The decision that it rested on was undone." },
  },
});
