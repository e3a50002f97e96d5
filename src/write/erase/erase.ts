import { createHash } from "node:crypto";
import pLimit, { type LimitFunction } from "p-limit";
import { Problem } from "../../memory/problem.ts";
import { BEGINNING, instantOf, later, type Instant } from "../../memory/time.ts";
import type { ErasedCounts, Erasure } from "../../store/erasure.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { WriteServices } from "../services.ts";
import { checkErased } from "./check.ts";
import { planErasure, type ErasurePlan } from "./plan.ts";
import {
  addCounts,
  dropProgress,
  keepPlan,
  keepProgress,
  keptPlan,
  progressOn,
  unfinishedErasures,
  type Progress,
} from "./progress.ts";
import { together } from "./together.ts";
import { itemsOfSpace } from "./items-of-space.ts";
import { rebuildTexts } from "./rebuild-texts.ts";
import { sweepSessions } from "./sweep-sessions.ts";
import type { ErasureCheck, ErasureReceipt, ErasureTarget } from "./target.ts";

/** One erasure of a space at a time within a process. */
const turns = new WeakMap<SpaceStore, LimitFunction>();

const inTurn = <T>(space: SpaceStore, act: () => Promise<T>): Promise<T> => {
  const turn = turns.get(space) ?? pLimit(1);
  turns.set(space, turn);
  return turn(act);
};

type Named = Exclude<ErasureTarget, { scope: "SPACE" }>;

const NAMES: Readonly<Record<Named["scope"], string>> = {
  FACT: "fact",
  ENTITY: "entity",
  EVENT: "event",
  SESSION: "session",
};

const planOf = async (
  space: SpaceStore,
  target: Named,
): Promise<{ readonly plan: ErasurePlan | null; readonly tag: string }> => {
  const { recordedAt, tag } = await space.head();
  return { plan: await planErasure(space, target, recordedAt ?? BEGINNING), tag };
};

/** What a dry run would remove, as far as it can be told without doing it. */
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

const rewrittenIn = ({ rewritten }: Erasure): number =>
  Object.values(rewritten).reduce((sum, records) => sum + records.length, 0);

const hashOf = (target: ErasureTarget, at: Instant, removed: ErasedCounts): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        target.scope,
        target.id,
        at,
        Object.entries(removed).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ]),
    )
    .digest("hex");

/** Removes pass by pass: what was written meanwhile goes with the next. `words`: what must be found nowhere any more. */
const remove = async (
  space: SpaceStore,
  begun: Progress,
  words: Set<string>,
): Promise<Progress> => {
  let progress = begun;
  let left = await keptPlan(space, begun);
  for (;;) {
    const { plan, tag } = await planOf(space, progress.target);
    if (plan === null && left === null) return progress;
    for (const word of plan?.words ?? []) words.add(word);
    const erasure = together(plan?.erasure ?? null, left);
    const ahead = await keepPlan(
      space,
      { ...progress, touched: [...new Set([...progress.touched, ...(plan?.touched ?? [])])] },
      erasure,
    );
    const removed = await space.erase({ tag }, erasure);
    if (removed === null) continue;
    left = null;
    progress = {
      ...ahead,
      planned: 0,
      removed: addCounts(progress.removed, removed),
      rewritten: progress.rewritten + rewrittenIn(erasure),
    };
  }
};

/** All that is left of an erasure to do, from wherever it stands; each step may be done again. */
const carryOut = async (
  services: WriteServices,
  space: SpaceStore,
  begun: Progress,
): Promise<{ readonly progress: Progress; readonly words: readonly string[] }> => {
  const words = new Set<string>();
  let progress = begun;
  if (!progress.isRemoved) {
    progress = { ...(await remove(space, progress, words)), isRemoved: true };
    await keepProgress(space, progress);
  }
  const { recordedAt } = await space.head();
  const touched =
    recordedAt === null
      ? []
      : (
          await space.entitiesAsOf(
            progress.touched.map((entity) => ({ entity, knownAt: recordedAt })),
          )
        ).flatMap((version) => (version === null ? [] : [version.entity]));
  await rebuildTexts(services, space, touched);
  await space.scrub();
  return { progress, words: [...words] };
};

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
  const removed = await space.eraseAll();
  const { recordedAt } = await space.head();
  const check = {
    clean: recordedAt === null,
    lookedFor: 0,
    of: 0,
    saidElsewhere: 0,
    places: ["the space"],
    found: [],
  };
  return {
    target,
    dryRun,
    at,
    removed,
    rewritten: 0,
    hash: hashOf(target, at, removed),
    check,
    items: [],
  };
};

/**
 * Forgets for good (docs/forgetting.md): what is named, what it was drawn from, and what was drawn from it. A dry run tells what would go and
 * changes nothing. Cut short, it is taken up by the next request of the space (`resumeErasures`). Throws NOT_FOUND, and CONFLICT for an entity
 * that is merged into another.
 */
export const erase = (
  services: WriteServices,
  space: SpaceStore,
  target: ErasureTarget,
  dryRun = false,
): Promise<ErasureReceipt> =>
  inTurn(space, () =>
    target.scope === "SPACE"
      ? eraseSpace(services, space, dryRun)
      : eraseNamed(services, space, target, dryRun),
  );

const eraseNamed = async (
  services: WriteServices,
  space: SpaceStore,
  target: Named,
  dryRun: boolean,
): Promise<ErasureReceipt> => {
  const { plan } = await planOf(space, target);
  const unfinished = await progressOn(space, target);
  if (plan === null && unfinished === null)
    throw new Problem("NOT_FOUND", `There is no such ${NAMES[target.scope]}.`);
  const { recordedAt } = await space.head();
  const at = later(instantOf(services.now()), recordedAt ?? BEGINNING);
  if (dryRun) {
    const removed = plan ? countsOf(plan.erasure) : {};
    return {
      target,
      dryRun,
      at,
      removed,
      rewritten: plan ? rewrittenIn(plan.erasure) : 0,
      hash: hashOf(target, at, removed),
      check: null,
      items: plan?.items ?? [],
    };
  }
  const begun: Progress = unfinished ?? {
    target,
    startedAt: at,
    removed: {},
    rewritten: 0,
    touched: [],
    planned: 0,
    isRemoved: false,
  };
  await keepProgress(space, begun);
  const { progress, words } = await carryOut(services, space, begun);
  const { check, removed, rewritten } = await checked(space, words, progress.removed);
  await dropProgress(space, target);
  return {
    target,
    dryRun,
    at,
    removed,
    rewritten: progress.rewritten + rewritten,
    hash: hashOf(target, at, removed),
    check,
    items: [],
  };
};

/** Looks for the words; where a session says them still, what says them is taken there too, and looked for again. */
const checked = async (
  space: SpaceStore,
  words: readonly string[],
  before: ErasedCounts,
): Promise<{
  readonly check: ErasureCheck;
  readonly removed: ErasedCounts;
  readonly rewritten: number;
}> => {
  const { check, leftInSessions } = await checkErased(space, words);
  if (leftInSessions.length === 0) return { check, removed: before, rewritten: 0 };
  const swept = await sweepSessions(space, leftInSessions);
  await space.scrub();
  return {
    check: (await checkErased(space, words)).check,
    removed: addCounts(before, swept.removed),
    rewritten: swept.rewritten,
  };
};

/** Ends what an earlier run of the service has begun. Gives how many. */
export const resumeErasures = (services: WriteServices, space: SpaceStore): Promise<number> =>
  inTurn(space, async () => {
    const unfinished = await unfinishedErasures(space);
    for (const begun of unfinished) {
      await carryOut(services, space, begun);
      await dropProgress(space, begun.target);
    }
    return unfinished.length;
  });
