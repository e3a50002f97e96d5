import { setTimeout as delay } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import { epochMillis, type Instant } from "../../memory/time.ts";
import { userSettings } from "../../read/user-settings.ts";
import type { Head, SpaceStore } from "../../store/port.ts";
import type { WriteServices } from "../services.ts";
import { Draft, type FinishedDraft } from "./draft.ts";
import { snapshotOf, type Snapshot } from "./snapshot.ts";

/**
 * One draft of a space at a time within a process, so that writers of the process do not overwrite
 * each other. The head protects against other processes.
 */
const limits = new WeakMap<SpaceStore, LimitFunction>();

const limitOf = (space: SpaceStore): LimitFunction => {
  const limit = limits.get(space) ?? pLimit(1);
  limits.set(space, limit);
  return limit;
};

/**
 * Maximum lead of record time over the clock for which a commit waits, in milliseconds. With a
 * clock that was set back further, commits do not wait.
 */
const LONGEST_WAIT = 50;

/**
 * Waits until the clock has reached a record time, which is one or two milliseconds after a burst
 * of commits. A read of the present after an acknowledged write must include the write.
 */
const clockReaches = async (recordedAt: Instant, now: () => number): Promise<void> => {
  const ahead = epochMillis(recordedAt) - now();
  if (ahead > 0 && ahead <= LONGEST_WAIT) await delay(ahead);
};

interface CommitOptions {
  readonly dryRun?: boolean | undefined;
  /** A snapshot of the space, used if the head has not changed. */
  readonly snapshot?: Snapshot | null | undefined;
  /** Prefetches the data that the draft will read, while the settings are read. */
  readonly readAhead?: ((snapshot: Snapshot) => Promise<unknown>) | undefined;
}

const snapshotAt = (
  space: SpaceStore,
  head: Head,
  earlier: Snapshot | null | undefined,
): Snapshot | null => {
  if (head.recordedAt === null) return null;
  return earlier?.tag === head.tag ? earlier : snapshotOf(space, head);
};

/**
 * Builds a draft on the latest head that this process knows and commits it. If the head has moved,
 * builds another draft on the new state, until a commit succeeds. `build` may therefore run several
 * times and must have no other effects. If `build` finishes nothing, or with `dryRun`, nothing is
 * committed. The settings of the user are read with the head. Returns the result of the last run of
 * `build`.
 */
export const commitDraft = <
  T extends { readonly finishedDraft: Pick<FinishedDraft, "commit"> | null },
>(
  services: WriteServices,
  space: SpaceStore,
  build: (draft: Draft) => Promise<T>,
  { dryRun = false, snapshot: earlier, readAhead }: CommitOptions = {},
): Promise<T> =>
  limitOf(space)(async () => {
    for (let attempt = 0; ; attempt++) {
      const start = async () => {
        const head = await (attempt === 0 ? space.lastHead() : space.head());
        const snapshot = snapshotAt(space, head, earlier);
        if (snapshot) await readAhead?.(snapshot);
        return { head, snapshot };
      };
      const [{ head, snapshot }, settings] = await Promise.all([start(), userSettings(space)]);
      const draft = new Draft(services, space, head, settings, snapshot);
      const result = await build(draft);
      if (result.finishedDraft === null || dryRun) return result;
      if (!(await space.commit(draft.head, result.finishedDraft.commit))) continue;
      await clockReaches(draft.recordedAt, services.now);
      return result;
    }
  });
