import type { Head } from "../port.ts";
import { toInstantOrNull } from "./instants.ts";
import type { SpaceFile } from "./space-file.ts";

const HEAD = `SELECT recorded, tag FROM space`;

export const head = (file: SpaceFile): Head => {
  const [recorded, tag] = file.first<readonly [number | null, number]>(HEAD)!;
  return { recordedAt: toInstantOrNull(recorded), tag: String(tag) };
};

/** The record time of the last commit in milliseconds; before all time where there is none. */
export const headMillis = (file: SpaceFile): number => file.first<readonly [number | null, number]>(HEAD)![0] ?? -Infinity;
