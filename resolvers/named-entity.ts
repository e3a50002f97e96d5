import { isGlobalId, localId } from "../schema/global-id.ts";
import type { EntityRefInput } from "../schema/graph/entity.ts";
import type { EntityVersion } from "../src/memory/entity.ts";
import type { EntityId } from "../src/memory/ids.ts";
import { notFound } from "../src/memory/problem.ts";
import { entityByKeyOrName } from "../src/read/graph/find-entity.ts";
import type { Subject } from "../src/read/graph/graph-reader.ts";
import type { EntityRef } from "../src/write/requests.ts";
import type { Context } from "./context.ts";
import { type Reading, readingOf } from "./reading.ts";

/** The entity reference of an input, with a local id. Throws INVALID_ID. */
export const entityRef = ({ id, key, name, type }: EntityRefInput): EntityRef => ({
  id: id == null ? null : localId(id, "Entity"),
  key,
  name,
  type,
});

/**
 * The entity that a client names by id, by key, or by a name that it had at the time point. Returns
 * its id if that was given, else its version; null if there is none. Throws INVALID_ID for the id
 * of something else.
 */
export const findSubject = (
  idKeyOrName: string,
  { space, loaders, view }: Reading,
): Promise<Subject | null> | Subject =>
  isGlobalId(idKeyOrName)
    ? localId(idKeyOrName, "Entity")
    : entityByKeyOrName(space, loaders, idKeyOrName, view.at.knownAt);

/** Like `findSubject`, but always the version at the time point. */
export const findEntity = async (
  idKeyOrName: string,
  reading: Reading,
): Promise<EntityVersion | null> => {
  const subject = await findSubject(idKeyOrName, reading);
  return typeof subject === "string"
    ? reading.loaders.entity(subject, reading.view.at.knownAt)
    : subject;
};

/**
 * Local id of the entity that a client names at the head, after earlier mutations of the same
 * request. Throws NOT_FOUND for an unknown key or name, INVALID_ID. An id is not looked up.
 */
export const findEntityId = async (idKeyOrName: string, context: Context): Promise<EntityId> => {
  const { recordedAt: head } = await context.space.head();
  const reading = readingOf({ ...context, pin: { ...context.pin, head } });
  const subject = await findSubject(idKeyOrName, reading);
  if (subject === null) throw notFound("entity");
  return typeof subject === "string" ? subject : subject.entity;
};
