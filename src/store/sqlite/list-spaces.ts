import { readdir } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { SERVICE_TENANT, StoreUnavailable, type SpaceId } from "../port.ts";
import { ForeignFile } from "./space-file.ts";
import { pathOf } from "./space-path.ts";

/** Whose memory a file holds, as it tells itself, and where it stands: the position changes with every commit and every turn. */
export interface FoundSpace {
  readonly id: SpaceId;
  readonly position: string;
}

/** The position of a space in which nothing was ever recorded ends so. */
const NOTHING_RECORDED = " 0 0";
export const isUntouched = (position: string): boolean => position.endsWith(NOTHING_RECORDED);

interface Row {
  readonly tenant: string;
  readonly user: string;
  readonly born: string;
  readonly tag: number;
  readonly turns_stored: number;
}

/** Null while the file is being made, or removed. Throws a ForeignFile where it does not lie where its owner's memory lies. */
export const spaceIn = (directory: string, path: string): FoundSpace | null => {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    if (database.pragma("user_version", { simple: true }) === 0) return null;
    const row = database
      .prepare("SELECT tenant, user, born, tag, turns_stored FROM space")
      .get() as Row | undefined;
    if (row === undefined) return null;
    const { tenant, user, born, tag, turns_stored } = row;
    if (pathOf(directory, { tenant, user }) !== path)
      throw new ForeignFile("It does not lie where the memory of its owner lies.");
    return { id: { tenant, user }, position: `${born} ${tag} ${turns_stored}` };
  } finally {
    database.close();
  }
};

/** The paths of all files of spaces under a directory. A folder is read at once: in a busy process each part of it would have to wait its turn. */
export async function* spaceFilesIn(directory: string): AsyncGenerator<string, void> {
  for (const folder of await readdir(directory, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    for (const file of await readdir(join(directory, folder.name)))
      if (file.endsWith(".db")) yield join(directory, folder.name, file);
  }
}

/** The spaces that have a file under a directory, one at a time. Throws a StoreUnavailable at the end where some files cannot be read; each is told to `unreadable`. */
export async function* listSpaces(
  directory: string,
  unreadable: (path: string, error: unknown) => void,
): AsyncGenerator<SpaceId, void> {
  let lost = 0;
  for await (const path of spaceFilesIn(directory)) {
    let found: FoundSpace | null = null;
    try {
      found = spaceIn(directory, path);
    } catch (error) {
      lost += 1;
      unreadable(path, error);
      continue;
    }
    if (found !== null && found.id.tenant !== SERVICE_TENANT) yield found.id;
  }
  if (lost > 0)
    throw new StoreUnavailable(
      "DAMAGED",
      `${lost} files of spaces under ${directory} cannot be read.`,
    );
}
