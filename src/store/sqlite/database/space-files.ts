import { rmSync } from "node:fs";
import { LRUCache } from "lru-cache";
import { isThere, makeFolder, type DataFolder } from "./data-folder.ts";
import { whileDescriptorsLast } from "./descriptors.ts";
import { whileRoomLasts } from "./room.ts";
import { SpaceFile, type SpaceFileOptions } from "./space-file.ts";
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { SpaceId } from "../../port.ts";

/**
 * Number of characters for 128 bits. A collision is not to be expected, and would be noticed,
 * because each file names its space.
 */
const DIGITS = 32;

/** Digests UTF-16 units, so that even ill-formed strings differ. */
const digest = (text: string): string =>
  createHash("sha256").update(text, "utf16le").digest("hex").slice(0, DIGITS);

/** The path of the file of a space. */
export interface SpaceLocation {
  readonly id: SpaceId;
  /** The folder of the tenant. */
  readonly folder: string;
  readonly path: string;
}

/** Names consist of hexadecimal digits, whatever the ids are. */
export const locationOf = (directory: string, id: SpaceId): SpaceLocation => {
  const folder = join(directory, digest(id.tenant));
  return { id, folder, path: join(folder, `${digest(id.user)}.db`) };
};

/** The path of the file of a space. */
export const pathOf = (directory: string, id: SpaceId): string => locationOf(directory, id).path;

/** Number of the most recently used files that have a large page cache. */
const WARM_FILES = 8;
/** The part of the open files that is closed at a time if the process has no descriptors left. */
const RELEASED_PART = 1 / 4;

export interface SpaceFilesOptions extends SpaceFileOptions {
  readonly folder: DataFolder;
  readonly maxOpen: number;
  readonly onClose: (file: SpaceFile) => void;
  /** Makes room on a full disk to open a file. Returns false if it cannot. */
  readonly makeRoomToOpen: () => boolean;
}

/**
 * The open files. When there are too many, the least recently used one is closed. Every use of a
 * file starts and ends within one turn of the event loop, so no file closes during a call.
 */
export class SpaceFiles {
  readonly #options: SpaceFilesOptions;
  readonly #open: LRUCache<string, SpaceFile>;
  readonly #warm = new LRUCache<SpaceFile, true>({
    max: WARM_FILES,
    dispose: (_, file) => file.cool(),
  });

  constructor(options: SpaceFilesOptions) {
    this.#options = options;
    this.#open = new LRUCache({ max: options.maxOpen, dispose: (file) => this.#close(file) });
  }

  #close(file: SpaceFile): void {
    this.#warm.delete(file);
    this.#options.onClose(file);
    file.close();
  }

  /** Closes the least recently used files. Returns false if none is open. */
  readonly release = (): boolean => {
    const count = Math.ceil(this.#open.size * RELEASED_PART);
    for (let i = 0; i < count; i += 1) this.#open.pop();
    return count > 0;
  };

  /** Number of open files. */
  get size(): number {
    return this.#open.size;
  }

  /** The file for a read. A space without a file reads as empty, and no file is created. */
  toRead(location: SpaceLocation): SpaceFile {
    this.#options.folder.verifyLately();
    const open = this.#open.get(location.path);
    if (open) return this.#markUsed(open);
    return isThere(location.path) ? this.#openFile(location) : SpaceFile.empty();
  }

  /**
   * The file for a write. It is created if it is missing. If it was removed or replaced while it
   * was open, another one is opened: nobody would find what is written to the old one.
   */
  toWrite(location: SpaceLocation): SpaceFile {
    const { folder } = this.#options;
    folder.verify();
    const open = this.#open.get(location.path);
    if (open?.isInPlace()) {
      this.#prepareSync(open);
      return this.#markUsed(open);
    }
    if (open) this.drop(location);
    this.#makeFolder(location.folder);
    const file = this.#openFile(location);
    this.#prepareSync(file);
    return file;
  }

  /** A separate connection for a long read, which the caller closes; null if there is no file. */
  toReadApart({ path, id }: SpaceLocation): SpaceFile | null {
    this.#options.folder.verify();
    return isThere(path) ? this.#openConnection(path, id) : null;
  }

  /**
   * A separate connection for a long write, which the caller closes. The file is created if it is
   * missing.
   */
  toWriteApart({ path, id, folder: ofTenant }: SpaceLocation): SpaceFile {
    this.#options.folder.verify();
    this.#makeFolder(ofTenant);
    return this.#openConnection(path, id);
  }

  #makeFolder(path: string): void {
    whileDescriptorsLast(() => makeFolder(path, this.#options.folder.path), this.release);
  }

  #openConnection(path: string, id: SpaceId): SpaceFile {
    const open = () =>
      whileDescriptorsLast(() => SpaceFile.open(path, id, this.#options), this.release);
    const { folder, makeRoomToOpen } = this.#options;
    return whileRoomLasts(folder.path, open, () => makeRoomToOpen() || this.release());
  }

  /** Lets no write wait for a descriptor after its commit. */
  #prepareSync(file: SpaceFile): void {
    whileDescriptorsLast(() => file.prepareSync(), this.release);
  }

  #openFile({ path, id }: SpaceLocation): SpaceFile {
    const file = this.#openConnection(path, id);
    this.#open.set(path, file);
    return this.#markUsed(file);
  }

  #markUsed(file: SpaceFile): SpaceFile {
    if (this.#warm.get(file) === undefined) {
      file.warm();
      this.#warm.set(file, true);
    }
    return file;
  }

  isOpen({ path }: SpaceLocation): boolean {
    return this.#open.has(path);
  }

  /** Closes a file. The next call opens it again. */
  drop({ path }: SpaceLocation): void {
    this.#open.delete(path);
  }

  exists({ path }: SpaceLocation): boolean {
    return isThere(path);
  }

  /** Removes a file and its log. Processes that have it open notice that it was erased. */
  #remove(location: SpaceLocation): void {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(location.path + suffix, { force: true });
  }

  /** Closes the file of an erased space, and removes it if the process that erased it has not. */
  forget(location: SpaceLocation): void {
    this.drop(location);
    if (isThere(location.path) && SpaceFile.isErased(location.path)) this.#remove(location);
  }

  closeAll(): void {
    this.#open.clear();
  }
}
