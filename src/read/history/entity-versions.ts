import type { EntityVersion } from "../../memory/entity.ts";
import type { EntityId } from "../../memory/ids.ts";
import { compareText } from "../../memory/time.ts";

/** The entities that an entity has ever absorbed, whether or not they were split from it since. */
export const everAbsorbed = (history: readonly EntityVersion[]): EntityId[] => [
  ...new Set(history.flatMap(({ absorbed }) => absorbed)),
];

const untilMerged = (history: readonly EntityVersion[], into: EntityId): readonly EntityVersion[] =>
  history.slice(0, history.findLastIndex(({ mergedInto }) => mergedInto === into) + 1);

/**
 * All names, types, aliases and profiles of an entity, oldest first: its own versions, and those of
 * each entity that it absorbed up to the merge.
 */
export const versionsOf = (
  history: readonly EntityVersion[],
  ofAbsorbed: readonly (readonly EntityVersion[])[],
): EntityVersion[] => {
  const [own] = history;
  if (own === undefined) return [];
  return [
    ...history,
    ...ofAbsorbed.flatMap((versions) => untilMerged(versions, own.entity)),
  ].toSorted((a, b) => compareText(a.recordedAt, b.recordedAt));
};
