import { namesInMessage } from "../../language/names.ts";
import { followMerges, type EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import type { Instant } from "../../memory/time.ts";
import type { SpaceStore } from "../../store/port.ts";
import type { Stage } from "../work.ts";

/**
 * The entities whose names a text contains as whole words, after merges, each once. At most three
 * store calls.
 */
export const recogniseNames = async (
  space: SpaceStore,
  text: string,
  knownAt: Instant,
): Promise<EntityVersion[]> => {
  const owners = await space.entitiesByName(namesInMessage(text), knownAt);
  const ids = new Set<EntityId>(owners.flatMap(([first]) => first ?? []));
  if (ids.size === 0) return [];
  const entities = await followMerges(
    [...ids].map((entity) => ({ entity, knownAt })),
    (requests) => space.entitiesAsOf(requests),
  );
  const recognisedEntities = entities.filter((entity) => entity !== null);
  return [...new Map(recognisedEntities.map((entity) => [entity.entity, entity])).values()];
};

/** Finds the entities whose names are in the message. Calls no model. */
export const recognise: Stage<void, readonly EntityVersion[]> = async ({ event, snapshot }) => {
  const { space, knownAt } = snapshot;
  const recognisedEntities = await recogniseNames(space, event.message, knownAt);
  return {
    value: recognisedEntities,
    data: { recognised: recognisedEntities.map(({ key }) => key) },
  };
};
