import { createHash } from "node:crypto";
import { z } from "zod";
import type { Instant } from "../../memory/time.ts";
import type { Note, SpaceStore } from "../../store/port.ts";
import { ERASED_KINDS, type ErasedCounts, type Erasure } from "../../store/port/erasure.ts";
import { storedInstant } from "../../store/note-values.ts";
import { readPlannedRemoval, type PlannedRemoval } from "./planned-removal.ts";
import type { NamedTarget } from "./target.ts";

/**
 * The notes of a space with the progress of its running erasures. They contain the targets, but no
 * words.
 */
export const ERASURES_PATH = "/erasures/";

/** ErasureProgress of an erasure. */
export interface ErasureProgress {
  readonly target: NamedTarget;
  readonly startedAt: Instant;
  readonly removed: ErasedCounts;
  readonly rewritten: number;
  /** Entities whose search texts must still be rebuilt. */
  readonly touched: readonly string[];
  /** Number of notes with the ids that the current pass removes; 0 if no pass is running. */
  readonly planned: number;
  /** Whether everything is removed, so that only the bytes must still be overwritten. */
  readonly isRemoved: boolean;
}

const storedProgress = z.object({
  scope: z.enum(["FACT", "ENTITY", "EVENT", "SESSION"]),
  id: z.string(),
  startedAt: storedInstant,
  removed: z.partialRecord(z.enum(ERASED_KINDS), z.number()),
  rewritten: z.number(),
  touched: z.array(z.string()),
  planned: z.number(),
  isRemoved: z.boolean(),
});

const progressOf = ({ value }: Note): ErasureProgress => {
  const { scope, id, ...progress } = storedProgress.parse(value);
  return { ...progress, target: { scope, id } };
};

/** The id may be that of an erased item, so the path contains only its digest. */
const pathOf = ({ scope, id }: NamedTarget): string =>
  `${ERASURES_PATH}${scope.toLowerCase()}-${createHash("sha256").update(id).digest("hex").slice(0, 32)}`;

const plansPath = (target: NamedTarget): string => `${pathOf(target)}/plan/`;
const planPath = (target: NamedTarget, part: number): string =>
  `${plansPath(target)}${String(part).padStart(6, "0")}`;

export const storeProgress = async (
  space: SpaceStore,
  progress: ErasureProgress,
): Promise<void> => {
  const { target, ...rest } = progress;
  await space.changeNotes(null, [{ path: pathOf(target), value: { ...rest, ...target } }]);
};

export const deleteProgress = async (space: SpaceStore, target: NamedTarget): Promise<void> => {
  const plans = await space.notes(null, plansPath(target));
  for (const { path } of plans) await space.changeNotes(null, [{ path }]);
  await space.changeNotes(null, [{ path: pathOf(target) }]);
};

/** Maximum number of characters of a plan in one note. The limit of a note is 1 MB. */
const PART_LENGTH = 400_000;

/** Stores the plan of a pass and then the progress that refers to it. Returns that progress. */
export const storePlan = async (
  space: SpaceStore,
  progress: ErasureProgress,
  erasure: Erasure,
): Promise<ErasureProgress> => {
  const text = JSON.stringify({ ...erasure, rewrittenRecords: undefined });
  const parts = Array.from({ length: Math.ceil(text.length / PART_LENGTH) }, (_, i) =>
    text.slice(i * PART_LENGTH, (i + 1) * PART_LENGTH),
  );
  for (const [i, value] of parts.entries())
    await space.changeNotes(null, [{ path: planPath(progress.target, i), value }]);
  const plannedProgress: ErasureProgress = { ...progress, planned: parts.length };
  await storeProgress(space, plannedProgress);
  return plannedProgress;
};

/** The removal plan of the current pass; null if no pass is running. */
export const storedPlan = async (
  space: SpaceStore,
  { target, planned }: ErasureProgress,
): Promise<PlannedRemoval | null> => {
  if (planned === 0) return null;
  const notes = new Map(
    (await space.notes(null, plansPath(target))).map(({ path, value }) => [path, value]),
  );
  const parts = Array.from({ length: planned }, (_, i) =>
    String(notes.get(planPath(target, i)) ?? ""),
  );
  return readPlannedRemoval(parts.join(""));
};

/** The erasures that were started and not completed. */
export const unfinishedErasures = async (space: SpaceStore): Promise<ErasureProgress[]> =>
  (await space.notes(null, ERASURES_PATH))
    .filter(({ path }) => !path.includes("/plan/"))
    .map(progressOf);

/** The progress of an erasure of a target; null if none is incomplete. */
export const progressOn = async (
  space: SpaceStore,
  target: NamedTarget,
): Promise<ErasureProgress | null> => {
  const note = await space.note(null, pathOf(target));
  return note ? progressOf(note) : null;
};

export const addCounts = (a: ErasedCounts, b: ErasedCounts): ErasedCounts =>
  Object.fromEntries(
    ERASED_KINDS.flatMap((kind) => {
      const count = (a[kind] ?? 0) + (b[kind] ?? 0);
      return a[kind] === undefined && b[kind] === undefined ? [] : [[kind, count]];
    }),
  );
