import { setTimeout as delay } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import { epochMillis, type Instant } from "../../memory/time.ts";
import { memorySettings } from "../../read/memory-settings.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { WriteServices } from "../services.ts";
import { Draft, type FinishedDraft } from "./draft.ts";

/**
 * One draft of a space at a time within a process, so that its writers do not undo each other's
 * work. The head guards against other processes.
 */
const limits = new WeakMap<SpaceStore, LimitFunction>();

const limitOf = (space: SpaceStore): LimitFunction => {
  const limit = limits.get(space) ?? pLimit(1);
  limits.set(space, limit);
  return limit;
};

/**
 * How far record time may run ahead of the clock and still be waited for, in milliseconds. A clock
 * that was set back by more holds up nobody.
 */
const LONGEST_WAIT = 50;

/**
 * Waits until the clock has reached a record time, which is a millisecond or two after a burst of
 * commits: whoever asks for what is known now, after a write was acknowledged, must find it.
 */
const clockReaches = async (recordedAt: Instant, now: () => number): Promise<void> => {
  const ahead = epochMillis(recordedAt) - now();
  if (ahead > 0 && ahead <= LONGEST_WAIT) await delay(ahead);
};

/**
 * Builds a draft on the head and commits it. Where the head has moved meanwhile, it builds another
 * on fresh state, until a commit succeeds; so `build` may run several times and must do nothing but
 * draft. Where it finishes nothing, or with `dryRun`, nothing is committed. The user's settings are
 * read with the head. Gives what the last run of `build` gave.
 */
export const commitDraft = <T extends { readonly finished: Pick<FinishedDraft, "commit"> | null }>(
  services: WriteServices,
  space: SpaceStore,
  build: (draft: Draft) => Promise<T>,
  { dryRun = false }: { readonly dryRun?: boolean | undefined } = {},
): Promise<T> =>
  limitOf(space)(async () => {
    for (;;) {
      const [head, settings] = await Promise.all([space.head(), memorySettings(space)]);
      const draft = new Draft(services, space, head, settings);
      const built = await build(draft);
      if (built.finished === null || dryRun) return built;
      if (!(await space.commit(draft.head, built.finished.commit))) continue;
      await clockReaches(draft.recordedAt, services.now);
      return built;
    }
  });
