import { Field, ID, Int, ObjectType } from "type-graphql";
import type { JobKind, JobState, JobStatus } from "../src/derive/jobs/job.ts";
import type { Instant } from "../src/memory/time.ts";
import { connectionOf } from "./connection.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { JobKindEnum } from "./job-kind.ts";
import { JobRequesterEnum } from "./job-requester.ts";
import { JobStatusEnum } from "./job-status.ts";
import { GraphQLJSON } from "./json.ts";
import { Node } from "./node.ts";

@ObjectType("JobProgress", { simpleResolvers: true, description: "How far a job is." })
export class JobProgress {
  @Field(() => Int, { description: "Steps that are done." })
  done!: number;

  @Field(() => Int, { nullable: true, description: "Steps in all; null while nobody knows." })
  total!: number | null;
}

@ObjectType("Job", {
  implements: [Node],
  simpleResolvers: true,
  description:
    "Work on what is on record. There is one job of a kind for each scope (a session, or all of the user's memory): asked for again it is the same one, run again.",
})
export class Job implements Node {
  @Field(() => ID, { description: "The same for the same kind and scope." })
  id!: string;

  @Field(() => JobKindEnum, { description: "What it does." })
  kind!: JobKind;

  @Field(() => JobStatusEnum, { description: "Where it stands." })
  status!: JobStatus;

  @Field(() => JobRequesterEnum, { description: "Who asked for it last." })
  requestedBy!: JobState["requestedBy"];

  @Field(() => GraphQLDateTime, { description: "When it was asked for last." })
  requestedAt!: Instant;

  @Field(() => Int, {
    description: "How often it was tried since it was asked for or last succeeded.",
  })
  attempts!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Of a FAILED one: when it is tried again.",
  })
  nextAttemptAt!: Instant | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When the last attempt began." })
  startedAt!: Instant | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it came to its end, DONE or DEAD.",
  })
  finishedAt!: Instant | null;

  @Field(() => JobProgress, {
    nullable: true,
    description: "How far the attempt under way is, where the work tells.",
  })
  progress!: JobProgress | null;

  @Field(() => String, {
    nullable: true,
    description: "Why the last attempt failed: one of the codes of errors.",
  })
  errorCode!: string | null;

  @Field(() => String, { nullable: true, description: "The same in a sentence." })
  error!: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: "What the last run that succeeded gave, by kind: docs/jobs.md.",
  })
  result!: unknown;
}

export const JobConnection = connectionOf(() => Job, "Job", "jobs");
