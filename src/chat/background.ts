import { endsWithin } from "../async/ends-within.ts";
import type { SessionId } from "../memory/ids.ts";
import type { SpaceStore } from "../store/port.ts";
import type { Log } from "../write/services.ts";

/**
 * A kind of background work. The caller waits for a REPLY; the next chat of the session waits a
 * limited time for the others.
 */
type WorkKind = "REPLY" | "REFERENCES" | "WRITE" | "KEEP_UP";

/** Maximum time for which a chat waits until the previous message of its session is processed. */
const CATCH_UP_MILLIS = 250;

const keyOf = ({ id: { tenant, user } }: SpaceStore, session: SessionId): string =>
  JSON.stringify([tenant, user, session]);

/**
 * The background work of this process for sessions: writes during replies, and the upkeep of the
 * notes of strategies.
 */
export class Background {
  readonly #all = new Set<Promise<void>>();
  readonly #bySession = new Map<string, Set<Promise<void>>>();
  readonly #lastUpkeep = new Map<string, Promise<void>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Tracks work of a session until it ends. An error is logged. */
  track(space: SpaceStore, session: SessionId, work: Promise<unknown>, kind: WorkKind): void {
    const key = keyOf(space, session);
    const ofSession = this.#bySession.get(key) ?? new Set();
    const loggedWork = work.then(
      () => undefined,
      (error: unknown) =>
        this.#log.warn({ session, work: kind, error }, "Background work of a chat failed."),
    );
    const endedWork = loggedWork.finally(() => {
      this.#all.delete(endedWork);
      ofSession.delete(endedWork);
      if (ofSession.size === 0 && this.#bySession.get(key) === ofSession)
        this.#bySession.delete(key);
    });
    this.#all.add(endedWork);
    if (kind === "REPLY") return;
    ofSession.add(endedWork);
    this.#bySession.set(key, ofSession);
  }

  /** Runs the upkeep of a session after any earlier upkeep. */
  runUpkeep(space: SpaceStore, session: SessionId, run: () => Promise<void>): void {
    const key = keyOf(space, session);
    const previous = this.#lastUpkeep.get(key);
    const upkeep = (async () => {
      await previous;
      await run();
    })();
    const settledUpkeep = upkeep
      .catch(() => undefined)
      .finally(() => {
        if (this.#lastUpkeep.get(key) === settledUpkeep) this.#lastUpkeep.delete(key);
      });
    this.#lastUpkeep.set(key, settledUpkeep);
    this.track(space, session, upkeep, "KEEP_UP");
  }

  /** Resolves when only replies run for a session, or after a quarter of a second. */
  async whenSettled(space: SpaceStore, session: SessionId): Promise<void> {
    const runningTasks = this.#bySession.get(keyOf(space, session));
    if (runningTasks !== undefined) await endsWithin(Promise.all(runningTasks), CATCH_UP_MILLIS);
  }

  /**
   * Resolves when no work runs, or after a number of milliseconds. Remaining writes are processed
   * at the next start.
   */
  async whenIdle(withinMillis = Infinity): Promise<void> {
    const idle = (async () => {
      while (this.#all.size > 0) await Promise.all(this.#all);
    })();
    await (withinMillis === Infinity ? idle : endsWithin(idle, withinMillis));
  }
}
