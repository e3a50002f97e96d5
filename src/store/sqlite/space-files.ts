import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { SpaceFile } from "./space-file.ts";
import type { SpacePlace } from "./space-path.ts";

/** How many files have much of themselves in memory: those used last. */
const WARM_FILES = 8;

/** Makes a folder that is still there after a power cut. */
const makeFolder = (folder: string, parent: string): void => {
  if (mkdirSync(folder, { recursive: true }) === undefined) return;
  const handle = openSync(parent, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

export interface SpaceFilesOptions {
  readonly directory: string;
  readonly maxOpen: number;
  readonly maxBytes: number | null;
  readonly onClose: (file: SpaceFile) => void;
}

/**
 * The open files, the least recently used of which is closed when there are too many. All use of a file begins and ends within one turn
 * of the event loop, so none is ever closed under a running call.
 */
export class SpaceFiles {
  readonly #options: SpaceFilesOptions;
  readonly #open: LRUCache<string, SpaceFile>;
  readonly #warm = new LRUCache<SpaceFile, true>({
    max: WARM_FILES,
    dispose: (_, file) => file.cool(),
  });
  #empty: SpaceFile | undefined;

  constructor(options: SpaceFilesOptions) {
    this.#options = options;
    this.#open = new LRUCache({ max: options.maxOpen, dispose: (file) => this.#close(file) });
  }

  #close(file: SpaceFile): void {
    this.#warm.delete(file);
    this.#options.onClose(file);
    file.close();
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** For a call that only reads: a space without a file reads as empty, and gets none. */
  toRead(place: SpacePlace): SpaceFile {
    const open = this.#open.get(place.path);
    if (open) return this.#used(open);
    return existsSync(place.path) ? this.#openFile(place) : (this.#empty ??= SpaceFile.empty());
  }

  /** For a call that writes: the file is made where there is none. */
  toWrite(place: SpacePlace): SpaceFile {
    const open = this.#open.get(place.path);
    if (open) return this.#used(open);
    makeFolder(place.folder, this.#options.directory);
    return this.#openFile(place);
  }

  /** A connection of its own, for whoever reads one state for long and closes it; null where there is no file. */
  toReadApart({ path, id }: SpacePlace): SpaceFile | null {
    return existsSync(path) ? SpaceFile.open(path, id, this.#options.maxBytes) : null;
  }

  #openFile({ path, id }: SpacePlace): SpaceFile {
    const file = SpaceFile.open(path, id, this.#options.maxBytes);
    this.#open.set(path, file);
    return this.#used(file);
  }

  #used(file: SpaceFile): SpaceFile {
    if (this.#warm.get(file) === undefined) {
      file.warm();
      this.#warm.set(file, true);
    }
    return file;
  }

  /** Closes a file, so that the next call opens it anew. */
  drop({ path }: SpacePlace): void {
    this.#open.delete(path);
  }

  exists({ path }: SpacePlace): boolean {
    return existsSync(path);
  }

  /** With its log. Whoever has it open elsewhere finds it erased. */
  #remove(place: SpacePlace): void {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(place.path + suffix, { force: true });
  }

  /** Closes a file that says that its space was erased; where that was cut short, it is removed. */
  forget(place: SpacePlace): void {
    this.drop(place);
    if (existsSync(place.path) && SpaceFile.isErased(place.path)) this.#remove(place);
  }

  close(): void {
    this.#open.clear();
    this.#empty?.close();
    this.#empty = undefined;
  }
}
