import type { Instant } from "../../../memory/time.ts";
import type { Head } from "../../port.ts";
import { toInstantOrNull, toMillis } from "../database/instants.ts";
import { ErasedFile, type SpaceFile } from "../database/space-file.ts";

const HEAD = `SELECT recorded, tag FROM space`;

export const head = (file: SpaceFile): Head => {
  const row = file.first<readonly [number | null, number]>(HEAD);
  if (row === undefined) throw new ErasedFile();
  const [recordedMillis, tag] = row;
  return { recordedAt: toInstantOrNull(recordedMillis), tag: String(tag) };
};

/** Record time of the last commit in milliseconds; -Infinity if there is none. */
export const headMillis = (file: SpaceFile): number => file.state.head ?? -Infinity;

const LAST_COMMIT = `SELECT max(recorded) FROM commit_time WHERE recorded <= ?`;

/** Record time of the last commit at or before each instant; null if there is none. */
export const lastCommits = (file: SpaceFile, instants: readonly Instant[]): (Instant | null)[] =>
  instants.map((at) =>
    toInstantOrNull(file.only<readonly [number | null]>(LAST_COMMIT, toMillis(at))[0]),
  );
