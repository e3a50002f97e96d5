import type { EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";

/** How many of a file are remembered: as many versions as are kept of one kind. */
const ENTITIES = 4_096;

/**
 * Which versions of entities stand as of the head of a file. Until the head moves they stand as of every later record time, too, so they
 * are not asked for again; a reading of the past asks.
 */
export class StandingEntities {
  readonly #versions = new Map<EntityId, EntityVersion>();

  /** `tag` counts the commits and erasures of the file; `head` is the record time of the last commit in milliseconds, null before the first. */
  constructor(
    readonly tag: number,
    readonly head: number | null,
  ) {}

  get(id: EntityId, knownAt: number): EntityVersion | null {
    return (this.#isSince(knownAt) && this.#versions.get(id)) || null;
  }

  /** Remembers a version that stands as of a record time; one of the past is not remembered. */
  tell(version: EntityVersion, knownAt: number): void {
    if (!this.#isSince(knownAt)) return;
    if (this.#versions.size >= ENTITIES) this.#versions.clear();
    this.#versions.set(version.entity, version);
  }

  #isSince(knownAt: number): boolean {
    return this.head !== null && this.head <= knownAt;
  }
}
