import type { Connection } from "../../schema/connection.ts";
import type { EntityVersion } from "../../src/memory/entity.ts";
import type { PageRequest } from "../../src/store/port.ts";
import { showItems } from "../page.ts";

/** A neighbour's place: how many come before it, and who it is. */
const placeOf = (index: number, { entity }: EntityVersion): string => `${index}:${entity}`;

/** Where a page begins. If the one before has gone since, as it may at the present, it begins where that one stood. */
const startOf = (neighbours: readonly EntityVersion[], after: string | undefined): number => {
  if (after === undefined) return 0;
  const colon = after.indexOf(":");
  const index = neighbours.findIndex(({ entity }) => entity === after.slice(colon + 1));
  return index >= 0 ? index + 1 : Number(after.slice(0, colon));
};

/** A page of the neighbours that a walk found. */
export const showNeighbours = <T>(
  neighbours: readonly EntityVersion[],
  { first, after }: PageRequest,
  show: (neighbour: EntityVersion) => T,
): Connection<T> => {
  const start = startOf(neighbours, after);
  const shown = neighbours.slice(start, start + first);
  return showItems("neighbours", shown.map(show), {
    placeAt: (index) => placeOf(start + index, shown[index]!),
    hasNextPage: start + shown.length < neighbours.length,
    hasPreviousPage: start > 0,
    total: () => neighbours.length,
  });
};
