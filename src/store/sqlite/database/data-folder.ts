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

/** Files are read and written by the service alone, and folders are opened by it alone. */
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;

/** Milliseconds for which a reader takes the folder to be in its place. */
const FRESH_MILLIS = 100;

/** The folder of the store was removed, or another one took its place. */
export class ReplacedFolder extends Error {
  constructor(path: string) {
    super(
      `The data folder ${path} was removed or replaced while the service ran. Nothing is written there. Put it back, or restart the service.`,
    );
  }
}

/**
 * Identifies a file or a folder, to distinguish it from another one at the same path; null if
 * nothing is there. Throws if that cannot be determined.
 */
export const identityOf = (path: string): string | null => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
};

/** Whether something is there. Throws if that cannot be told. */
export const isThere = (path: string): boolean => identityOf(path) !== null;

/**
 * Makes a folder with its parents. (`mkdirSync` with `recursive` runs for ever where a parent is
 * there but takes no folders, as `/proc` does.)
 */
const makeWithParents = (path: string): void => {
  const parent = dirname(path);
  if (isThere(path) && statSync(path).isDirectory()) return;
  if (!isThere(parent)) makeWithParents(parent);
  try {
    mkdirSync(path, { mode: PRIVATE_FOLDER });
  } catch (error) {
    // Another process has made it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
};

/** Syncs a file or the names in a folder, so that they survive a power failure. */
const sync = (path: string): void => {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** Creates a folder and syncs its parent. */
export const makeFolder = (folder: string, parent: string): void => {
  if (mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER }) !== undefined) sync(parent);
};

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error ? String(error.code) : null;

/** Removes the permissions of others on a file; does nothing with a file of another owner. */
const makePrivate = (path: string): void => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && (stats.mode & OTHERS) !== 0 && stats.uid === process.getuid?.())
    chmodSync(path, PRIVATE_FILE);
};

/**
 * Creates the file where it is missing, for the service alone. SQLite makes its log and its shared
 * memory with the same permissions. A file that is there is not opened: closing it would drop the
 * locks that SQLite holds on it in this process.
 */
export const makePrivateFile = (path: string): void => {
  if (isThere(path)) return makePrivate(path);
  try {
    closeSync(openSync(path, "wx", PRIVATE_FILE));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
};

/** Errors of file systems without hard links. */
const NO_LINKS = ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"];

/**
 * Like `makePrivateFile`, for a file with initial content. `fill` gets the path of an empty file in
 * the same folder, which gets the name when it is filled and synced: nobody finds a partial file,
 * and of several processes that create it one wins. Without hard links the file starts empty.
 */
export const makeFilledFile = (
  path: string,
  fill: (path: string) => void,
  link: (from: string, to: string) => void = linkSync,
): void => {
  if (isThere(path)) return makePrivate(path);
  const draft = join(dirname(path), `draft-${randomUUID()}`);
  try {
    makePrivateFile(draft);
    fill(draft);
    sync(draft);
    link(draft, path);
  } catch (error) {
    const code = codeOf(error);
    if (code !== null && NO_LINKS.includes(code)) makePrivateFile(path);
    else if (code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  sync(dirname(path));
};

/**
 * Throws BAD_USER_INPUT if there is no data folder: what reads or changes memories does not create
 * one.
 */
export const requireFolder = (path: string): void => {
  if (!isThere(path))
    throw new Problem(
      "BAD_USER_INPUT",
      `There is no data folder at ${resolve(path)}. Set DATA_DIR, or name it with --data.`,
    );
};

/** The folder of a store. It is remembered as it is opened. */
export class DataFolder {
  readonly path: string;
  readonly #identity: string | null;
  #seenAt = 0;

  /** Makes the folder where it is missing. Throws if it cannot be used. */
  constructor(path: string) {
    this.path = path;
    makeWithParents(resolve(path));
    this.#identity = identityOf(path);
    this.check();
  }

  /** Throws if the folder cannot be used, or is another one. */
  check(): void {
    this.verify();
    accessSync(this.path, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  /** Throws a ReplacedFolder where the folder is another one. */
  verify(): void {
    if (identityOf(this.path) !== this.#identity) throw new ReplacedFolder(this.path);
    this.#seenAt = performance.now();
  }

  /** Like `verify`, for readers: it checks at most every tenth of a second. */
  verifyLately(): void {
    if (performance.now() - this.#seenAt > FRESH_MILLIS) this.verify();
  }
}
