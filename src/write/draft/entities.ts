import { members, namesOf, type EntityVersion, type SelfEvidence } from "../../memory/entity.ts";
import type { DecisionId, EntityId, NewId } from "../../memory/ids.ts";
import { entityKey, entityType, foldName } from "../../language/names.ts";
import { BEGINNING, OPEN, type Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";

interface Entry {
  readonly storedVersion: EntityVersion | null;
  current: EntityVersion;
}

/**
 * The result of a draft for an entity: the version to record, and the stored version that expires.
 */
export interface FinishedEntity {
  readonly version: EntityVersion;
  readonly expiredVersion: EntityVersion | null;
}

export interface NewEntity {
  readonly name: string;
  readonly type: string;
  /** Default: made from type and name. A key that is in use gets a number. */
  readonly key?: string | undefined;
  readonly importance?: number | undefined;
}

/** The entities that a draft has read or created, with their changes. */
export class DraftEntities {
  readonly #entries = new Map<EntityId, Entry>();
  readonly #space: SpaceStore;
  readonly #newId: NewId;
  readonly #knownAt: Instant;
  readonly #recordedAt: Instant;

  constructor(space: SpaceStore, newId: NewId, knownAt: Instant, recordedAt: Instant) {
    this.#space = space;
    this.#newId = newId;
    this.#knownAt = knownAt;
    this.#recordedAt = recordedAt;
  }

  /**
   * Reads entities and those into which they are merged, so that `get` and `root` find them. At
   * most two store calls.
   */
  async load(ids: readonly EntityId[]): Promise<void> {
    const missingIds = [...new Set(ids)].filter((id) => !this.#entries.has(id));
    if (missingIds.length === 0) return;
    const versions = await this.#space.entitiesAsOf(
      missingIds.map((entity) => ({ entity, knownAt: this.#knownAt })),
    );
    for (const storedVersion of versions)
      if (storedVersion)
        this.#entries.set(storedVersion.entity, { storedVersion, current: storedVersion });
    const roots = versions.flatMap((version) => version?.mergedInto ?? []);
    if (roots.length > 0) await this.load(roots);
  }

  async find(id: EntityId): Promise<EntityVersion | null> {
    await this.load([id]);
    return this.#entries.get(id)?.current ?? null;
  }

  /**
   * An entity that was read or created before, in its state in this draft. Throws for any other
   * entity.
   */
  get(id: EntityId): EntityVersion {
    const entry = this.#entries.get(id);
    if (!entry) throw new Error(`Entity ${id} was not read.`);
    return entry.current;
  }

  /** The entity of an id, after merges. */
  root(id: EntityId): EntityVersion {
    const version = this.get(id);
    return version.mergedInto === null ? version : this.get(version.mergedInto);
  }

  members(id: EntityId): readonly EntityId[] {
    return members(this.root(id));
  }

  /** The recorded members of an entity: none for one that this draft has created. */
  storedMembers(id: EntityId): readonly EntityId[] {
    return this.members(id).flatMap((member) => this.ifStored(member));
  }

  /** An entity alone, if it is recorded. */
  ifStored(id: EntityId): readonly EntityId[] {
    return this.#entries.get(id)?.storedVersion === null ? [] : [id];
  }

  /** The entity that was first known by a name, after merges; null if there is none. */
  async byName(name: string): Promise<EntityVersion | null> {
    return (await this.allByName(name))[0] ?? null;
  }

  /** All entities known by a name, after merges, in the order in which they became known by it. */
  async allByName(name: string): Promise<EntityVersion[]> {
    return this.allByNames([name]);
  }

  /** All entities known by one of some names, after merges. One store call, and those of `load`. */
  async allByNames(names: readonly string[]): Promise<EntityVersion[]> {
    const foldedNames = new Set(names.map(foldName).filter((name) => name !== ""));
    if (foldedNames.size === 0) return [];
    const storedEntities = (
      await this.#space.entitiesByName([...foldedNames], this.#knownAt)
    ).flat();
    await this.load(storedEntities);
    const draftEntities = [...this.#entries.values()]
      .map(({ current }) => current)
      .filter((entity) => namesOf(entity).some((own) => foldedNames.has(foldName(own))));
    const ids = [
      ...new Set(
        [...storedEntities, ...draftEntities.map(({ entity }) => entity)].map(
          (id) => this.root(id).entity,
        ),
      ),
    ];
    return ids.map((id) => this.get(id));
  }

  /** The entity with a key, after merges; null if there is none. */
  async byKey(key: string): Promise<EntityVersion | null> {
    for (const { current } of this.#entries.values())
      if (current.key === key) return this.root(current.entity);
    const [id] = await this.#space.entitiesByKey([key]);
    if (id == null || !(await this.find(id))) return null;
    return this.root(id);
  }

  /** Creates an entity. */
  async create(input: NewEntity): Promise<EntityVersion> {
    const key = await this.#freeKey(input.key ?? entityKey(input.type, input.name));
    const current: EntityVersion = {
      entity: this.#newId(),
      n: 1,
      key,
      name: input.name.trim(),
      type: entityType(input.type),
      aliases: [],
      profile: null,
      importance: input.importance ?? 0,
      self: null,
      mergedInto: null,
      absorbed: [],
      decision: null,
      validFrom: BEGINNING,
      validTo: OPEN,
      recordedAt: this.#recordedAt,
      expiredAt: OPEN,
    };
    this.#entries.set(current.entity, { storedVersion: null, current });
    return current;
  }

  async #freeKey(preferredKey: string): Promise<string> {
    for (let n = 1; ; n++) {
      const key = n === 1 ? preferredKey : `${preferredKey}_${n}`;
      if ([...this.#entries.values()].some(({ current }) => current.key === key)) continue;
      const [owner] = await this.#space.entitiesByKey([key]);
      if (owner == null) return key;
    }
  }

  /**
   * Changes fields of an entity that was read or created. A version is recorded only if anything
   * differs in the end.
   */
  change(
    id: EntityId,
    change: Partial<
      Pick<
        EntityVersion,
        "name" | "type" | "aliases" | "profile" | "importance" | "self" | "mergedInto" | "absorbed"
      >
    >,
    decision: DecisionId | null = null,
  ): void {
    const entry = this.#entries.get(id);
    if (!entry) throw new Error(`Entity ${id} was not read.`);
    entry.current = { ...entry.current, ...change, decision: decision ?? entry.current.decision };
  }

  /**
   * Removes the profiles of entities for which a known fact no longer holds, unless this draft
   * gives them new ones: a profile is made from facts and must not contradict them.
   */
  async dropStaleProfiles(ids: readonly EntityId[]): Promise<void> {
    await this.load(ids);
    for (const id of new Set(ids)) {
      const { entity, profile } = this.root(id);
      const storedVersion = this.#entries.get(entity)?.storedVersion ?? null;
      if (profile !== null && storedVersion?.profile === profile)
        this.change(entity, { profile: null });
    }
  }

  /** Raises the importance of an entity to at least this value. */
  raiseImportance(id: EntityId, importance: number): void {
    const entity = this.root(id);
    if (importance > entity.importance) this.change(entity.entity, { importance });
  }

  /**
   * Registers another name of an entity, unless another entity has it. Returns whether the entity
   * now has this name.
   */
  async addAlias(id: EntityId, alias: string): Promise<boolean> {
    const name = alias.trim();
    const foldedName = foldName(name);
    if (foldedName === "") return false;
    const entity = this.root(id);
    if (namesOf(entity).some((own) => foldName(own) === foldedName)) return true;
    if ((await this.allByName(name)).length > 0) return false;
    this.change(entity.entity, { aliases: [...entity.aliases, name] });
    return true;
  }

  /** The entity of the user; null if there is none. */
  async self(): Promise<EntityVersion | null> {
    for (const { current } of this.#entries.values())
      if (current.self !== null) return this.root(current.entity);
    const id = await this.#space.self(this.#knownAt);
    return id === null || !(await this.find(id)) ? null : this.root(id);
  }

  /** Makes an entity the user, if the evidence is stronger than the known evidence. */
  async recogniseSelf(id: EntityId, evidence: SelfEvidence): Promise<void> {
    const self = await this.self();
    if (self && self.self !== null && EVIDENCE_STRENGTH[self.self] >= EVIDENCE_STRENGTH[evidence])
      return;
    const entity = this.root(id);
    if (self && self.entity !== entity.entity) this.change(self.entity, { self: null });
    this.change(entity.entity, { self: evidence });
  }

  /** Drops an entity if this draft has created it. Returns whether it did. */
  drop(id: EntityId): boolean {
    return this.#entries.get(id)?.storedVersion === null && this.#entries.delete(id);
  }

  /** The versions to record, with the stored ones that expire with them. */
  finish(): FinishedEntity[] {
    return [...this.#entries.values()]
      .filter(
        ({ storedVersion, current }) =>
          storedVersion === null ||
          (storedVersion !== current && !sameEntity(storedVersion, current)),
      )
      .map(({ storedVersion, current }) => ({
        version: {
          ...current,
          n: storedVersion ? storedVersion.n + 1 : 1,
          recordedAt: this.#recordedAt,
          expiredAt: OPEN,
        },
        expiredVersion: storedVersion,
      }));
  }
}

const EVIDENCE_STRENGTH: Readonly<Record<SelfEvidence, number>> = {
  SPEAKER: 1,
  UNNAMED_SPEAKER: 2,
  INTRODUCED: 3,
};

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i]);

const sameEntity = (a: EntityVersion, b: EntityVersion): boolean =>
  a.name === b.name &&
  a.type === b.type &&
  a.profile === b.profile &&
  a.importance === b.importance &&
  a.self === b.self &&
  a.mergedInto === b.mergedInto &&
  sameList(a.aliases, b.aliases) &&
  sameList(a.absorbed, b.absorbed);
