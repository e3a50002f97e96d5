import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { Problem } from "../../../memory/problem.ts";
import type { SpaceId } from "../../port.ts";
import { isThere, makeFolder } from "../database/data-folder.ts";
import { pathOf } from "../database/space-files.ts";
import { causeOf } from "../port-errors.ts";
import { spaceFilesIn } from "../database/spaces.ts";
import { readManifest, sha256Of, type Copy } from "./manifest.ts";
import { damageOf, stateOf } from "./space-state.ts";
import { keepCopy } from "./sync.ts";

export interface RestoreProgress {
  readonly checked: number;
  readonly restored: number;
  readonly failed: readonly { readonly file: string; readonly cause: string }[];
  /** Total number of memories. */
  readonly total: number;
}

export interface RestoreOptions {
  readonly backup: string;
  readonly data: string;
  /** The user whose memory is restored; null for all users. */
  readonly of: SpaceId | null;
  /** Whether the backup is only checked. */
  readonly dryRun: boolean;
}

const refuse = (message: string): never => {
  throw new Problem("BAD_USER_INPUT", message);
};

/** The error in a file of the backup; null if there is none. */
const faultOf = async (path: string, copy: Copy): Promise<string | null> => {
  if (!isThere(path)) return "It is missing.";
  if ((await sha256Of(path)) !== copy.sha256)
    return "The file is not the one that the backup wrote.";
  if (stateOf(path) !== copy.state) return "Its head is not the one that was backed up.";
  const damage = damageOf(path);
  return damage === null ? null : `It is damaged: ${damage}`;
};

/** Moves a copy to its place, and checks it there. */
const place = async (
  from: string,
  to: string,
  copy: Copy,
  data: string,
): Promise<string | null> => {
  makeFolder(dirname(to), data);
  const part = join(dirname(to), `${basename(to)}.part`);
  await copyFile(from, part, constants.COPYFILE_FICLONE);
  await keepCopy(part);
  const fault = await faultOf(part, copy);
  if (fault === null) await rename(part, to);
  else await rm(part);
  return fault;
};

const namesIn = (folder: string): Promise<string[]> =>
  isThere(folder) ? readdir(folder) : Promise.resolve([]);

/** The requested copies. Throws BAD_USER_INPUT if they cannot be restored to the folder. */
const chosenCopies = async ({ backup, data, of, dryRun }: RestoreOptions): Promise<Copy[]> => {
  const copies = await readManifest(backup);
  if (copies === null) return refuse(`There is no backup at ${backup}.`);
  const isFree = dryRun || of !== null || (await namesIn(data)).length === 0;
  if (!isFree)
    refuse(
      `The data folder ${data} is not empty. Restore to a new folder, or restore a single memory with --user.`,
    );
  if (of === null) return [...copies.values()];
  const path = pathOf(data, of);
  if (!dryRun && isThere(path))
    refuse(
      `User ${of.user} has a memory in ${data} already. Erase it first, or restore to another folder.`,
    );
  const copy = copies.get(relative(data, path));
  return copy === undefined ? refuse(`The backup contains no memory of user ${of.user}.`) : [copy];
};

/** The files of a backup of all users that its manifest does not name: a part of it was lost. */
const unknownFiles = async (
  { backup, of }: RestoreOptions,
  copies: readonly Copy[],
): Promise<string[]> => {
  if (of !== null) return [];
  const listedPaths = new Set(copies.map(({ path }) => join(backup, path)));
  const files: string[] = [];
  const unreadable = (path: string): void => void files.push(path);
  for await (const path of spaceFilesIn(backup, unreadable))
    if (!listedPaths.has(path)) files.push(path);
  return files;
};

/**
 * Restores a backup, or one memory of it, to a data folder. Each file is checked before and after:
 * its bytes, its structure and its head. Yields the progress after each file. A file that cannot be
 * restored does not stop the others. Throws BAD_USER_INPUT for unsuitable folders.
 */
export async function* restore(options: RestoreOptions): AsyncGenerator<RestoreProgress, void> {
  const { backup, data, dryRun } = options;
  const copies = await chosenCopies(options);
  if (!dryRun) await mkdir(data, { recursive: true, mode: 0o700 });
  const unknown = await unknownFiles(options, copies);
  const failures = unknown.map((file) => ({
    file,
    cause: "The list of the backup does not name this file. Run the backup again.",
  }));
  let [checkedCount, restoredCount] = [0, 0];
  const progress = (): RestoreProgress => ({
    checked: checkedCount,
    restored: restoredCount,
    failed: [...failures],
    total: copies.length + unknown.length,
  });
  yield progress();
  for (const copy of copies) {
    const from = join(backup, copy.path);
    try {
      const fault =
        (await faultOf(from, copy)) ??
        (dryRun ? null : await place(from, join(data, copy.path), copy, data));
      checkedCount += 1;
      if (fault !== null) failures.push({ file: from, cause: fault });
      else if (!dryRun) restoredCount += 1;
    } catch (error) {
      failures.push({ file: from, cause: causeOf(error) });
    }
    yield progress();
  }
}
