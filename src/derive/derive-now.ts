import type { EntityId, SessionId } from "../memory/ids.ts";
import type { SpaceStore } from "../store/port.ts";
import { resultOf, scopeOf } from "./jobs/job-request.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { WORKS, type JobResult, type ResultOf, type WorkKind } from "./works.ts";

export interface DeriveRequest {
  readonly session?: SessionId | undefined;
  readonly entity?: EntityId | undefined;
  readonly limit?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Has a piece of work done as a job, the same one that the worker begins, and gives what it gave. Throws what it failed with, NOT_FOUND for a
 * session that there is not, and CONFLICT where the service stops before it is done.
 */
export const deriveNow = async <Kind extends WorkKind>(
  jobs: Jobs,
  space: SpaceStore,
  kind: Kind,
  { session, entity, limit, signal }: DeriveRequest = {},
): Promise<ResultOf<Kind>> => {
  const scope = await scopeOf(space, kind, session ?? null);
  const job = await jobs.run(
    space,
    {
      ...scope,
      by: "CALLER",
      options: { ...(entity !== undefined && { entity }), ...(limit !== undefined && { limit }) },
    },
    signal,
  );
  return (await WORKS[kind].read(space, resultOf(job) as unknown as JobResult)) as ResultOf<Kind>;
};
