import type { EntityId, SessionId } from "../memory/ids.ts";
import { instantOf, knownAtOf, later, type TimePoint } from "../memory/time.ts";
import type { SpaceStore } from "../store/port.ts";
import type { WriteServices } from "../write/services.ts";

/** The scope of a derivation. Each kind reads the fields that it needs. */
export interface DerivationScope {
  readonly session?: SessionId | undefined;
  readonly entity?: EntityId | undefined;
  /** Number of latest turns, facts or entities to read. Each kind has its default and limits. */
  readonly limit?: number | undefined;
}

/** Progress in steps of the derivation. `total` is null while it is unknown. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
}

export interface RunOptions {
  /**
   * Aborts a model call at once, and otherwise the run between two steps. Committed data remains.
   */
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((progress: Progress) => void) | undefined;
}

/**
 * One kind of derived memory, made on demand or by a job. A run may stop at any step. Running it
 * again from the start leads to the same state as one complete run; the comment of each derivation
 * says why. Rejects with a Problem for an invalid scope, and with a ModelUnavailable or a
 * StoreUnavailable if a later attempt may succeed.
 */
export type Derivation<Result> = (
  services: WriteServices,
  space: SpaceStore,
  scope: DerivationScope,
  run?: RunOptions,
) => Promise<Result>;

/** The head on both axes. The valid time of a space without a commit is the current time. */
export const headPoint = async (
  { now }: Pick<WriteServices, "now">,
  space: SpaceStore,
): Promise<TimePoint> => {
  const { recordedAt } = await space.head();
  return { knownAt: knownAtOf(recordedAt), validAt: recordedAt ?? instantOf(now()) };
};

/**
 * The view of everything that is known and true now. `now` may be earlier than a head that another
 * machine wrote.
 */
export const presentPoint = async (
  services: Pick<WriteServices, "now">,
  space: SpaceStore,
): Promise<TimePoint> => {
  const { knownAt } = await headPoint(services, space);
  return { knownAt, validAt: later(knownAt, instantOf(services.now())) };
};
