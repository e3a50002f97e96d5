import { createHash } from "node:crypto";
import type { Instant } from "../../memory/time.ts";
import type { ErasedCounts, ErasedKind } from "../../store/erasure.ts";
import type { Note, SpaceStore } from "../../store/port.ts";
import type { ErasureScope, ErasureTarget } from "./target.ts";

/** Where erasures that are under way stand, in the space's notes: what was named, and nothing of what it said. */
export const ERASURES_PATH = "/erasures/";

type Named = Exclude<ErasureTarget, { scope: "SPACE" }>;

export interface Progress {
  readonly target: Named;
  readonly startedAt: Instant;
  readonly removed: ErasedCounts;
  readonly rewritten: number;
  /** Entities whose search texts are still to be made anew. */
  readonly touched: readonly string[];
  /** Whether all of it is removed, so that only the bytes are left to be overwritten. */
  readonly isRemoved: boolean;
}

/** An id may be that of what is removed: its digest tells as much. */
const pathOf = ({ scope, id }: Named): string => `${ERASURES_PATH}${scope.toLowerCase()}-${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;

export const keepProgress = async (space: SpaceStore, progress: Progress): Promise<void> => {
  const { target, ...rest } = progress;
  await space.changeNotes(null, [{ path: pathOf(target), value: { ...rest, scope: target.scope, id: target.id } }]);
};

export const dropProgress = async (space: SpaceStore, target: Named): Promise<void> => {
  await space.changeNotes(null, [{ path: pathOf(target) }]);
};

type Stored = Omit<Progress, "target"> & { readonly scope: Exclude<ErasureScope, "SPACE">; readonly id: string };

const progressOf = ({ value }: Note): Progress => {
  const { scope, id, ...rest } = value as unknown as Stored;
  return { ...rest, target: { scope, id } };
};

/** Erasures that were begun and not ended. */
export const unfinishedErasures = async (space: SpaceStore): Promise<Progress[]> => (await space.notes(null, ERASURES_PATH)).map(progressOf);

export const progressOn = async (space: SpaceStore, target: Named): Promise<Progress | null> => {
  const note = (await space.notes(null, pathOf(target))).find(({ path }) => path === pathOf(target));
  return note ? progressOf(note) : null;
};

export const addCounts = (a: ErasedCounts, b: ErasedCounts): ErasedCounts => {
  const sum: Partial<Record<ErasedKind, number>> = { ...a };
  for (const [kind, count] of Object.entries(b) as [ErasedKind, number][]) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
};
