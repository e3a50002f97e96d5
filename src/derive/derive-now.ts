import type { SpaceStore } from "../store/port.ts";
import type { DerivationScope } from "./derivation.ts";
import { DERIVATIONS, type DerivationResults } from "./derivations.ts";
import { resultOf, scopeOf } from "./jobs/job-request.ts";
import type { JobKind } from "./jobs/job.ts";
import type { Jobs } from "./jobs/jobs.ts";

export interface DeriveRequest extends DerivationScope {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a derivation as the same job that the worker would run, and returns its result. Throws the
 * error of a failed job, NOT_FOUND for an unknown session, and CONFLICT if the service stops before
 * the job ends.
 */
export const deriveNow = async <Kind extends JobKind>(
  jobs: Jobs,
  space: SpaceStore,
  kind: Kind,
  { session, entity, limit, signal }: DeriveRequest = {},
): Promise<DerivationResults[Kind]> => {
  const scope = await scopeOf(space, kind, session ?? null);
  const options = {
    ...(entity !== undefined && { entity }),
    ...(limit !== undefined && { limit }),
  };
  const job = await jobs.run(space, { ...scope, by: "CALLER", options }, signal);
  return DERIVATIONS[kind].load(space, resultOf(job));
};
