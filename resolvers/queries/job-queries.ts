import { Arg, Args, Ctx, ID, Query, Resolver } from "type-graphql";
import type { Connection } from "../../schema/connection.ts";
import { pageCost } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { Job, JobConnection } from "../../schema/job.ts";
import { JobsArgs } from "../../schema/jobs-args.ts";
import { jobsOf } from "../../src/derive/jobs/job-notes.ts";
import { selectJobs } from "../../src/derive/jobs/select-jobs.ts";
import type { Context } from "../context.ts";
import { pageRequest, showItems } from "../page.ts";
import { readingOf } from "../reading.ts";
import { loadJob, showJob, type ShownJob } from "../show/job.ts";

@Resolver()
export class JobQueries {
  @Query(() => Job, {
    nullable: true,
    description: "One job, as it stands now; null where there is none.",
  })
  job(
    @Arg("id", () => ID, { description: "The job's id." }) id: string,
    @Ctx() context: Context,
  ): Promise<ShownJob | null> {
    return loadJob(localId(id, "Job"), readingOf(context));
  }

  @Query(() => JobConnection, {
    complexity: pageCost,
    description:
      "The jobs on the user's memory as they stand now, the one that was asked for last first. Those that are over are kept for a while.",
  })
  async jobs(
    @Args(() => JobsArgs) args: JobsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownJob>> {
    const reading = readingOf(context);
    const page = pageRequest("jobs", args, context.services.limits);
    const selected = selectJobs(await jobsOf(context.space), {
      status: args.status,
      kind: args.kind,
      session: args.sessionId == null ? null : localId(args.sessionId, "Session"),
    });
    const rest =
      page.after === undefined
        ? selected
        : selected.slice(selected.findIndex((job) => placeOfJob(job) === page.after) + 1);
    const shown = rest.slice(0, page.first);
    return showItems(
      "jobs",
      shown.map((job) => showJob(job, reading)),
      {
        placeAt: (index) => placeOfJob(shown[index]!),
        hasNextPage: rest.length > shown.length,
        hasPreviousPage: page.after !== undefined,
        total: () => selected.length,
      },
    );
  }
}

const placeOfJob = ({ id }: { readonly id: string }): string => id;
