import { createHash } from "node:crypto";
import pLimit, { type LimitFunction } from "p-limit";
import { notFound } from "../../memory/problem.ts";
import { instantOf, knownAtOf, later, type Instant } from "../../memory/time.ts";
import type { ErasedCounts, Erasure } from "../../store/port/erasure.ts";
import { StoreUnavailable, type SpaceStore } from "../../store/port.ts";
import type { WriteServices } from "../services.ts";
import { checkErased } from "./check-erased.ts";
import { withRemainder } from "./planned-removal.ts";
import { planErasure, type ErasurePlan } from "./plan.ts";
import {
  addCounts,
  deleteProgress,
  storePlan,
  storeProgress,
  storedPlan,
  progressOn,
  unfinishedErasures,
  type ErasureProgress,
} from "./unfinished-erasures.ts";

import { itemsOfSpace } from "./items.ts";
import { rebuildTexts } from "./rebuild-texts.ts";
import { sweepSessions } from "./sweep-sessions.ts";
import type { ErasureCheck, ErasureReceipt, ErasureTarget, NamedTarget } from "./target.ts";

/** One erasure of a space at a time within a process. */
const limits = new WeakMap<SpaceStore, LimitFunction>();

const oneAtATime = <T>(space: SpaceStore, act: () => Promise<T>): Promise<T> => {
  const limit = limits.get(space) ?? pLimit(1);
  limits.set(space, limit);
  return limit(act);
};

const NAMES = {
  FACT: "fact",
  ENTITY: "entity",
  EVENT: "event",
  SESSION: "session",
} as const satisfies Readonly<Record<NamedTarget["scope"], string>>;

/** Runs an erasure, and once more after the store has made room if its disk is full. */
const withRoom = async <T>(space: SpaceStore, act: () => Promise<T>): Promise<T> => {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || error.reason !== "FULL") throw error;
    await space.makeRoom();
    return act();
  }
};

const planOf = async (
  space: SpaceStore,
  target: NamedTarget,
): Promise<{ readonly plan: ErasurePlan | null; readonly tag: string }> => {
  const { recordedAt, tag } = await space.head();
  return { plan: await planErasure(space, target, knownAtOf(recordedAt)), tag };
};

/**
 * The numbers of items that a dry run would remove, as far as it can know them without removing
 * anything.
 */
const countsOf = ({
  facts,
  entities,
  relationships,
  events,
  decisions,
  changes,
  texts,
  memories,
  references,
  turns,
  notes,
  sessions,
}: Erasure): ErasedCounts => {
  const counts = {
    FACT: facts.length,
    ENTITY: entities.length,
    RELATIONSHIP: relationships.length,
    EVENT: events.length,
    DECISION: decisions.length,
    CHANGE: changes.length,
    SEARCH_TEXT: texts.length,
    MEMORY_VERSION: memories.length,
    REFERENCE: references.length,
    TURN: turns.length,
    NOTE: notes.length,
    SESSION: sessions.length,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
};

const rewrittenIn = ({ rewrittenRecords }: Erasure): number =>
  Object.values(rewrittenRecords).reduce((sum, records) => sum + records.length, 0);

const hashOf = (target: ErasureTarget, at: Instant, removedCounts: ErasedCounts): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        target.scope,
        target.id,
        at,
        Object.entries(removedCounts).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ]),
    )
    .digest("hex");

/**
 * Removes in passes: the next pass removes data that was written meanwhile. Adds to `words` the
 * words that must not be found afterwards.
 */
const remove = async (
  space: SpaceStore,
  initialProgress: ErasureProgress,
  words: Set<string>,
): Promise<ErasureProgress> => {
  let progress = initialProgress;
  let remainder = await storedPlan(space, initialProgress);
  for (;;) {
    const { plan, tag } = await planOf(space, progress.target);
    if (plan === null && remainder === null) return progress;
    for (const word of plan?.words ?? []) words.add(word);
    const erasure = withRemainder(plan?.erasure ?? null, remainder);
    const ahead = await storePlan(
      space,
      {
        ...progress,
        touched: [...new Set([...progress.touched, ...(plan?.touchedEntities ?? [])])],
      },
      erasure,
    );
    const removedCounts = await space.erase({ tag }, erasure);
    if (removedCounts === null) continue;
    remainder = null;
    progress = {
      ...ahead,
      planned: 0,
      removed: addCounts(progress.removed, removedCounts),
      rewritten: progress.rewritten + rewrittenIn(erasure),
    };
  }
};

/**
 * Completes an erasure, up to the bytes. Each step may run again. Adds to `words` the words that
 * must not be found afterwards. `isScrubbed` is false if some of the bytes may remain.
 */
const carryOut = async (
  services: WriteServices,
  space: SpaceStore,
  initialProgress: ErasureProgress,
  words = new Set<string>(),
): Promise<{ readonly progress: ErasureProgress; readonly isScrubbed: boolean }> => {
  let progress = initialProgress;
  if (!progress.isRemoved) {
    progress = { ...(await remove(space, progress, words)), isRemoved: true };
    await storeProgress(space, progress);
  }
  const { recordedAt } = await space.head();
  const touchedEntities =
    recordedAt === null
      ? []
      : (
          await space.entitiesAsOf(
            progress.touched.map((entity) => ({ entity, knownAt: recordedAt })),
          )
        ).flatMap((version) => (version === null ? [] : [version.entity]));
  await rebuildTexts(services, space, touchedEntities);
  return { progress, isScrubbed: await space.scrub() };
};

/** Erases everything in a space. The check is only that the space has no head afterwards. */
const eraseSpace = async (
  services: WriteServices,
  space: SpaceStore,
  dryRun: boolean,
): Promise<ErasureReceipt> => {
  const target = { scope: "SPACE", id: null } as const;
  const at = instantOf(services.now());
  if (dryRun) {
    const counts = await space.countAll();
    return {
      target,
      dryRun,
      at,
      removed: counts,
      rewritten: 0,
      hash: hashOf(target, at, counts),
      check: null,
      items: await itemsOfSpace(space),
    };
  }
  const removedCounts = await withRoom(space, () => space.eraseAll());
  const { recordedAt } = await space.head();
  const check = {
    clean: recordedAt === null,
    lookedFor: 0,
    of: 0,
    saidElsewhere: 0,
    places: ["the space"],
    remainders: [],
  };
  return {
    target,
    dryRun,
    at,
    removed: removedCounts,
    rewritten: 0,
    hash: hashOf(target, at, removedCounts),
    check,
    items: [],
  };
};

/**
 * Erases a target permanently, with everything from which it was extracted and everything that was
 * derived from it (docs/reference/forgetting.md). A dry run reports what would be erased and
 * changes nothing. The next request of the space completes an interrupted erasure
 * (`resumeErasures`). Throws NOT_FOUND, and CONFLICT for a merged entity.
 */
export const erase = (
  services: WriteServices,
  space: SpaceStore,
  target: ErasureTarget,
  dryRun = false,
): Promise<ErasureReceipt> =>
  oneAtATime(space, () =>
    target.scope === "SPACE"
      ? eraseSpace(services, space, dryRun)
      : eraseNamed(services, space, target, dryRun),
  );

const startOf = (target: NamedTarget, startedAt: Instant): ErasureProgress => ({
  target,
  startedAt,
  removed: {},
  rewritten: 0,
  touched: [],
  planned: 0,
  isRemoved: false,
});

/**
 * Erases everything of a target within a space. The progress is stored before anything is removed,
 * so that the next request can complete an interrupted erasure.
 */
const eraseNamed = async (
  services: WriteServices,
  space: SpaceStore,
  target: NamedTarget,
  dryRun: boolean,
): Promise<ErasureReceipt> => {
  const { plan } = await planOf(space, target);
  const unfinishedProgress = await progressOn(space, target);
  if (plan === null && unfinishedProgress === null) throw notFound(NAMES[target.scope]);
  const { recordedAt } = await space.head();
  const at = later(instantOf(services.now()), knownAtOf(recordedAt));
  if (dryRun) {
    const removedCounts = plan ? countsOf(plan.erasure) : {};
    return {
      target,
      dryRun,
      at,
      removed: removedCounts,
      rewritten: plan ? rewrittenIn(plan.erasure) : 0,
      hash: hashOf(target, at, removedCounts),
      check: null,
      items: plan?.items ?? [],
    };
  }
  const words = new Set<string>();
  const { progress, isScrubbed } = await withRoom(space, async () => {
    const initialProgress = (await progressOn(space, target)) ?? startOf(target, at);
    await storeProgress(space, initialProgress);
    return carryOut(services, space, initialProgress, words);
  });
  const { check, removedCounts, rewrittenCount } = await checkAndSweep(
    space,
    [...words],
    progress.removed,
  );
  // The next run of the service scrubs again.
  if (isScrubbed) await deleteProgress(space, target);
  return {
    target,
    dryRun,
    at,
    removed: removedCounts,
    rewritten: progress.rewritten + rewrittenCount,
    hash: hashOf(target, at, removedCounts),
    check,
    items: [],
  };
};

/**
 * Searches for erased words. If a session still contains some, erases them there too and searches
 * again.
 */
const checkAndSweep = async (
  space: SpaceStore,
  words: readonly string[],
  before: ErasedCounts,
): Promise<{
  readonly check: ErasureCheck;
  readonly removedCounts: ErasedCounts;
  readonly rewrittenCount: number;
}> => {
  const { check, leftInSessions } = await checkErased(space, words);
  if (leftInSessions.length === 0) return { check, removedCounts: before, rewrittenCount: 0 };
  const sweep = await sweepSessions(space, leftInSessions);
  await space.scrub();
  return {
    check: (await checkErased(space, words)).check,
    removedCounts: addCounts(before, sweep.removedCounts),
    rewrittenCount: sweep.rewrittenCount,
  };
};

/** Completes the erasures that an earlier run of the service started. Returns their number. */
export const resumeErasures = (services: WriteServices, space: SpaceStore): Promise<number> =>
  oneAtATime(space, async () => {
    const erasures = await unfinishedErasures(space);
    for (const progress of erasures) {
      const { isScrubbed } = await carryOut(services, space, progress);
      if (isScrubbed) await deleteProgress(space, progress.target);
    }
    return erasures.length;
  });

/**
 * Finishes erasures that were interrupted when an earlier run of the service was killed. A space is
 * checked when it is first used.
 */
export class UnfinishedErasures {
  readonly #services: WriteServices;
  readonly #seenSpaces = new WeakSet<SpaceStore>();
  readonly #running = new Set<Promise<void>>();

  constructor(services: WriteServices) {
    this.#services = services;
  }

  /** Checks a space once, in the background. */
  notice(space: SpaceStore): void {
    if (this.#seenSpaces.has(space)) return;
    this.#seenSpaces.add(space);
    const run = this.#resume(space).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Resolves when no erasure is running. */
  async stop(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #resume(space: SpaceStore): Promise<void> {
    try {
      await resumeErasures(this.#services, space);
    } catch (error) {
      this.#seenSpaces.delete(space);
      this.#services.log.warn({ error }, "An interrupted erasure could not be finished yet.");
    }
  }
}
