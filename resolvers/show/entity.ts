import type { Entity } from "../../schema/entity.ts";
import type { EntityVersion } from "../../src/memory/entity.ts";
import type { TimePoint } from "../../src/memory/time.ts";
import type { Reading } from "../reading.ts";
import { idOf, type Shown } from "./shown.ts";

export type ShownEntity = Entity & Shown<"Entity", EntityVersion>;

/** Of all objects entities are shown the most, and of few of them is everything asked for: what is asked for is worked out then. */
class EntityAtView implements ShownEntity {
  readonly __typename = "Entity";

  constructor(
    readonly record: EntityVersion,
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

/** An entity at a view, by the version that was believed then. */
export const showEntity = (record: EntityVersion, reading: Reading): ShownEntity =>
  new EntityAtView(record, reading);

/** The entity that stands for a local id at a view; null where it was not known then. At once, where it has been read. */
export const loadEntity = (
  id: string,
  reading: Reading,
): ShownEntity | null | Promise<ShownEntity | null> => {
  const found = reading.loaders.entity(id, reading.view.at.knownAt);
  if (found instanceof Promise)
    return found.then((record) => record && showEntity(record, reading));
  return found && showEntity(found, reading);
};
