import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import type { Store } from "../../../src/store/port.ts";
import {
  openSqliteStore,
  type SqliteStoreOptions,
} from "../../../src/store/sqlite/sqlite-store.ts";
import { embedder } from "../../contract/stores.ts";

const directories: string[] = [];
const opened: Store[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await Promise.all(
    directories.splice(0).map((directory) => rm(directory, { recursive: true, force: true })),
  );
});

export const newDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), "palimpsest-sqlite-"));
  directories.push(directory);
  return directory;
};

/** A store that is closed after the test. */
export const openStore = async (
  directory: string,
  options: Partial<SqliteStoreOptions> = {},
): Promise<Store> => {
  const store = await openSqliteStore({ directory, embedder, ...options });
  opened.push(store);
  return store;
};

/** The paths of all files under a directory, relative to it. */
export const filesIn = async (directory: string): Promise<string[]> =>
  (await readdir(directory, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .toSorted();

/** The one database file of a directory that has one space. */
export const onlyFile = async (directory: string): Promise<string> => {
  const databases = (await filesIn(directory)).filter((name) => name.endsWith(".db"));
  if (databases.length !== 1) throw new Error(`${databases.length} files`);
  return join(directory, databases[0]!);
};
