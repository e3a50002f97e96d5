import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Database } from "./database.ts";
import { SERVICE_TENANT, StoreUnavailable, type SpaceId } from "../../port.ts";
import { ForeignFile } from "./space-file.ts";
import { pathOf } from "./space-files.ts";

/** Milliseconds to wait for a process that creates or recovers the file. */
const BUSY_MILLIS = 5_000;

/**
 * The space that a file says it holds. `position` changes with every commit and every stored turn.
 */
export interface ListedSpace {
  readonly id: SpaceId;
  readonly position: string;
}

/** Suffix of the position of a space in which nothing was ever recorded. */
const NOTHING_RECORDED = " 0 0";
export const isUntouched = (position: string): boolean => position.endsWith(NOTHING_RECORDED);

type Row = readonly [tenant: string, user: string, born: string, tag: number, turnsStored: number];

/**
 * The space of a file; null while the file is being created or removed. Throws a ForeignFile if it
 * is not at the path of that space.
 */
export const spaceIn = (directory: string, path: string): ListedSpace | null => {
  const database = new Database(path, { readOnly: true, busyMillis: BUSY_MILLIS });
  try {
    if (database.pragma("user_version") === 0) return null;
    const row = database.first<Row>("SELECT tenant, user, born, tag, turns_stored FROM space");
    if (row === undefined) return null;
    const [tenant, user, born, tag, turnsStored] = row;
    if (pathOf(directory, { tenant, user }) !== path)
      throw new ForeignFile("It does not lie where the memory of its owner lies.");
    return { id: { tenant, user }, position: `${born} ${tag} ${turnsStored}` };
  } finally {
    database.close();
  }
};

/**
 * Paths of all space files under a directory. Each folder is read in one call, since in a busy
 * process every further call waits.
 */
export async function* spaceFilesIn(directory: string): AsyncGenerator<string, void> {
  for (const folder of await readdir(directory, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    for (const file of await readdir(join(directory, folder.name)))
      if (file.endsWith(".db")) yield join(directory, folder.name, file);
  }
}

/**
 * Lists the spaces under a directory. Reports each file that cannot be read to `unreadable`, and
 * throws a StoreUnavailable at the end if there was one.
 */
export async function* listSpaces(
  directory: string,
  unreadable: (path: string, error: unknown) => void,
): AsyncGenerator<SpaceId, void> {
  let lost = 0;
  for await (const path of spaceFilesIn(directory)) {
    let space: ListedSpace | null = null;
    try {
      space = spaceIn(directory, path);
    } catch (error) {
      lost += 1;
      unreadable(path, error);
      continue;
    }
    if (space !== null && space.id.tenant !== SERVICE_TENANT) yield space.id;
  }
  if (lost > 0)
    throw new StoreUnavailable(
      "DAMAGED",
      `${lost} files of spaces under ${directory} cannot be read.`,
    );
}
