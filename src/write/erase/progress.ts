import { createHash } from "node:crypto";
import type { Instant } from "../../memory/time.ts";
import type { ErasedCounts, ErasedKind, Erasure } from "../../store/erasure.ts";
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
  /** How many notes the ids lie in that the pass under way takes away; 0 where there is none. */
  readonly planned: number;
  /** Whether all of it is removed, so that only the bytes are left to be overwritten. */
  readonly isRemoved: boolean;
}

/** An id may be that of what is removed: its digest tells as much. */
const pathOf = ({ scope, id }: Named): string =>
  `${ERASURES_PATH}${scope.toLowerCase()}-${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;

export const keepProgress = async (space: SpaceStore, progress: Progress): Promise<void> => {
  const { target, ...rest } = progress;
  await space.changeNotes(null, [
    { path: pathOf(target), value: { ...rest, scope: target.scope, id: target.id } },
  ]);
};

export const dropProgress = async (space: SpaceStore, target: Named): Promise<void> => {
  const plans = await space.notes(null, `${pathOf(target)}/plan/`);
  for (const { path } of plans) await space.changeNotes(null, [{ path }]);
  await space.changeNotes(null, [{ path: pathOf(target) }]);
};

/** Ids of what a pass takes away: what is left of it after a crash can be found by nothing else, where what led to it is gone. No word is among them. */
export type PlannedRemoval = Omit<Erasure, "rewritten">;

/** A note takes 1 MB. */
const PART_LENGTH = 400_000;
const planPath = (target: Named, part: number): string =>
  `${pathOf(target)}/plan/${String(part).padStart(6, "0")}`;

/** Puts what a pass is to take away on record, the progress that tells of it last. */
export const keepPlan = async (
  space: SpaceStore,
  progress: Progress,
  erasure: Erasure,
): Promise<Progress> => {
  const removal: PlannedRemoval & { readonly rewritten?: undefined } = {
    ...erasure,
    rewritten: undefined,
  };
  const text = JSON.stringify(removal);
  const parts = Array.from({ length: Math.ceil(text.length / PART_LENGTH) }, (_, i) =>
    text.slice(i * PART_LENGTH, (i + 1) * PART_LENGTH),
  );
  for (const [i, value] of parts.entries())
    await space.changeNotes(null, [{ path: planPath(progress.target, i), value }]);
  const planned: Progress = { ...progress, planned: parts.length };
  await keepProgress(space, planned);
  return planned;
};

/** What the pass under way takes away; null where none is. */
export const keptPlan = async (
  space: SpaceStore,
  { target, planned }: Progress,
): Promise<PlannedRemoval | null> => {
  if (planned === 0) return null;
  const notes = new Map(
    (await space.notes(null, `${pathOf(target)}/plan/`)).map(({ path, value }) => [path, value]),
  );
  return JSON.parse(
    Array.from({ length: planned }, (_, i) => String(notes.get(planPath(target, i)) ?? "")).join(
      "",
    ),
  ) as PlannedRemoval;
};

type Stored = Omit<Progress, "target"> & {
  readonly scope: Exclude<ErasureScope, "SPACE">;
  readonly id: string;
};

const progressOf = ({ value }: Note): Progress => {
  const { scope, id, ...rest } = value as unknown as Stored;
  return { ...rest, target: { scope, id } };
};

/** Erasures that were begun and not ended. */
export const unfinishedErasures = async (space: SpaceStore): Promise<Progress[]> =>
  (await space.notes(null, ERASURES_PATH))
    .filter(({ path }) => !path.includes("/plan/"))
    .map(progressOf);

export const progressOn = async (space: SpaceStore, target: Named): Promise<Progress | null> => {
  const note = (await space.notes(null, pathOf(target))).find(
    ({ path }) => path === pathOf(target),
  );
  return note ? progressOf(note) : null;
};

export const addCounts = (a: ErasedCounts, b: ErasedCounts): ErasedCounts => {
  const sum: Partial<Record<ErasedKind, number>> = { ...a };
  for (const [kind, count] of Object.entries(b) as [ErasedKind, number][])
    sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
};
