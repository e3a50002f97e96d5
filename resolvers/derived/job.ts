import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from "type-graphql";
import type { Connection } from "../../schema/connection.ts";
import { pageCost, workCost, WRITE_COST } from "../../schema/cost.ts";
import {
  JobsArgs,
  MemoryJob,
  MemoryJobConnection,
  RetryJobInput,
  RetryJobPayload,
  RunJobInput,
  RunJobPayload,
} from "../../schema/derived/job.ts";
import { localId } from "../../schema/global-id.ts";
import { Session } from "../../schema/sessions/session.ts";
import { followJobs } from "../../src/derive/jobs/follow-jobs.ts";
import { jobsOf } from "../../src/derive/jobs/job-notes.ts";
import { scopeOf } from "../../src/derive/jobs/job-request.ts";
import { type Job as JobRecord, selectJobs } from "../../src/derive/jobs/job.ts";
import { notFound } from "../../src/memory/problem.ts";
import type { Context } from "../context.ts";
import { pageRequest, showItems } from "../page.ts";
import { readingOf } from "../reading.ts";
import { loadJob, showJob, type ShownJob } from "../show/job.ts";
import { loadSession, type ShownSession } from "../show/session.ts";

@Resolver()
export class JobQueries {
  @Query(() => MemoryJob, {
    nullable: true,
    description: "A job by id, in its current state; null if there is none.",
  })
  job(
    @Arg("id", () => ID, { description: "Id of the job." }) id: string,
    @Ctx() context: Context,
  ): Promise<ShownJob | null> {
    return loadJob(localId(id, "MemoryJob"), readingOf(context));
  }

  @Query(() => MemoryJobConnection, {
    complexity: pageCost,
    description:
      "Jobs of the user in their current state, the most recently requested first. Finished jobs are kept for some time.",
  })
  async jobs(
    @Args(() => JobsArgs) args: JobsArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownJob>> {
    const reading = readingOf(context);
    const page = pageRequest("jobs", args, context.services.limits);
    const selectedJobs = selectJobs(await jobsOf(context.space), {
      status: args.status,
      kind: args.kinds,
      session: args.sessionId == null ? null : localId(args.sessionId, "Session"),
    });
    const rest =
      page.after === undefined
        ? selectedJobs
        : selectedJobs.slice(selectedJobs.findIndex(({ id }) => id === page.after) + 1);
    const shownJobs = rest.slice(0, page.first);
    return showItems(
      "jobs",
      shownJobs.map((job) => showJob(job, reading)),
      {
        positions: shownJobs.map(({ id }) => id),
        hasNextPage: rest.length > shownJobs.length,
        hasPreviousPage: page.after !== undefined,
        total: () => selectedJobs.length,
      },
    );
  }
}

@Resolver()
export class JobMutations {
  @Mutation(() => RunJobPayload, {
    complexity: workCost(WRITE_COST),
    description:
      "Runs a job, like the background worker. If it is already running, another run follows. A failed run shows in `status` and `error` and is retried. Errors: BAD_USER_INPUT, NOT_FOUND (session).",
  })
  async runJob(
    @Arg("input", () => RunJobInput, { description: "The job to run." })
    { kind, sessionId, wait }: RunJobInput,
    @Ctx() context: Context,
  ): Promise<{ readonly job: ShownJob }> {
    const { jobs } = context.services;
    const request = {
      ...(await scopeOf(
        context.space,
        kind,
        sessionId == null ? null : localId(sessionId, "Session"),
      )),
      by: "CALLER" as const,
    };
    if (wait ?? true)
      return {
        job: showJob(
          await jobs.run(context.space, request, context.disconnect),
          readingOf(context),
        ),
      };
    const job = await jobs.request(context.space, request);
    jobs.start(context.space);
    return { job: showJob(job, readingOf(context)) };
  }

  @Mutation(() => RetryJobPayload, {
    description:
      "Restarts a job that is DEAD or waits for its next attempt, with its attempts reset to 0. Errors: NOT_FOUND, CONFLICT (a job in another state).",
  })
  async retryJob(
    @Arg("input", () => RetryJobInput, { description: "The job to retry." })
    input: RetryJobInput,
    @Ctx() context: Context,
  ): Promise<{ readonly job: ShownJob }> {
    const { jobs } = context.services;
    const job = await jobs.retry(context.space, localId(input.job, "MemoryJob"));
    if (job === null) throw notFound("job");
    jobs.start(context.space);
    return { job: showJob(job, readingOf(context)) };
  }
}

const follow = ({
  args,
  context,
}: {
  readonly args: { readonly job?: string | null };
  readonly context: Context;
}): AsyncIterable<JobRecord> =>
  followJobs(
    context.space,
    context.services.jobs.changeSignals,
    args.job == null ? undefined : localId(args.job, "MemoryJob"),
  );

@Resolver()
export class JobSubscription {
  @Subscription(() => MemoryJob, {
    subscribe: follow,
    description:
      "State changes of jobs. Without `job`: all unfinished jobs, then all changes. With `job`: its state, then its changes until DONE or DEAD. Changes by other processes arrive within about a second.",
  })
  jobProgress(
    @Root() job: JobRecord,
    @Arg("job", () => ID, { nullable: true, description: "Id of a job. Default: all jobs." }) _job:
      | string
      | null
      | undefined,
    @Ctx() context: Context,
  ): ShownJob {
    return showJob(job, readingOf(context));
  }
}

@Resolver(() => MemoryJob)
export class JobFields {
  @FieldResolver(() => Session, {
    nullable: true,
    description:
      "Session that the job works on; null if it works on all of the user's memory, or the session was deleted.",
  })
  session(@Root() { record, reading }: ShownJob): Promise<ShownSession | null> {
    return loadSession(record.session, reading);
  }
}
