import type { Entity, EntityVersion } from "../../schema/graph/entity.ts";
import type { EntityVersion as EntityRecord } from "../../src/memory/entity.ts";
import type { TimePoint } from "../../src/memory/time.ts";
import type { Reading } from "../reading.ts";
import { endOrNull, idOf, type ShownRecord } from "./shown-record.ts";

export type ShownEntityVersion = EntityVersion & {
  readonly record: EntityRecord;
  readonly reading: Reading;
};

export const showEntityVersion = (record: EntityRecord, reading: Reading): ShownEntityVersion => ({
  key: record.key,
  name: record.name,
  type: record.type,
  aliases: record.aliases,
  profile: record.profile,
  importance: record.importance,
  recordedAt: record.recordedAt,
  expiredAt: endOrNull(record.expiredAt),
  record,
  reading,
});

export type ShownEntity = Entity & ShownRecord<"Entity", EntityRecord>;

/** Lazy: responses show more entities than anything else, mostly with few of their fields. */
class EntityAtView implements ShownEntity {
  readonly __typename = "Entity";

  constructor(
    readonly record: EntityRecord,
    readonly reading: Reading,
  ) {}

  get id(): string {
    return idOf("Entity", this.record.entity, this.reading);
  }
  get key(): string {
    return this.record.key;
  }
  get name(): string {
    return this.record.name;
  }
  get type(): string {
    return this.record.type;
  }
  get aliases(): readonly string[] {
    return this.record.aliases;
  }
  get profile(): string | null {
    return this.record.profile;
  }
  get importance(): number {
    return this.record.importance;
  }
  get at(): TimePoint {
    return this.reading.view.at;
  }
}

/** An entity at a view, from the version believed then. */
export const showEntity = (record: EntityRecord, reading: Reading): ShownEntity =>
  new EntityAtView(record, reading);

/**
 * The entity for a local id at a view; null if it was not known then. Returned without a promise if
 * it was read before.
 */
export const loadEntity = (
  id: string,
  reading: Reading,
): ShownEntity | null | Promise<ShownEntity | null> => {
  const version = reading.loaders.entity(id, reading.view.at.knownAt);
  if (version instanceof Promise)
    return version.then((record) => record && showEntity(record, reading));
  return version && showEntity(version, reading);
};
