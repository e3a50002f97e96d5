import type { Head } from "../../port.ts";
import { toInstantOrNull } from "../database/instants.ts";
import { ErasedFile, type SpaceFile } from "../database/space-file.ts";

const HEAD = `SELECT recorded, tag FROM space`;

export const head = (file: SpaceFile): Head => {
  const row = file.first<readonly [number | null, number]>(HEAD);
  if (row === undefined) throw new ErasedFile();
  const [recorded, tag] = row;
  return { recordedAt: toInstantOrNull(recorded), tag: String(tag) };
};

/** Record time of the last commit in milliseconds; -Infinity if there is none. */
export const headMillis = (file: SpaceFile): number =>
  file.only<readonly [number | null, number]>(HEAD)[0] ?? -Infinity;
