import { randomUUID } from "node:crypto";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Problem } from "../../../memory/problem.ts";

/** Only the service may read and write files, and open folders. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;

/** Milliseconds for which a reader assumes that the folder is in its place. */
const FRESH_MILLIS = 100;

/** The folder of the store was removed, or another folder took its place. */
export class ReplacedFolder extends Error {
  constructor(path: string) {
    super(
      `The data folder ${path} was removed or replaced while the service ran. Nothing is written there. Put it back, or restart the service.`,
    );
  }
}

/**
 * Identifies a file or a folder, to distinguish it from another one at the same path; null if the
 * path does not exist. Throws if that cannot be determined.
 */
export const identityOf = (path: string): string | null => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
};

/** Whether a path exists. Throws if that cannot be determined. */
export const isThere = (path: string): boolean => identityOf(path) !== null;

/**
 * Creates a folder with its parents. (`mkdirSync` with `recursive` never returns if a parent exists
 * but accepts no folders, such as `/proc`.)
 */
const makeWithParents = (path: string): void => {
  const parent = dirname(path);
  if (isThere(path) && statSync(path).isDirectory()) return;
  if (!isThere(parent)) makeWithParents(parent);
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER });
  } catch (error) {
    // Another process has created it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
};

/**
 * Calls `change`, and then syncs a file, or the names in a folder, so that they survive a power
 * failure. Opens the path first: without a descriptor, nothing changes.
 */
const syncAfter = (path: string, change: () => void): void => {
  const handle = openSync(path, "r");
  try {
    change();
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** Creates a folder and syncs its parent. */
export const makeFolder = (folder: string, parent: string): void => {
  if (isThere(folder)) return;
  syncAfter(parent, () => void mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER }));
};

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error ? String(error.code) : null;

/** Removes the permissions of others on a file. Does nothing with a file of another owner. */
const makePrivate = (path: string): void => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && (stats.mode & OTHERS) !== 0 && stats.uid === process.getuid?.())
    chmodSync(path, PRIVATE_FILE);
};

/**
 * Creates a missing file that only the service may access. SQLite creates its log and its shared
 * memory with the same permissions. An existing file is not opened, because closing it would drop
 * the locks that SQLite holds on it in this process.
 */
export const makePrivateFile = (path: string): void => {
  if (isThere(path)) return makePrivate(path);
  try {
    closeSync(openSync(path, "wx", PRIVATE_FILE));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
};

/** Error codes of file systems without hard links. */
const NO_LINKS = ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"];

const linkOrMake = (draft: string, path: string, link: typeof linkSync): void => {
  try {
    link(draft, path);
  } catch (error) {
    const code = codeOf(error);
    if (code !== null && NO_LINKS.includes(code)) makePrivateFile(path);
    else if (code !== "EEXIST") throw error;
  }
};

/**
 * Like `makePrivateFile`, for a file with initial content. `fill` gets the path of an empty file in
 * the same folder. The file is renamed when it is filled and synced, so that no process finds a
 * partial file. If several processes create it, one of them wins. Without hard links, the file
 * starts empty.
 */
export const makeFilledFile = (
  path: string,
  fill: (path: string) => void,
  link: typeof linkSync = linkSync,
): void => {
  if (isThere(path)) return makePrivate(path);
  const draft = join(dirname(path), `draft-${randomUUID()}`);
  try {
    makePrivateFile(draft);
    fill(draft);
    syncAfter(draft, () => undefined);
    syncAfter(dirname(path), () => linkOrMake(draft, path, link));
  } finally {
    rmSync(draft, { force: true });
  }
};

/**
 * Throws BAD_USER_INPUT if there is no data folder. Commands that read or change memories do not
 * create one.
 */
export const requireFolder = (path: string): void => {
  if (!isThere(path))
    throw new Problem(
      "BAD_USER_INPUT",
      `There is no data folder at ${resolve(path)}. Set DATA_DIR, or name it with --data.`,
    );
};

/** The folder of a store, as it was when it was opened. */
export class DataFolder {
  readonly path: string;
  readonly #identity: string | null;
  #seenAt = 0;

  /** Creates the folder if it is missing. Throws if it cannot be used. */
  constructor(path: string) {
    this.path = path;
    makeWithParents(resolve(path));
    this.#identity = identityOf(path);
    this.check();
  }

  /** Throws if the folder cannot be used, or is another folder. */
  check(): void {
    this.verify();
    accessSync(this.path, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  /** Throws a ReplacedFolder if the folder is another one. */
  verify(): void {
    if (identityOf(this.path) !== this.#identity) throw new ReplacedFolder(this.path);
    this.#seenAt = performance.now();
  }

  /** Like `verify`, for readers. It checks at most every tenth of a second. */
  verifyLately(): void {
    if (performance.now() - this.#seenAt > FRESH_MILLIS) this.verify();
  }
}
