import { holdsWholeWords } from "../../../language/exact-strings.ts";
import type { Remainder, RemainderReport } from "../../port/erasure.ts";
import { ANY_DOCUMENT } from "../documents/shape.ts";
import type { Partition } from "../partition/partition.ts";

/**
 * The partitions of a space: its graph, the turns and the notes of all its sessions, and its own
 * notes.
 */
export interface SpacePartitions {
  readonly graph: Partition;
  readonly turns: Partition;
  readonly notes: Partition;
  readonly spaceNotes: Partition;
}

/** All strings in a JSON value, including names of properties. */
export const stringsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Array.isArray(value)
    ? value.flatMap(stringsIn)
    : Object.entries(value).flatMap(([name, child]) => [name, ...stringsIn(child)]);
};

const PAGE_SIZE = 200;

/**
 * Searches every document of the space in every container, including ids, because these are made
 * from keys. The indexes of Cosmos DB contain nothing else, and the container `leases` contains
 * nothing of a space.
 */
export const findRemainders = async (
  { graph, turns, notes, spaceNotes }: SpacePartitions,
  strings: readonly string[],
): Promise<RemainderReport> => {
  // By the names of their containers: `summaries` holds the notes of sessions, and `counters` those
  // of the space.
  const places = { graph, turns, summaries: notes, counters: spaceNotes };
  const remainders: Remainder[] = [];
  for (const [where, partition] of Object.entries(places)) {
    const pendingStrings = new Map(strings.entries());
    for await (const page of partition.pages(ANY_DOCUMENT, { where: [] }, PAGE_SIZE))
      for (const { vector: _, ...document } of page) {
        const texts = stringsIn(document);
        for (const [index, string] of pendingStrings) {
          if (!texts.some((text) => holdsWholeWords(text, string))) continue;
          remainders.push({ where, string: index });
          pendingStrings.delete(index);
        }
      }
  }
  return { places: Object.keys(places), remainders };
};
