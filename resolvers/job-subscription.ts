import { Arg, Ctx, ID, Resolver, Root, Subscription } from "type-graphql";
import { localId } from "../schema/global-id.ts";
import { Job } from "../schema/job.ts";
import { followJobs } from "../src/derive/jobs/follow-jobs.ts";
import type { Job as JobRecord } from "../src/derive/jobs/job.ts";
import type { Context } from "./context.ts";
import { readingOf } from "./reading.ts";
import { showJob, type ShownJob } from "./show/job.ts";

const follow = ({
  args,
  context,
}: {
  readonly args: { readonly job?: string | null };
  readonly context: Context;
}): AsyncIterable<JobRecord> =>
  followJobs(
    context.space,
    context.services.jobs.changed,
    args.job == null ? undefined : localId(args.job, "Job"),
  );

@Resolver()
export class JobSubscription {
  @Subscription(() => Job, {
    subscribe: follow,
    description:
      "Jobs as they change: at first those that are not over. Of one job: as it stands, then every change, until it is DONE or DEAD. Changes of other processes are told within about a second.",
  })
  jobProgress(
    @Root() job: JobRecord,
    @Arg("job", () => ID, { nullable: true, description: "Only this job." }) _job:
      | string
      | null
      | undefined,
    @Ctx() context: Context,
  ): ShownJob {
    return showJob(job, readingOf(context));
  }
}
