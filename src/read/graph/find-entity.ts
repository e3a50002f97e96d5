import type { EntityVersion } from "../../memory/entity.ts";
import { entityType, foldName } from "../../language/names.ts";
import { namesTheUser } from "../../language/self-reference.ts";
import type { Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { GraphReader } from "./graph-reader.ts";

/**
 * The entities that had a name at a record time, in the order in which they got it. If the name
 * means the user, the user's own entity comes first.
 */
const entitiesCalled = async (
  space: SpaceStore,
  graph: GraphReader,
  name: string,
  knownAt: Instant,
): Promise<EntityVersion[]> => {
  const foldedName = foldName(name);
  if (foldedName === "") return [];
  const [[namesakes = []], self] = await Promise.all([
    space.entitiesByName([foldedName], knownAt),
    namesTheUser(name) ? space.self(knownAt) : null,
  ]);
  const ids = self === null ? namesakes : [self, ...namesakes];
  const versions = await Promise.all(ids.map((id) => graph.entity(id, knownAt)));
  return versions.filter((version) => version !== null);
};

/**
 * The entity that had a name or an alias at a record time: if there are several, the first that got
 * it. Null if there was none.
 */
export const entityByName = async (
  space: SpaceStore,
  graph: GraphReader,
  name: string,
  knownAt: Instant,
): Promise<EntityVersion | null> => (await entitiesCalled(space, graph, name, knownAt))[0] ?? null;

/**
 * The entity with a key, or null. If no entity had the key, it is read as a type and a name:
 * `person:clara` finds the person named Clara, whatever her key is.
 */
export const entityByKey = async (
  space: SpaceStore,
  graph: GraphReader,
  key: string,
  knownAt: Instant,
): Promise<EntityVersion | null> => {
  const [id] = await space.entitiesByKey([key]);
  const entityOfKey = id == null ? null : await graph.entity(id, knownAt);
  if (entityOfKey !== null) return entityOfKey;
  const colon = key.indexOf(":");
  if (colon < 1) return null;
  const type = entityType(key.slice(0, colon));
  const name = key.slice(colon + 1).replaceAll("_", " ");
  const namesakes = await entitiesCalled(space, graph, name, knownAt);
  return namesakes.find((version) => version.type === type) ?? null;
};

/** The entity that a client means by a key or a name, or null. */
export const entityByKeyOrName = async (
  space: SpaceStore,
  graph: GraphReader,
  text: string,
  knownAt: Instant,
): Promise<EntityVersion | null> =>
  (text.includes(":") ? await entityByKey(space, graph, text, knownAt) : null) ??
  entityByName(space, graph, text, knownAt);
