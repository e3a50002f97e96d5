import { setTimeout as delay } from "node:timers/promises";
import type { SessionId } from "../memory/ids.ts";
import type { SpaceStore } from "../store/port.ts";
import type { Log } from "../write/services.ts";

/** A reply is waited for by who asked for it; the others by the next chat of the session, for a while. */
type Work = "REPLY" | "REFERENCES" | "WRITE" | "KEEP_UP";

const keyOf = ({ id: { tenant, user } }: SpaceStore, session: SessionId): string =>
  JSON.stringify([tenant, user, session]);

const within = async (ended: Promise<unknown>, millis: number): Promise<void> => {
  const patience = new AbortController();
  await Promise.race([
    ended,
    delay(millis, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
  patience.abort();
};

/** What this process does for sessions while nobody waits for it: writes beside replies, and the upkeep of what strategies keep. */
export class Background {
  readonly #all = new Set<Promise<void>>();
  readonly #running = new Map<string, Set<Promise<void>>>();
  readonly #last = new Map<string, Promise<void>>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Lets something that has begun for a session come to its end. */
  follow(space: SpaceStore, session: SessionId, running: Promise<unknown>, work: Work): void {
    const key = keyOf(space, session);
    const ofSession = this.#running.get(key) ?? new Set();
    const quiet = running.then(
      () => undefined,
      (error: unknown) =>
        this.#log.warn({ session, work, error }, "what goes on beside a chat has failed"),
    );
    const ended = quiet.finally(() => {
      this.#all.delete(ended);
      ofSession.delete(ended);
      if (ofSession.size === 0 && this.#running.get(key) === ofSession) this.#running.delete(key);
    });
    this.#all.add(ended);
    if (work === "REPLY") return;
    ofSession.add(ended);
    this.#running.set(key, ofSession);
  }

  /** Keeps up a session: after what was asked for it before, one at a time. */
  keepUp(space: SpaceStore, session: SessionId, run: () => Promise<void>): void {
    const key = keyOf(space, session);
    const before = this.#last.get(key);
    const next = (async () => {
      await before;
      await run();
    })();
    const settled = next
      .catch(() => undefined)
      .finally(() => {
        if (this.#last.get(key) === settled) this.#last.delete(key);
      });
    this.#last.set(key, settled);
    this.follow(space, session, next, "KEEP_UP");
  }

  /** Resolves when no write and no upkeep goes on for a session, or after so many milliseconds. */
  async settled(space: SpaceStore, session: SessionId, withinMillis: number): Promise<void> {
    const running = this.#running.get(keyOf(space, session));
    if (running !== undefined) await within(Promise.all(running), withinMillis);
  }

  /** Resolves when nothing goes on at all, or after so many milliseconds: what is left of a write is then worked through at the next start. */
  async idle(withinMillis = Infinity): Promise<void> {
    const ended = (async () => {
      while (this.#all.size > 0) await Promise.all(this.#all);
    })();
    await (withinMillis === Infinity ? ended : within(ended, withinMillis));
  }
}
