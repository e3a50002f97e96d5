import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

/** Syncs an open file to the disk. */
export type SyncFile = (handle: number) => Promise<void>;

export const syncFile: SyncFile = promisify(fdatasync);

/**
 * Syncs the log of an open file to the disk outside the event loop, so that a slow disk delays only
 * the callers that wait for their own writes. Callers that wait during one sync share the next.
 * (SQLite locks no bytes of the log, so another handle to it may be opened and closed.)
 */
export class LogSync {
  readonly #path: string;
  readonly #sync: SyncFile;
  #handle: number | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #isClosed = false;

  constructor(path: string, sync: SyncFile) {
    this.#path = path;
    this.#sync = sync;
  }

  /** Opens the log, so that a sync cannot fail for want of a file descriptor. */
  prepare(): void {
    this.#handle ??= openSync(this.#path, "r+");
  }

  /** Resolves when the current content of the log is on the disk. */
  run(): Promise<void> {
    if (this.#running === undefined) return this.#begin();
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  /** Closes the handle after a running sync. */
  close(): void {
    this.#isClosed = true;
    if (this.#running === undefined) this.#release();
  }

  #begin(): Promise<void> {
    const handle = (this.#handle ??= openSync(this.#path, "r+"));
    const runningSync = this.#sync(handle).finally(() => {
      this.#running = undefined;
      if (this.#isClosed && this.#next === undefined) this.#release();
    });
    this.#running = runningSync;
    return runningSync;
  }

  #release(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
  }
}
