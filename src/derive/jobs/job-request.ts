import type { SessionId } from "../../memory/ids.ts";
import { Problem } from "../../memory/problem.ts";
import type { NoteValue, SpaceStore } from "../../store/port.ts";
import { isOfSession, type Job, type JobKind, type JobScope } from "./job.ts";

/** The scope that a caller means. Throws BAD_USER_INPUT for a session that is missing or has no place here, NOT_FOUND for one that there is not. */
export const scopeOf = async (
  space: SpaceStore,
  kind: JobKind,
  session: SessionId | null,
): Promise<JobScope> => {
  if (isOfSession(kind) !== (session !== null))
    throw new Problem(
      "BAD_USER_INPUT",
      isOfSession(kind)
        ? `${kind} is work on a session: give sessionId.`
        : `${kind} is work on all of the user's memory: leave sessionId out.`,
    );
  if (session !== null && (await space.sessionsById([session]))[0] == null)
    throw new Problem("NOT_FOUND", "There is no such session.");
  return { kind, session };
};

/** What a job gave that was seen through. Throws what it failed with, as a Problem; CONFLICT where it was not waited for to its end. */
export const resultOf = (job: Job): NoteValue => {
  if (job.status === "FAILED" || job.status === "DEAD")
    throw new Problem(
      job.error?.code ?? "INTERNAL_SERVER_ERROR",
      job.error?.message ?? "Internal server error",
    );
  if (job.status !== "DONE")
    throw new Problem(
      "CONFLICT",
      "The work goes on, and was not waited for: jobs tells what becomes of it.",
    );
  return job.result;
};
