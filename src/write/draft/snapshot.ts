import { knownAtOf, type Instant } from "../../memory/time.ts";
import { keptReads } from "../../store/kept-reads.ts";
import { withMethods } from "../../store/with-methods.ts";
import type { Head, SpaceStore } from "../../store/port.ts";

/** A space as of a head. Every read is cached. */
export interface Snapshot {
  /** The tag of the head. Every commit and every erasure changes it. */
  readonly tag: string;
  readonly knownAt: Instant;
  readonly space: SpaceStore;
}

export const snapshotOf = (space: SpaceStore, { tag, recordedAt }: Head): Snapshot => {
  const knownAt = knownAtOf(recordedAt);
  return { tag, knownAt, space: withMethods(space, keptReads(space, knownAt)) };
};
