import { registerEnumType } from "type-graphql";
import type { JobStatus } from "../src/derive/jobs/job.ts";

export const JobStatusEnum = {
  QUEUED: "QUEUED",
  RUNNING: "RUNNING",
  DONE: "DONE",
  FAILED: "FAILED",
  DEAD: "DEAD",
} as const satisfies { [Name in JobStatus]: Name };

registerEnumType(JobStatusEnum, {
  name: "JobStatus",
  description: "Where a job stands.",
  valuesConfig: {
    QUEUED: { description: "It waits to be taken up." },
    RUNNING: { description: "It is under way." },
    DONE: { description: "It has come to its end." },
    FAILED: {
      description: "The last attempt failed; another one follows by itself at `nextAttemptAt`.",
    },
    DEAD: {
      description:
        "It was tried often enough, or no other attempt would help: it is put aside until `retryJob`, or until it becomes due anew.",
    },
  },
});
