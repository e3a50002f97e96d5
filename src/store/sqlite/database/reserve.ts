import { randomFillSync } from "node:crypto";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PRIVATE_FILE } from "./data-folder.ts";

const NAME = "reserve";
/** Bytes of the data folder that a service keeps free for erasures on a full disk. */
export const RESERVE_BYTES = 4_194_304;
/** Milliseconds after which a used reserve is made again, and between two attempts after that. */
const FIRST_PAUSE = 2_000;
const PAUSE = 60_000;

/**
 * A file that takes room on the disk. It is removed when an erasure finds the disk full, because
 * even an erasure must first write to the log, and made again when there is room. All processes of
 * a data folder share it.
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

  /** Whether the room is there. */
  get isFilled(): boolean {
    return (statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) >= this.#bytes;
  }

  /** Removes the file. A while later, it is made again. */
  release(): void {
    rmSync(this.#path, { force: true });
    this.#fillAfter(FIRST_PAUSE);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** File systems that compress keep no room for zeros. */
  #fill(): void {
    try {
      if (this.isFilled) return;
      const content = randomFillSync(new Uint8Array(this.#bytes));
      writeFileSync(this.#path, content, { mode: PRIVATE_FILE });
    } catch {
      this.#removePart();
      this.#fillAfter(PAUSE);
    }
  }

  #removePart(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // The folder cannot be written to. The store reports that when it is used.
    }
  }

  #fillAfter(millis: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fill(), millis).unref();
  }
}
