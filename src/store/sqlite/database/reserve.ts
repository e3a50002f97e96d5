import { randomFillSync } from "node:crypto";
import { appendFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { PRIVATE_FILE } from "./data-folder.ts";
import { OPENING_BYTES } from "./room.ts";

const NAME = "reserve";
/** Bytes of the data folder that a service keeps free for erasures on a full disk. */
export const RESERVE_BYTES = 4_194_304;
/** Milliseconds after which a used reserve is made again, and between two attempts after that. */
const FIRST_PAUSE = 2_000;
const PAUSE = 60_000;
/** The part of the reserve that files get to be opened. The rest is for erasures. */
const OPENING_PART = 1 / 2;

/**
 * A file that takes room on the disk. It is removed when an erasure finds the disk full, because
 * even an erasure must first write to the log, and shortened when a file of a space finds no room
 * to be opened. It is made again when there is room. All processes of a data folder share it.
 */
export class Reserve {
  readonly #path: string;
  readonly #bytes: number;
  #timer: NodeJS.Timeout | undefined;

  /** Makes the file if it is missing and there is room; otherwise, tries again later. */
  constructor(directory: string, bytes: number) {
    this.#path = join(directory, NAME);
    this.#bytes = bytes;
    this.#fill();
  }

  get #size(): number {
    return statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Makes room to open a file. Returns false if none is left for that. */
  shorten(): boolean {
    const rest = this.#size - OPENING_BYTES;
    if (rest < this.#bytes * OPENING_PART) return false;
    truncateSync(this.#path, rest);
    this.#fillAfter(PAUSE);
    return true;
  }

  /** Removes the file. A while later, it is made again. */
  release(): void {
    rmSync(this.#path, { force: true });
    this.#fillAfter(FIRST_PAUSE);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /**
   * Adds what is missing. File systems that compress keep no room for zeros. If several processes
   * add it, the file gets too long, and is cut.
   */
  #fill(): void {
    const size = this.#size;
    try {
      if (size < this.#bytes) {
        const content = randomFillSync(new Uint8Array(this.#bytes - size));
        appendFileSync(this.#path, content, { mode: PRIVATE_FILE });
      }
      if (this.#size > this.#bytes) truncateSync(this.#path, this.#bytes);
    } catch {
      this.#cutTo(size);
      this.#fillAfter(PAUSE);
    }
  }

  #cutTo(size: number): void {
    try {
      if (size === 0) rmSync(this.#path, { force: true });
      else truncateSync(this.#path, size);
    } catch {
      // The folder cannot be written to. The store reports that when it is used.
    }
  }

  #fillAfter(millis: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fill(), millis).unref();
  }
}
