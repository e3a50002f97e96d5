import { createHash } from "node:crypto";
import { z } from "zod";
import type { SpaceId, SpaceStore, Store } from "../../store/port.ts";
import { SERVICE_TENANT } from "../../store/port.ts";

/** The space of the worker itself, which contains only the notes below. */
const WORKER_SPACE: SpaceId = { tenant: SERVICE_TENANT, user: "worker" };
const OPEN_PATH = "/open/";

const keyOf = ({ tenant, user }: SpaceId): string =>
  createHash("sha256")
    .update(JSON.stringify([tenant, user]))
    .digest("hex");

/**
 * Milliseconds for which a mark is not renewed. It is removed at twice this age: a job is requested
 * right after its space was marked.
 */
const FRESH = 30_000;

/** The mark of a space in the form of a note. `at` is in milliseconds since 1970. */
const storedMark = z.object({ tenant: z.string(), user: z.string(), at: z.number() });

/** A space in which jobs may be waiting. */
export interface OpenSpace {
  readonly space: SpaceId;
  readonly tag: string;
  readonly at: number;
}

/**
 * The spaces with unfinished jobs, in the store. Jobs that wait for their next attempt, or that a
 * crashed process left behind, are found without checking every space. A space is marked before a
 * job of it is recorded.
 */
export class OpenSpaces {
  readonly #store: Pick<Store, "space">;
  readonly #now: () => number;
  readonly #markedAt = new Map<string, number>();
  /** The number of marks when they were last read. */
  size = 0;

  constructor(store: Pick<Store, "space">, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  async mark({ tenant, user }: SpaceId): Promise<void> {
    const key = keyOf({ tenant, user });
    const at = this.#now();
    if (at - (this.#markedAt.get(key) ?? -Infinity) < FRESH) return;
    const space = await this.#workerSpace();
    await space.changeNotes(null, [{ path: `${OPEN_PATH}${key}`, value: { tenant, user, at } }]);
    this.#markedAt.set(key, at);
  }

  async all(): Promise<OpenSpace[]> {
    const notes = await (await this.#workerSpace()).notes(null, OPEN_PATH);
    this.size = notes.length;
    return notes.map(({ value, tag }) => {
      const { tenant, user, at } = storedMark.parse(value);
      return { space: { tenant, user }, tag, at };
    });
  }

  /** Whether the job for which this mark was made may still be requested. */
  isFresh({ at }: OpenSpace): boolean {
    return this.#now() - at < 2 * FRESH;
  }

  /** Removes the mark of a space without work, unless it was renewed. */
  async unmark({ space, tag }: OpenSpace): Promise<void> {
    const key = keyOf(space);
    const own = await this.#workerSpace();
    await own.changeNotes(null, [{ path: `${OPEN_PATH}${key}`, expectedTag: tag }]);
    this.#markedAt.delete(key);
  }

  /** Removes the mark of a space that was erased, also from the bytes of the file. */
  async forget(space: SpaceId): Promise<void> {
    const key = keyOf(space);
    this.#markedAt.delete(key);
    const own = await this.#workerSpace();
    const path = `${OPEN_PATH}${key}`;
    if ((await own.note(null, path)) === null) return;
    await own.changeNotes(null, [{ path }]);
    await own.scrub();
  }

  #workerSpace(): Promise<SpaceStore> {
    return this.#store.space(WORKER_SPACE);
  }
}
