import type { SessionId } from "../../memory/ids.ts";
import type { Job, JobKind, JobStatus } from "./job.ts";

export interface JobSelection {
  /** Null or left out: of any. */
  readonly status?: readonly JobStatus[] | null | undefined;
  readonly kind?: readonly JobKind[] | null | undefined;
  readonly session?: SessionId | null | undefined;
}

/** The jobs that are meant, the one that was asked for last first. */
export const selectJobs = (jobs: readonly Job[], { status, kind, session }: JobSelection): Job[] =>
  jobs
    .filter(
      (job) =>
        (status == null || status.includes(job.status)) &&
        (kind == null || kind.includes(job.kind)) &&
        (session == null || job.session === session),
    )
    .sort((a, b) =>
      a.requestedAt === b.requestedAt ? compare(a.id, b.id) : compare(b.requestedAt, a.requestedAt),
    );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
