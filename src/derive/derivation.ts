import type { EntityId, SessionId } from "../memory/ids.ts";
import { instantOf, later, type TimePoint } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import type { WriteServices } from "../write/services.ts";

/** What a derivation works on. Each kind reads the fields that concern it. */
export interface DerivationScope {
  readonly session?: SessionId | undefined;
  readonly entity?: EntityId | undefined;
  /**
   * How many of the newest turns, facts or entities to look at. Each kind has its default and
   * bounds.
   */
  readonly limit?: number | undefined;
}

/** Progress in steps of the derivation. `total` is null while it is unknown. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
}

export interface RunOptions {
  /**
   * Aborts a model call at once, and otherwise the run between two steps. What is committed stays.
   */
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((progress: Progress) => void) | undefined;
}

/**
 * One kind of derived memory, made on demand or by a job. A run may be cut off at any step: running
 * it again from the start ends in the same state as one complete run, for a reason that each
 * derivation gives in its comment. Rejects with a Problem for an invalid scope, and with a
 * ModelUnavailable or a StoreUnavailable when a later attempt may succeed.
 */
export type Derivation<Result> = (
  services: WriteServices,
  space: SpaceStore,
  scope: DerivationScope,
  run?: RunOptions,
) => Promise<Result>;

/** The head on both axes; now, for a space without a commit. */
export const headPoint = async (
  { now }: Pick<WriteServices, "now">,
  space: SpaceStore,
): Promise<TimePoint> => {
  const knownAt = (await space.head()).recordedAt ?? instantOf(now());
  return { knownAt, validAt: knownAt };
};

/**
 * Everything that is known, and what of it is true now. `now` may lie behind a head that another
 * machine wrote.
 */
export const presentPoint = async (
  services: Pick<WriteServices, "now">,
  space: SpaceStore,
): Promise<TimePoint> => {
  const { knownAt } = await headPoint(services, space);
  return { knownAt, validAt: later(knownAt, instantOf(services.now())) };
};
