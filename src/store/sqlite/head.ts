import type { Head } from "../port.ts";
import { toInstantOrNull } from "./instants.ts";
import { ErasedFile, type SpaceFile } from "./space-file.ts";

const HEAD = `SELECT recorded, tag FROM space`;

export const head = (file: SpaceFile): Head => {
  const row = file.first<readonly [number | null, number]>(HEAD);
  if (row === undefined) throw new ErasedFile();
  const [recorded, tag] = row;
  return { recordedAt: toInstantOrNull(recorded), tag: String(tag) };
};

/** The record time of the last commit in milliseconds; before all time where there is none. */
export const headMillis = (file: SpaceFile): number =>
  file.first<readonly [number | null, number]>(HEAD)![0] ?? -Infinity;
