import { Arg, Ctx, ID, Mutation, Resolver } from "type-graphql";
import { workCost, WRITE_COST } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { Job } from "../../schema/job.ts";
import { JobKindEnum } from "../../schema/job-kind.ts";
import { scopeOf } from "../../src/derive/jobs/job-request.ts";
import type { JobKind } from "../../src/derive/jobs/job.ts";
import { Problem } from "../../src/memory/problem.ts";
import type { Context } from "../context.ts";
import { readingOf } from "../reading.ts";
import { showJob, type ShownJob } from "../show/job.ts";

@Resolver()
export class JobMutations {
  @Mutation(() => Job, {
    complexity: workCost(WRITE_COST),
    description:
      "Does now what the worker does by itself, as the same job: while one of the kind and scope runs, another run follows it. A run that fails is told by `status` and `error`, and is tried again by itself. Errors: BAD_USER_INPUT, NOT_FOUND (session).",
  })
  async runJob(
    @Arg("kind", () => JobKindEnum, { description: "What to do." }) kind: JobKind,
    @Arg("sessionId", () => ID, {
      nullable: true,
      description:
        "On which session: with THREAD_SUMMARY, FACT_EXTRACTION and RECORDS, and only with these.",
    })
    sessionId: string | null | undefined,
    @Arg("wait", () => Boolean, {
      nullable: true,
      defaultValue: true,
      description:
        "Answer when the run has come to its end, well or not; with false, at once, while it goes on by itself.",
    })
    wait: boolean | null | undefined,
    @Ctx() context: Context,
  ): Promise<ShownJob> {
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
      return showJob(await jobs.run(context.space, request, context.gone), readingOf(context));
    const job = await jobs.request(context.space, request);
    jobs.start(context.space);
    return showJob(job, readingOf(context));
  }

  @Mutation(() => Job, {
    description:
      "Takes up again, afresh and at once, a job that is DEAD or waits for its next attempt; it goes on by itself. Errors: NOT_FOUND, CONFLICT (a job that is neither).",
  })
  async retryJob(
    @Arg("id", () => ID, { description: "The job's id." }) id: string,
    @Ctx() context: Context,
  ): Promise<ShownJob> {
    const { jobs } = context.services;
    const job = await jobs.retry(context.space, localId(id, "Job"));
    if (job === null) throw new Problem("NOT_FOUND", "There is no such job.");
    jobs.start(context.space);
    return showJob(job, readingOf(context));
  }
}
