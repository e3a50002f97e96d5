import { registerEnumType } from "type-graphql";
import type { JobState } from "../src/derive/jobs/job.ts";

export const JobRequesterEnum = { CALLER: "CALLER", TRIGGER: "TRIGGER" } as const satisfies {
  [Name in JobState["requestedBy"]]: Name;
};

registerEnumType(JobRequesterEnum, {
  name: "JobRequester",
  description: "Who asked for a job.",
  valuesConfig: {
    CALLER: { description: "A client, by a mutation." },
    TRIGGER: { description: "The worker, since a threshold was passed." },
  },
});
