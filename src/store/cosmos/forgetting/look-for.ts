import { standsIn } from "../../../memory/stands-in.ts";
import type { Looked, Remainder } from "../../erasure.ts";
import type { Owned } from "../documents/envelope.ts";
import { stringsIn } from "./strings-in.ts";
import type { SpacePartitions } from "./traces.ts";

const PAGE_SIZE = 200;

/**
 * Looks through all documents of the space in every container that holds any, what they are found by included: ids are made of keys.
 * The service's indexes hold nothing that its documents do not; `leases` tells of no space.
 */
export const lookFor = async (
  { graph, turns, notes, spaceNotes }: SpacePartitions,
  strings: readonly string[],
): Promise<Looked> => {
  const places = { graph, turns, summaries: notes, counters: spaceNotes };
  const found: Remainder[] = [];
  for (const [where, partition] of Object.entries(places)) {
    const left = new Set(strings.keys());
    for await (const page of partition.pages<Owned & { readonly vector?: readonly number[] }>(
      { where: [] },
      PAGE_SIZE,
    )) {
      for (const { vector: _, ...document } of page) {
        const texts = stringsIn(document);
        for (const i of left) {
          if (!texts.some((text) => standsIn(text, strings[i]!))) continue;
          found.push({ where, string: i });
          left.delete(i);
        }
      }
    }
  }
  return { places: Object.keys(places), found };
};
