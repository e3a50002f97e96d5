import { registerEnumType } from "type-graphql";
import type { JobKind } from "../src/derive/jobs/job.ts";

export const JobKindEnum = {
  THREAD_SUMMARY: "THREAD_SUMMARY",
  FACT_EXTRACTION: "FACT_EXTRACTION",
  RECORDS: "RECORDS",
  USER_SUMMARY: "USER_SUMMARY",
  DEDUP: "DEDUP",
  PROFILES: "PROFILES",
} as const satisfies { [Name in JobKind]: Name };

registerEnumType(JobKindEnum, {
  name: "JobKind",
  description: "What is done with what is on record, by itself or because somebody asks.",
  valuesConfig: {
    THREAD_SUMMARY: { description: "The summary of a session is brought up to date." },
    FACT_EXTRACTION: { description: "Facts are drawn from the turns of a session." },
    RECORDS: { description: "Episodes and procedures are drawn from the turns of a session." },
    USER_SUMMARY: {
      description: "The summary of the user, across all sessions, is brought up to date.",
    },
    DEDUP: {
      description: "Duplicates and contradictions among the newest facts are found and closed.",
    },
    PROFILES: { description: "Profiles and importance of entities are rebuilt from their facts." },
  },
});
