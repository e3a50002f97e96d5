import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { LRUCache } from "lru-cache";
import type { SpaceId } from "../port.ts";
import { SpaceFile } from "./space-file.ts";
import { folderOf, pathOf } from "./space-path.ts";

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
  #empty: SpaceFile | undefined;

  constructor(options: SpaceFilesOptions) {
    this.#options = options;
    this.#open = new LRUCache({ max: options.maxOpen, dispose: (file) => this.#close(file) });
  }

  #close(file: SpaceFile): void {
    this.#options.onClose(file);
    file.close();
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /** For a call that only reads: a space without a file reads as empty, and gets none. */
  toRead(id: SpaceId): SpaceFile {
    const path = pathOf(this.#options.directory, id);
    const open = this.#open.get(path);
    if (open) return open;
    return existsSync(path) ? this.#openFile(path, id) : (this.#empty ??= SpaceFile.empty());
  }

  /** For a call that writes: the file is made where there is none. */
  toWrite(id: SpaceId): SpaceFile {
    const path = pathOf(this.#options.directory, id);
    const open = this.#open.get(path);
    if (open) return open;
    makeFolder(folderOf(this.#options.directory, id), this.#options.directory);
    return this.#openFile(path, id);
  }

  #openFile(path: string, id: SpaceId): SpaceFile {
    const file = SpaceFile.open(path, id, this.#options.maxBytes);
    this.#open.set(path, file);
    return file;
  }

  /** Closes a file, so that the next call opens it anew. */
  drop(id: SpaceId): void {
    this.#open.delete(pathOf(this.#options.directory, id));
  }

  close(): void {
    this.#open.clear();
    this.#empty?.close();
    this.#empty = undefined;
  }
}
