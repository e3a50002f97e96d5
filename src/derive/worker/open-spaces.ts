import { createHash } from "node:crypto";
import type { SpaceId, SpaceStore, Store } from "../../store/port.ts";
import { SERVICE_TENANT } from "../../store/port.ts";

/** The worker's own space: it has nothing but notes of which spaces have jobs to do. */
const OWN: SpaceId = { tenant: SERVICE_TENANT, user: "worker" };
const OPEN_PATH = "/open/";

const keyOf = ({ tenant, user }: SpaceId): string =>
  createHash("sha256")
    .update(JSON.stringify([tenant, user]))
    .digest("hex");

/** A mark is not made again within this time, and not taken away before it is twice as old, in milliseconds: a job is asked for right after its space was marked. */
const FRESH = 30_000;

interface Mark {
  readonly tenant: string;
  readonly user: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A space in which jobs may be waiting. */
export interface OpenSpace {
  readonly space: SpaceId;
  readonly tag: string;
  readonly at: number;
}

/**
 * Which spaces have jobs to do, on record: what waits for its next attempt, or was left behind by a process that is gone, is found
 * without a look into every space. A space is marked before a job of it is put on record.
 */
export class OpenSpaces {
  readonly #store: Pick<Store, "space">;
  readonly #now: () => number;
  readonly #marked = new Map<string, number>();

  constructor(store: Pick<Store, "space">, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  async mark({ tenant, user }: SpaceId): Promise<void> {
    const key = keyOf({ tenant, user });
    const at = this.#now();
    if (at - (this.#marked.get(key) ?? -Infinity) < FRESH) return;
    const value = { tenant, user, at } satisfies Mark;
    await (await this.#own()).changeNotes(null, [{ path: `${OPEN_PATH}${key}`, value }]);
    this.#marked.set(key, at);
  }

  async all(): Promise<OpenSpace[]> {
    const notes = await (await this.#own()).notes(null, OPEN_PATH);
    return notes.map(({ value, tag }) => {
      const { tenant, user, at } = value as unknown as Mark;
      return { space: { tenant, user }, tag, at };
    });
  }

  /** Takes the mark of a space away in which nothing is left to do, unless it is fresh, or was made anew. */
  async unmark({ space, tag, at }: OpenSpace): Promise<void> {
    if (this.#now() - at < 2 * FRESH) return;
    const key = keyOf(space);
    await (await this.#own()).changeNotes(null, [{ path: `${OPEN_PATH}${key}`, expected: tag }]);
    this.#marked.delete(key);
  }

  #own(): Promise<SpaceStore> {
    return this.#store.space(OWN);
  }
}
