import type { DecisionId, EntityId } from "./ids.ts";
import type { RecordInterval, ValidInterval } from "./time.ts";

/**
 * How it is known that an entity is the user, weakest first: it spoke under a name that the caller gave, it spoke without a name,
 * or it introduced itself.
 */
export type SelfEvidence = "SPEAKER" | "UNNAMED_SPEAKER" | "INTRODUCED";

/**
 * One version of an entity: every name, type, alias, profile and merge is one. What an entity is has no known start in the
 * world, so its valid interval is open at both ends unless somebody tells otherwise.
 */
export interface EntityVersion extends RecordInterval, ValidInterval {
  readonly entity: EntityId;
  readonly n: number;
  /** `type:slug`, stable for the life of the entity whatever it is called later. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  /** Other names, as they were written; the name itself is not among them. */
  readonly aliases: readonly string[];
  readonly profile: string | null;
  /** 0 to 1. */
  readonly importance: number;
  readonly self: SelfEvidence | null;
  /** The entity that it stands for now, never one that is itself merged. */
  readonly mergedInto: EntityId | null;
  /** The entities that are merged into it, those merged into them included. */
  readonly absorbed: readonly EntityId[];
  readonly decision: DecisionId | null;
}

/** The entity and all that it has absorbed: the owners of its facts and relationships. */
export const members = (
  version: Pick<EntityVersion, "entity" | "absorbed">,
): readonly EntityId[] => [version.entity, ...version.absorbed];

/** Every name that it answers to. */
export const namesOf = (version: Pick<EntityVersion, "name" | "aliases">): readonly string[] => [
  version.name,
  ...version.aliases,
];
