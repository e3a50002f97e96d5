import { ArgsType, Field, ID } from "type-graphql";
import type { JobKind, JobStatus } from "../src/derive/jobs/job.ts";
import { JobKindEnum } from "./job-kind.ts";
import { JobStatusEnum } from "./job-status.ts";
import { RootPageArgs } from "./page.ts";

@ArgsType()
export class JobsArgs extends RootPageArgs {
  @Field(() => [JobStatusEnum], {
    nullable: true,
    description: "Only those that stand so: [DEAD] lists what was put aside.",
  })
  status?: JobStatus[] | null;

  @Field(() => [JobKindEnum], { nullable: true, description: "Only of these kinds." })
  kind?: JobKind[] | null;

  @Field(() => ID, { nullable: true, description: "Only those on this session." })
  sessionId?: string | null;
}
