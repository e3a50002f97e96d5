import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Database } from "./database.ts";
import { SERVICE_TENANT, StoreUnavailable, type SpaceId } from "../../port.ts";
import { patiently } from "./patience.ts";
import { ForeignFile } from "./space-file.ts";
import { pathOf } from "./space-files.ts";

/**
 * The space that a file names as its own. `position` changes with every commit and every stored
 * turn.
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
  const database = new Database(path, { readOnly: true });
  try {
    if (database.pragma("user_version") === 0) return null;
    const row = database.first<Row>("SELECT tenant, user, born, tag, turns_stored FROM space");
    if (row === undefined) return null;
    const [tenant, user, createdAt, tag, turnsStored] = row;
    if (pathOf(directory, { tenant, user }) !== path)
      throw new ForeignFile("It is not at the path that belongs to its owner.");
    return { id: { tenant, user }, position: `${createdAt} ${tag} ${turnsStored}` };
  } finally {
    database.close();
  }
};

/**
 * Paths of all space files under a directory. Each folder is read in one call, because in a busy
 * process every further call waits. Reports each folder that cannot be read to `unreadable`.
 */
export async function* spaceFilesIn(
  directory: string,
  unreadable: (path: string, error: unknown) => void,
): AsyncGenerator<string, void> {
  for (const folder of await readdir(directory, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    const path = join(directory, folder.name);
    try {
      for (const file of await readdir(path)) if (file.endsWith(".db")) yield join(path, file);
    } catch (error) {
      unreadable(path, error);
    }
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
  let lostCount = 0;
  const lose = (path: string, error: unknown): null => {
    lostCount += 1;
    unreadable(path, error);
    return null;
  };
  for await (const path of spaceFilesIn(directory, lose)) {
    const space = await patiently(() => spaceIn(directory, path)).catch((error: unknown) =>
      lose(path, error),
    );
    if (space !== null && space.id.tenant !== SERVICE_TENANT) yield space.id;
  }
  if (lostCount > 0)
    throw new StoreUnavailable(
      "DAMAGED",
      `${lostCount} files or folders of spaces under ${directory} cannot be read.`,
    );
}
