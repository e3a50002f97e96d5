import type { DecisionId, EntityId } from "./ids.ts";
import type { RecordInterval, ValidInterval } from "./time.ts";

/**
 * The evidence that an entity is the user, weakest first: it spoke under a name that the caller
 * gave, it spoke without a name, or it introduced itself.
 */
export type SelfEvidence = "SPEAKER" | "UNNAMED_SPEAKER" | "INTRODUCED";

/**
 * One version of an entity: every change of its name, type, aliases, profile or merges creates one.
 * An entity has no known start in the world, so its valid interval is open at both ends.
 */
export interface EntityVersion extends RecordInterval, ValidInterval {
  readonly entity: EntityId;
  readonly n: number;
  /** `type:slug`. It never changes, whatever the name of the entity. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** Other names as they were written, without the name itself. */
  readonly aliases: readonly string[];
  readonly profile: string | null;
  /** 0 to 1. */
  readonly importance: number;
  readonly self: SelfEvidence | null;
  /** The entity into which it is merged, which is never merged itself. */
  readonly mergedInto: EntityId | null;
  /** The entities that are merged into it, directly or through others. */
  readonly absorbed: readonly EntityId[];
  readonly decision: DecisionId | null;
}

/** The entity and all that it has absorbed: the owners of its facts and relationships. */
export const members = (
  version: Pick<EntityVersion, "entity" | "absorbed">,
): readonly EntityId[] => [version.entity, ...version.absorbed];

/** Every name of an entity. */
export const namesOf = (version: Pick<EntityVersion, "name" | "aliases">): readonly string[] => [
  version.name,
  ...version.aliases,
];

/**
 * Resolves ids to entities after merges, in the order of the requests; null for an unknown one.
 * `read` returns the versions of the entities, in order. It is called once, and once more if some
 * of them are merged.
 */
export const followMerges = async <T extends { readonly entity: EntityId }>(
  requests: readonly T[],
  read: (requests: readonly T[]) => Promise<readonly (EntityVersion | null)[]>,
): Promise<(EntityVersion | null)[]> => {
  const entities = [...(await read(requests))];
  const mergedRequests: { readonly i: number; readonly request: T }[] = [];
  for (const [i, entity] of entities.entries()) {
    const request = requests[i];
    const into = entity?.mergedInto ?? null;
    if (into !== null && request !== undefined)
      mergedRequests.push({ i, request: { ...request, entity: into } });
  }
  if (mergedRequests.length === 0) return entities;
  const survivors = await read(mergedRequests.map(({ request }) => request));
  for (const [at, { i }] of mergedRequests.entries()) entities[i] = survivors[at] ?? null;
  return entities;
};
