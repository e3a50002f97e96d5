import { opendir } from "node:fs/promises";
import { join } from "node:path";
import Database from "better-sqlite3";
import { StoreUnavailable, type SpaceId } from "../port.ts";
import { ForeignFile } from "./space-file.ts";
import { pathOf } from "./space-path.ts";

/** Whose memory a file holds, as it tells itself; null while it is being made. */
const ownerOf = (path: string): SpaceId | null => {
  const database = new Database(path, { readonly: true, fileMustExist: true });
  try {
    if (database.pragma("user_version", { simple: true }) === 0) return null;
    return database.prepare("SELECT tenant, user FROM space").get() as SpaceId;
  } finally {
    database.close();
  }
};

/** The spaces that have a file under a directory, one at a time. Throws a StoreUnavailable at the end where some files cannot be read; each is told to `unreadable`. */
export async function* listSpaces(directory: string, unreadable: (path: string, error: unknown) => void): AsyncGenerator<SpaceId, void> {
  let lost = 0;
  for await (const folder of await opendir(directory)) {
    if (!folder.isDirectory()) continue;
    for await (const file of await opendir(join(directory, folder.name))) {
      if (!file.name.endsWith(".db")) continue;
      const path = join(directory, folder.name, file.name);
      let id: SpaceId | null = null;
      try {
        id = ownerOf(path);
        if (id !== null && pathOf(directory, id) !== path) throw new ForeignFile("It does not lie where the memory of its owner lies.");
      } catch (error) {
        lost += 1;
        unreadable(path, error);
        continue;
      }
      if (id !== null) yield id;
    }
  }
  if (lost > 0) throw new StoreUnavailable("DAMAGED", `${lost} files of spaces under ${directory} cannot be read.`);
}
