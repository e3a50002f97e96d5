import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import type { JobKind, JobState, JobStatus } from "../../src/derive/jobs/job.ts";
import type { Instant } from "../../src/memory/time.ts";
import { connectionOf, RootPageArgs } from "../connection.ts";
import { Node } from "../node.ts";
import { GraphQLDateTime, GraphQLJSON } from "../scalars.ts";

const JobKindEnum = {
  SESSION_SUMMARY: "SESSION_SUMMARY",
  FACT_EXTRACTION: "FACT_EXTRACTION",
  EPISODE_EXTRACTION: "EPISODE_EXTRACTION",
  USER_SUMMARY: "USER_SUMMARY",
  RECONCILIATION: "RECONCILIATION",
  PROFILE_REFRESH: "PROFILE_REFRESH",
} as const satisfies { [Name in JobKind]: Name };

registerEnumType(JobKindEnum, {
  name: "MemoryJobKind",
  description: "Kinds of background work.",
  valuesConfig: {
    SESSION_SUMMARY: { description: "Updates the summary of a session." },
    FACT_EXTRACTION: { description: "Extracts facts from the turns of a session." },
    EPISODE_EXTRACTION: {
      description: "Extracts episodes and procedures from the turns of a session.",
    },
    USER_SUMMARY: {
      description: "Updates the summary of the user.",
    },
    RECONCILIATION: {
      description: "Ends duplicates and contradictions among the latest facts.",
    },
    PROFILE_REFRESH: {
      description: "Rebuilds profiles, importance and observations of entities.",
    },
  },
});

const JobStatusEnum = {
  QUEUED: "QUEUED",
  RUNNING: "RUNNING",
  DONE: "DONE",
  FAILED: "FAILED",
  DEAD: "DEAD",
} as const satisfies { [Name in JobStatus]: Name };

registerEnumType(JobStatusEnum, {
  name: "MemoryJobStatus",
  description: "States of a job.",
  valuesConfig: {
    QUEUED: { description: "Waiting to start." },
    RUNNING: { description: "Running." },
    DONE: { description: "Finished." },
    FAILED: {
      description: "The last attempt failed; the next one starts at `nextAttemptAt`.",
    },
    DEAD: {
      description:
        "Failed permanently, after all attempts or at once. `retryJob` restarts it, and so does the worker when it is due again.",
    },
  },
});

const JobRequesterEnum = { CALLER: "CALLER", TRIGGER: "TRIGGER" } as const satisfies {
  [Name in JobState["requestedBy"]]: Name;
};

registerEnumType(JobRequesterEnum, {
  name: "MemoryJobRequester",
  description: "Who requested a job.",
  valuesConfig: {
    CALLER: { description: "A client, by a mutation." },
    TRIGGER: { description: "The background worker, when a threshold was reached." },
  },
});

@ArgsType()
export class JobsArgs extends RootPageArgs {
  @Field(() => [JobStatusEnum], {
    nullable: true,
    description: "Only jobs in these states: `[DEAD]` lists those that failed permanently.",
  })
  status?: JobStatus[] | null;

  @Field(() => [JobKindEnum], { nullable: true, description: "Only jobs of these kinds." })
  kinds?: JobKind[] | null;

  @Field(() => ID, { nullable: true, description: "Only jobs on this session." })
  sessionId?: string | null;
}

@ObjectType("MemoryJobProgress", { simpleResolvers: true, description: "Progress of a job." })
export class MemoryJobProgress {
  @Field(() => Int, { description: "Number of completed steps." })
  done!: number;

  @Field(() => Int, { nullable: true, description: "Number of all steps; null if it is unknown." })
  total!: number | null;
}

@ObjectType("MemoryJob", {
  implements: [Node],
  simpleResolvers: true,
  description:
    "Background work on stored memory. There is one job per kind and scope (a session, or all of the user's memory); requesting it again runs the same job.",
})
export class MemoryJob implements Node {
  @Field(() => ID, { description: "Global id; stable for one kind and scope." })
  id!: string;

  @Field(() => JobKindEnum, { description: "Kind of work." })
  kind!: JobKind;

  @Field(() => JobStatusEnum, { description: "Current state." })
  status!: JobStatus;

  @Field(() => JobRequesterEnum, { description: "Who requested the last run." })
  requestedBy!: JobState["requestedBy"];

  @Field(() => GraphQLDateTime, { description: "When the last run was requested." })
  requestedAt!: Instant;

  @Field(() => Int, {
    description: "Attempts since the last request or success.",
  })
  attempts!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When a FAILED job is tried again; null otherwise.",
  })
  nextAttemptAt!: Instant | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When the last attempt started." })
  startedAt!: Instant | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it became DONE or DEAD.",
  })
  finishedAt!: Instant | null;

  @Field(() => MemoryJobProgress, {
    nullable: true,
    description: "Progress of the running attempt, if the work reports any.",
  })
  progress!: MemoryJobProgress | null;

  @Field(() => String, {
    nullable: true,
    description: "Error code of the last failed attempt.",
  })
  errorCode!: string | null;

  @Field(() => String, { nullable: true, description: "Message of that error." })
  error!: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description:
      "Result of the last successful run; its shape depends on `kind` (docs/reference/jobs.md).",
  })
  result!: unknown;
}

export const MemoryJobConnection = connectionOf(() => MemoryJob, "MemoryJob", "jobs");

@InputType("RunJobInput", { description: "A job to run." })
export class RunJobInput {
  @Field(() => JobKindEnum, { description: "Kind of the job." })
  kind!: JobKind;

  @Field(() => ID, {
    nullable: true,
    description:
      "Id of the session. Required for SESSION_SUMMARY, FACT_EXTRACTION and EPISODE_EXTRACTION; refused otherwise.",
  })
  sessionId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: true,
    description: "If true, respond when the run has ended; if false, at once.",
  })
  wait?: boolean | null;
}

@ObjectType("RunJobPayload", { simpleResolvers: true, description: "The result of `runJob`." })
export class RunJobPayload {
  @Field(() => MemoryJob, { description: "The job." })
  job!: MemoryJob;
}

@InputType("RetryJobInput", { description: "A job to retry." })
export class RetryJobInput {
  @Field(() => ID, { description: "Id of the job. Errors: NOT_FOUND." })
  job!: string;
}

@ObjectType("RetryJobPayload", { simpleResolvers: true, description: "The result of `retryJob`." })
export class RetryJobPayload {
  @Field(() => MemoryJob, { description: "The job." })
  job!: MemoryJob;
}
