import { watch, type FSWatcher } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextRound } from "node:timers/promises";
import { spaceFilesIn } from "../database/spaces.ts";

/** Milliseconds between two checks of all files, in case the system has not reported a change. */
const LOOK_AT_ALL_MILLIS = 10 * 60_000;

/** The file of the space to which a file in its folder belongs; null for another file. */
const spaceFileOf = (name: string): string | null => {
  if (name.endsWith(".db")) return name;
  return name.endsWith(".db-wal") ? name.slice(0, -"-wal".length) : null;
};

/**
 * The files of spaces that any process has touched, as reported by the operating system. Waiting
 * for reports costs nothing, whatever the number of users; checking every file does. If the system
 * does not watch, all files count as touched.
 */
export class TouchedFiles {
  readonly #directory: string;
  readonly #unreadable: (path: string, error: unknown) => void;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #touchedPaths = new Set<string>();
  #newFolders = true;
  #isBlind = false;
  #lookedAtAll = -Infinity;

  constructor(directory: string, unreadable: (path: string, error: unknown) => void) {
    this.#directory = directory;
    this.#unreadable = unreadable;
  }

  /**
   * The files that were touched since the last call. All of them at the first call, every ten
   * minutes, and if changes are not reported.
   */
  async take(): Promise<{ readonly paths: readonly string[]; readonly all: boolean }> {
    // After two rounds of the event loop, all writes before this call have been reported.
    await nextRound();
    await nextRound();
    if (this.#newFolders) await this.#watchFolders();
    const isDue = performance.now() - this.#lookedAtAll > LOOK_AT_ALL_MILLIS;
    if (!this.#isBlind && !isDue) {
      const paths = [...this.#touchedPaths];
      this.#touchedPaths.clear();
      return { paths, all: false };
    }
    this.#lookedAtAll = performance.now();
    this.#touchedPaths.clear();
    const paths: string[] = [];
    for await (const path of spaceFilesIn(this.#directory, this.#unreadable)) paths.push(path);
    return { paths, all: true };
  }

  /** Counts a file as touched at the next call, too. */
  touch(path: string): void {
    this.#touchedPaths.add(path);
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#isBlind = true;
  }

  /** Watches the folders of tenants that are not watched yet; files in them count as touched. */
  async #watchFolders(): Promise<void> {
    this.#newFolders = false;
    this.#watch(this.#directory, (name) => {
      this.#newFolders ||= !name.includes(".");
    });
    for (const folder of await readdir(this.#directory, { withFileTypes: true })) {
      if (!folder.isDirectory()) continue;
      const path = join(this.#directory, folder.name);
      const isNew = this.#watch(path, (name) => {
        const file = spaceFileOf(name);
        if (file !== null) this.#touchedPaths.add(join(path, file));
      });
      if (!isNew) continue;
      const names = await readdir(path).catch((error: unknown) => {
        this.#unreadable(path, error);
        return [];
      });
      for (const name of names) if (name.endsWith(".db")) this.#touchedPaths.add(join(path, name));
    }
  }

  /** Watches a folder. Returns whether it was not watched before. */
  #watch(path: string, onChange: (name: string) => void): boolean {
    if (this.#isBlind || this.#watchers.has(path)) return false;
    const lose = (): void => {
      this.#watchers.get(path)?.close();
      this.#watchers.delete(path);
      // The folder may have been replaced, so the next look searches for folders to watch.
      this.#newFolders = true;
    };
    try {
      const watcher = watch(path, { persistent: false }, (event, name) => {
        if (name !== null) onChange(name);
      });
      watcher.on("error", lose);
      this.#watchers.set(path, watcher);
      return true;
    } catch {
      // There may be too many watches. A folder that cannot be watched must be checked.
      this.close();
      return false;
    }
  }
}
