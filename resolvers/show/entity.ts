import type { Entity } from "../../schema/entity.ts";
import type { EntityVersion } from "../../src/memory/entity.ts";
import type { Reading } from "../reading.ts";
import { idOf, type Shown } from "./shown.ts";

export type ShownEntity = Entity & Shown<"Entity", EntityVersion>;

/** An entity at a view, by the version that was believed then. */
export const showEntity = (record: EntityVersion, reading: Reading): ShownEntity => ({
  __typename: "Entity",
  id: idOf("Entity", record.entity, reading),
  key: record.key,
  name: record.name,
  type: record.type,
  aliases: record.aliases,
  profile: record.profile,
  importance: record.importance,
  at: reading.view.at,
  record,
  reading,
});

/** The entity that stands for a local id at a view; null where it was not known then. At once, where it has been read. */
export const loadEntity = (id: string, reading: Reading): ShownEntity | null | Promise<ShownEntity | null> => {
  const found = reading.loaders.entity(id, reading.view.at.knownAt);
  if (found instanceof Promise) return found.then((record) => record && showEntity(record, reading));
  return found && showEntity(found, reading);
};
