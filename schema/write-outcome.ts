import { registerEnumType } from "type-graphql";
import type { WriteOutcome } from "../src/write/write-many.ts";

export const WriteOutcomeEnum = {
  WRITTEN: "WRITTEN",
  REPEATED: "REPEATED",
  EMPTY: "EMPTY",
  PENDING: "PENDING",
  FAILED: "FAILED",
} as const satisfies { [Name in WriteOutcome]: Name };
registerEnumType(WriteOutcomeEnum, {
  name: "WriteOutcome",
  description: "What became of one message of many.",
  valuesConfig: {
    WRITTEN: { description: "It is remembered." },
    REPEATED: { description: "It was on record already, by its idempotency key." },
    EMPTY: { description: "It is empty or blank: there is nothing to remember." },
    PENDING: { description: "It is on record, and worked through later, since no model answered." },
    FAILED: { description: "Nothing of it is on record; `errorCode` and `error` tell why." },
  },
});
