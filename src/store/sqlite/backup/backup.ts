import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { Problem } from "../../../memory/problem.ts";
import { Database } from "../database/database.ts";
import { isThere, requireFolder } from "../database/data-folder.ts";
import { patiently } from "../database/patience.ts";
import { spaceFilesIn } from "../database/spaces.ts";
import { causeOf } from "../port-errors.ts";
import { noteCopy, readManifest, sha256Of, writeManifest, type Copy } from "./manifest.ts";
import { damageOf, stateIn, stateOf } from "./space-state.ts";
import { keepCopy, syncFolder } from "./sync.ts";

export interface BackupProgress {
  readonly copied: number;
  /** Memories whose copy is up to date. */
  readonly unchanged: number;
  /** Copies of memories that are no longer in the data folder. */
  readonly gone: number;
  /** Files that could not be copied. Their earlier copies are kept. */
  readonly failed: readonly { readonly file: string; readonly cause: string }[];
  /** Bytes of the files that were copied. */
  readonly bytes: number;
}

export interface BackupOptions {
  readonly data: string;
  readonly backup: string;
  /** Whether copies of memories that no longer exist are removed. */
  readonly prune: boolean;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const PRIVATE_FOLDER = 0o700;

/**
 * Writes one state of a file to another file, without deleted data between its rows, and syncs it.
 */
const copyFile = async (from: string, to: string): Promise<string | null> => {
  await rm(to, { force: true });
  const state = await patiently(() => {
    const file = new Database(from, { readOnly: true });
    try {
      if (stateIn(file) === null) return null;
      file.run("VACUUM INTO ?", to);
      return stateOf(to);
    } finally {
      file.close();
    }
  });
  if (state === null) return null;
  await keepCopy(to);
  return state;
};

/** A running backup. */
class Backup {
  readonly #options: BackupOptions;
  readonly #copies: Map<string, Copy>;
  readonly #seenPaths = new Set<string>();
  readonly #failures: { file: string; cause: string }[] = [];
  #copiedCount = 0;
  #unchangedCount = 0;
  #goneCount = 0;
  #bytes = 0;

  constructor(options: BackupOptions, copies: Map<string, Copy>) {
    this.#options = options;
    this.#copies = copies;
  }

  get progress(): BackupProgress {
    return {
      copied: this.#copiedCount,
      unchanged: this.#unchangedCount,
      gone: this.#goneCount,
      failed: [...this.#failures],
      bytes: this.#bytes,
    };
  }

  fail(file: string, error: unknown): void {
    this.#failures.push({ file, cause: causeOf(error) });
  }

  async take(file: string): Promise<void> {
    const path = relative(this.#options.data, file);
    this.#seenPaths.add(path);
    try {
      await this.#copy(file, path);
    } catch (error) {
      this.fail(file, error);
    }
  }

  /**
   * Copies a memory if it has changed. The copy replaces the earlier one only after it was checked.
   */
  async #copy(file: string, path: string): Promise<void> {
    const target = join(this.#options.backup, path);
    const state = await patiently(() => stateOf(file));
    if (state === null) return;
    if (this.#copies.get(path)?.state === state && isThere(target)) {
      this.#unchangedCount += 1;
      return;
    }
    const part = `${target}.part`;
    await mkdir(dirname(target), { recursive: true, mode: PRIVATE_FOLDER });
    const copyState = await copyFile(file, part);
    if (copyState === null) return;
    const damage = damageOf(part);
    if (damage !== null) {
      await rm(part);
      this.#failures.push({ file, cause: `It is damaged: ${damage}` });
      return;
    }
    const [sha256, { size }] = await Promise.all([sha256Of(part), stat(part)]);
    await rename(part, target);
    await syncFolder(dirname(target));
    const copiedAt = new Date(this.#options.now()).toISOString();
    const copy: Copy = { path, state: copyState, bytes: size, sha256, copiedAt };
    this.#copies.set(path, copy);
    await noteCopy(this.#options.backup, copy);
    this.#copiedCount += 1;
    this.#bytes += size;
  }

  /** Counts copies of memories that no longer exist, and removes them if requested. */
  async end(): Promise<void> {
    for (const path of this.#copies.keys()) {
      if (this.#seenPaths.has(path)) continue;
      this.#goneCount += 1;
      if (!this.#options.prune) continue;
      await rm(join(this.#options.backup, path), { force: true });
      this.#copies.delete(path);
    }
    await writeManifest(this.#options.backup, this.#copies.values());
  }
}

const refuse = (message: string): never => {
  throw new Problem("BAD_USER_INPUT", message);
};

const copiesIn = async (backup: string): Promise<Map<string, Copy>> => {
  const copies = await readManifest(backup);
  if (copies !== null) return copies;
  await mkdir(backup, { recursive: true, mode: PRIVATE_FOLDER });
  await writeManifest(backup, []);
  return new Map();
};

/**
 * Copies the memories of a data folder to a backup, each in one state, while services may write to
 * them. Memories that have not changed since the last backup are not copied again. Yields the
 * progress after each file. Throws BAD_USER_INPUT for unsuitable folders.
 */
export async function* backUp(options: BackupOptions): AsyncGenerator<BackupProgress, void> {
  const { data, backup } = options;
  requireFolder(data);
  const inside = relative(data, resolve(backup));
  if (inside === "" || !inside.startsWith(".."))
    refuse(`A backup cannot be in the data folder ${data} itself. Name another folder.`);
  const runningBackup = new Backup(options, await copiesIn(backup));
  for await (const file of spaceFilesIn(data, (folder, error) =>
    runningBackup.fail(folder, error),
  )) {
    await runningBackup.take(file);
    yield runningBackup.progress;
  }
  if (runningBackup.progress.failed.length === 0) await runningBackup.end();
  yield runningBackup.progress;
}
