import type { SessionId } from "../../memory/ids.ts";
import { notFound, Problem } from "../../memory/problem.ts";
import type { NoteValue, SpaceStore } from "../../store/port.ts";
import { isOfSession, type Job, type JobKind, type JobScope } from "./job.ts";

/**
 * Checks the scope of a request. Throws BAD_USER_INPUT for a missing or unexpected session,
 * NOT_FOUND for an unknown one.
 */
export const scopeOf = async (
  space: SpaceStore,
  kind: JobKind,
  session: SessionId | null,
): Promise<JobScope> => {
  if (isOfSession(kind) !== (session !== null))
    throw new Problem(
      "BAD_USER_INPUT",
      isOfSession(kind)
        ? `${kind} works on a session: give sessionId.`
        : `${kind} works on all of the user's memory: omit sessionId.`,
    );
  if (session !== null && (await space.sessionsById([session]))[0] == null)
    throw notFound("session");
  return { kind, session };
};

/**
 * The result of a completed job. Throws the error of a failed job as a Problem, and CONFLICT for a
 * job that continues.
 */
export const resultOf = (job: Job): NoteValue => {
  if (job.status === "FAILED" || job.status === "DEAD")
    throw new Problem(
      job.error?.code ?? "INTERNAL_SERVER_ERROR",
      job.error?.message ?? "Internal server error",
    );
  if (job.status !== "DONE")
    throw new Problem(
      "CONFLICT",
      "The job continues in the background. Follow it with the query `jobs`.",
    );
  return job.result;
};
