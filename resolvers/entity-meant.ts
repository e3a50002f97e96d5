import { isGlobalId, localId } from "../schema/global-id.ts";
import type { EntityVersion } from "../src/memory/entity.ts";
import { entityByKeyOrName } from "../src/read/find-entity.ts";
import type { Subject } from "../src/read/graph.ts";
import type { Reading } from "./reading.ts";

/** Whom a client means by an id, a key or a name, as it is to be looked up with what is asked of it; null for nobody. Throws INVALID_ID for the id of something else. */
export const subjectMeant = (
  text: string,
  { space, loaders, view }: Reading,
): Promise<Subject | null> | Subject =>
  isGlobalId(text)
    ? localId(text, "Entity")
    : entityByKeyOrName(space, loaders, text, view.at.knownAt);

/** Whom a client means, as it stands at the time point; null for nobody. Throws INVALID_ID for the id of something else. */
export const entityMeant = async (
  text: string,
  reading: Reading,
): Promise<EntityVersion | null> => {
  const subject = await subjectMeant(text, reading);
  return typeof subject === "string"
    ? reading.loaders.entity(subject, reading.view.at.knownAt)
    : subject;
};
