import { setTimeout as delay } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import { epochMillis, type Instant } from "../memory/time.ts";
import type { MemorySettings } from "../memory/memory-settings.ts";
import { memorySettings } from "../read/memory-settings.ts";
import type { SpaceStore } from "../store/port.ts";
import { Draft, type FinishedDraft } from "./draft/draft.ts";
import type { WriteServices } from "./services.ts";

/** One draft of a space at a time within a process, so that its writers do not undo each other's work; other processes are met by the head. */
const turns = new WeakMap<SpaceStore, LimitFunction>();

const turnOf = (space: SpaceStore): LimitFunction => {
  const known = turns.get(space);
  if (known) return known;
  const made = pLimit(1);
  turns.set(space, made);
  return made;
};

/** How far the record may run ahead of the clock before nobody waits for it, in milliseconds: a clock that was set back is no reason to stand still. */
const LONGEST_WAIT = 50;

/**
 * Waits until the clock has reached a record time, a millisecond or two after a burst of commits: whoever asks for what was known "now"
 * after a write was acknowledged must find it.
 */
const reached = async (recordedAt: Instant, now: () => number): Promise<void> => {
  const ahead = epochMillis(recordedAt) - now();
  if (ahead > 0 && ahead <= LONGEST_WAIT) await delay(ahead);
};

/**
 * Drafts on the head and commits; where the head has moved meanwhile, drafts again on fresh state until it holds (DESIGN.md §3, 10).
 * What the user lets be remembered is read with the head, unless `permits` tells it. `build` may run several times, so it must do nothing but draft; where it finishes nothing, nothing is committed. Gives what the last
 * run gave.
 */
export const commitDraft = <T extends { readonly finished: FinishedDraft | null }>(
  services: WriteServices,
  space: SpaceStore,
  build: (draft: Draft) => Promise<T>,
  permits?: MemorySettings,
): Promise<T> =>
  turnOf(space)(async () => {
    for (;;) {
      const [head, settings] = await Promise.all([space.head(), permits ?? memorySettings(space)]);
      const draft = new Draft(services, space, head, settings);
      const built = await build(draft);
      if (built.finished === null) return built;
      if (!(await space.commit(draft.head, built.finished.commit))) continue;
      await reached(draft.recordedAt, services.now);
      return built;
    }
  });
