import { setTimeout as delay } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import { epochMillis, type Instant } from "../../memory/time.ts";
import { memorySettings } from "../../read/memory-settings.ts";
import type { Head, SpaceStore } from "../../store/port.ts";
import type { WriteServices } from "../services.ts";
import { Draft, type FinishedDraft } from "./draft.ts";
import { snapshotOf, type Snapshot } from "./snapshot.ts";

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

interface CommitOptions {
  readonly dryRun?: boolean | undefined;
  /** What was read of the space before. It is used where the head is still the same. */
  readonly snapshot?: Snapshot | null | undefined;
  /** Reads ahead what the draft will ask for, while the settings are read. */
  readonly readAhead?: ((snapshot: Snapshot) => Promise<unknown>) | undefined;
}

const snapshotAt = (
  space: SpaceStore,
  head: Head,
  earlier: Snapshot | null | undefined,
): Snapshot | null => {
  if (head.recordedAt === null) return null;
  return earlier?.tag === head.tag ? earlier : snapshotOf(space, head, head.recordedAt);
};

/**
 * Builds a draft on the newest head that this process knows and commits it. Where the head has moved
 * since, it builds another on fresh state, until a commit succeeds; so `build` may run several times and must do nothing but
 * draft. Where it finishes nothing, or with `dryRun`, nothing is committed. The user's settings are
 * read with the head. Gives what the last run of `build` gave.
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
      const [{ head, snapshot }, settings] = await Promise.all([start(), memorySettings(space)]);
      const draft = new Draft(services, space, head, settings, snapshot);
      const result = await build(draft);
      if (result.finishedDraft === null || dryRun) return result;
      if (!(await space.commit(draft.head, result.finishedDraft.commit))) continue;
      await clockReaches(draft.recordedAt, services.now);
      return result;
    }
  });
