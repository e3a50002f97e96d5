import type { EntityId, SessionId } from "../memory/ids.ts";
import type { SpaceStore } from "../store/port.ts";
import type { WriteServices } from "../write/services.ts";

/** What a piece of work is about; what a kind of work does not ask of is left out. */
export interface Scope {
  readonly session?: SessionId | undefined;
  readonly entity?: EntityId | undefined;
  /** How much of the newest is looked at: turns of a summary, facts of a reconciliation. Each kind has its default and its bounds. */
  readonly limit?: number | undefined;
}

/** How far a piece of work has come, in steps of its own; `total` is null while nobody knows. */
export interface Progress {
  readonly done: number;
  readonly total: number | null;
}

export interface Run {
  /** Ends the work between two steps, and what a model is asked at once. What is committed stays. */
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((progress: Progress) => void) | undefined;
}

/**
 * One kind of work of derived memory (DESIGN.md §6), on demand or as a job. Whatever step it is stopped at, doing it again from the start
 * ends in the same state as doing it once: each says in its comment what makes it so. Rejects with a Problem for a scope that makes no
 * sense, and with a ModelUnavailable or a StoreUnavailable where it may be tried again later.
 */
export type Derivation<Result> = (
  services: WriteServices,
  space: SpaceStore,
  scope: Scope,
  run?: Run,
) => Promise<Result>;
