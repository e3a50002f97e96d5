import { LRUCache } from "lru-cache";
import type { Decision } from "../../../memory/decision.ts";
import type { EntityVersion } from "../../../memory/entity.ts";
import type { Event } from "../../../memory/event.ts";
import type { FactVersion } from "../../../memory/fact.ts";
import type { RelationshipVersion } from "../../../memory/relationship.ts";
import type { SpaceFile } from "./space-file.ts";
import type { EntityId } from "../../../memory/ids.ts";
import { isListOf, isNumber, isPairOf, jsonColumn } from "./json-columns.ts";

/** Maximum number of cached entities per file. */
const ENTITIES = 4_096;

/**
 * The current versions of entities as of the head of a file. They are also current at every later
 * record time, until the head moves. Reads of the past bypass it.
 */
class CurrentEntities {
  readonly #versions = new Map<EntityId, EntityVersion>();

  /**
   * `tag` is that of the head; `head` is the record time of the last commit in milliseconds, null
   * before the first.
   */
  constructor(
    readonly tag: number,
    readonly head: number | null,
  ) {}

  get(id: EntityId, knownAt: number): EntityVersion | null {
    return (this.#isSince(knownAt) && this.#versions.get(id)) || null;
  }

  /** Caches a version that is current at a record time, unless that is before the head. */
  tell(version: EntityVersion, knownAt: number): void {
    if (!this.#isSince(knownAt)) return;
    if (this.#versions.size >= ENTITIES) this.#versions.clear();
    this.#versions.set(version.entity, version);
  }

  #isSince(knownAt: number): boolean {
    return this.head !== null && this.head <= knownAt;
  }
}

/**
 * Maximum numbers of files whose versions are cached, and of versions of each kind per file. A
 * decision takes 0.7 KB and an event 1.1 KB. The whole cache takes at most 100 MB.
 */
const FILES = 16;
const VERSIONS = 4_096;
const DECISIONS = 2_048;
/**
 * Maximum numbers of events per file, and of characters of one: its message and those before it.
 */
const EVENTS = 2_048;
const EVENT_LENGTH = 1_000;

const isShort = ({ message, recentMessages }: Event): boolean =>
  recentMessages.reduce((length, recent) => length + recent.length, message.length) <= EVENT_LENGTH;

/** Identifies a version: its owner's number and its record time. */
export type VersionKey = readonly [owner: number, recorded: number];

/** Reads a JSON list of keys. */
export const keyList: (json: string) => readonly VersionKey[] = jsonColumn(
  "owner and recorded",
  isListOf(isPairOf(isNumber, isNumber)),
);

interface CachedVersion<V> {
  readonly recordedMillis: number;
  readonly version: V;
}

/**
 * Recently read versions of one kind. A version only ever changes by expiring, so its content is
 * read once, and later reads only find out which version is visible: 1 µs instead of 4. Cached
 * versions read as not expired. When half of the cache is new, the versions that were not read
 * since the last time are dropped.
 */
class VersionCache<V> {
  #recentVersions = new Map<number, CachedVersion<V>>();
  #earlierVersions = new Map<number, CachedVersion<V>>();
  readonly #most: number;
  readonly #isKept: (version: V) => boolean;

  constructor(most = VERSIONS, isKept: (version: V) => boolean = () => true) {
    this.#most = most;
    this.#isKept = isKept;
  }

  /** The versions at the places. `read` returns the missing ones, in the order of its argument. */
  get(
    places: readonly VersionKey[],
    read: (missingKeys: readonly VersionKey[]) => readonly V[],
  ): V[] {
    const hits: V[] = [];
    for (const place of places) {
      const version = this.#get(place);
      if (version !== undefined) hits.push(version);
    }
    if (hits.length === places.length) return hits;
    const cachedVersions = places.map((place) => this.#get(place));
    const missingKeys = places.filter((_, index) => cachedVersions[index] === undefined);
    const versions = read(missingKeys).values();
    return places.map(([owner, recordedMillis], index) => {
      const cachedVersion = cachedVersions[index];
      if (cachedVersion !== undefined) return cachedVersion;
      const { value: version } = versions.next();
      if (version === undefined)
        throw new Error(`No version of ${owner} recorded at ${recordedMillis}.`);
      if (this.#isKept(version)) this.#keep(owner, { recordedMillis, version });
      return version;
    });
  }

  #get([owner, recordedMillis]: VersionKey): V | undefined {
    const recent = this.#recentVersions.get(owner);
    if (recent !== undefined)
      return recent.recordedMillis === recordedMillis ? recent.version : undefined;
    const earlier = this.#earlierVersions.get(owner);
    if (earlier?.recordedMillis !== recordedMillis) return undefined;
    this.#keep(owner, earlier);
    return earlier.version;
  }

  #keep(owner: number, version: CachedVersion<V>): void {
    if (this.#recentVersions.size >= this.#most / 2) {
      this.#earlierVersions = this.#recentVersions;
      this.#recentVersions = new Map();
    }
    this.#recentVersions.set(owner, version);
  }
}

interface Kinds {
  /** The number of erasures of the file when the versions were read. */
  readonly erasures: number;
  readonly entities: VersionCache<EntityVersion>;
  /** The current entities as of the head at the last read. */
  currentEntities: CurrentEntities;
  readonly facts: VersionCache<FactVersion>;
  readonly relationships: VersionCache<RelationshipVersion>;
  /** Settled events, by number and by the time of settlement. */
  readonly events: VersionCache<Event>;
  /** Decisions, by number and by the time of their revert. */
  readonly decisions: VersionCache<Decision>;
}

const files = new LRUCache<SpaceFile, Kinds>({ max: FILES });

/** The cache of an open file. An erasure empties it. A commit empties `currentEntities`. */
export const versionCacheOf = (file: SpaceFile): Kinds => {
  const { erasures, tag, head } = file.state;
  const cachedKinds = files.get(file);
  if (cachedKinds?.erasures === erasures) {
    if (cachedKinds.currentEntities.tag !== tag)
      cachedKinds.currentEntities = new CurrentEntities(tag, head);
    return cachedKinds;
  }
  const kinds: Kinds = {
    erasures,
    entities: new VersionCache(),
    facts: new VersionCache(),
    relationships: new VersionCache(),
    events: new VersionCache(EVENTS, isShort),
    decisions: new VersionCache(DECISIONS),
    currentEntities: new CurrentEntities(tag, head),
  };
  files.set(file, kinds);
  return kinds;
};
