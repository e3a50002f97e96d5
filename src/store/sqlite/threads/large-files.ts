import { statSync } from "node:fs";
import { isOutOfDescriptors, whileDescriptorsLast } from "../database/descriptors.ts";
import { openFileThread, ThreadNotStarted, type FileThread } from "./file-thread.ts";
import {
  runFileWork,
  type FileWorkInput,
  type FileWorkName,
  type FileWorkResult,
} from "./file-works.ts";

/**
 * Bytes of a file and its log from which on a thread works on it. Rewriting a megabyte takes 13 ms,
 * and starting a thread 70 ms of another core.
 */
const LARGE_BYTES = 2_097_152;
/** Milliseconds after which a thread without work ends. */
const IDLE_MILLIS = 10_000;

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export interface LargeFilesOptions {
  /** Closes other files if there are no descriptors left. Returns false if none is open. */
  readonly release: () => boolean;
  readonly openThread?: (() => FileThread) | undefined;
  readonly largeBytes?: number | undefined;
}

/**
 * Works on files: on small ones at once, on large ones in a thread, so that other requests do not
 * wait. If no thread can be started, works on large files at once, too.
 */
export class LargeFiles {
  readonly #release: () => boolean;
  readonly #open: () => FileThread;
  readonly #largeBytes: number;
  #thread: FileThread | undefined;
  #works = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({
    release,
    openThread = openFileThread,
    largeBytes = LARGE_BYTES,
  }: LargeFilesOptions) {
    this.#release = release;
    this.#open = openThread;
    this.#largeBytes = largeBytes;
  }

  /**
   * Runs work in a thread if the file is large, or here if it is small or no thread can be started.
   */
  async run<Name extends FileWorkName>(
    name: Name,
    ...input: FileWorkInput<Name>
  ): Promise<FileWorkResult<Name>> {
    const [path] = input;
    if (bytesOf(path) + bytesOf(`${path}-wal`) >= this.#largeBytes)
      try {
        return await this.#runInThread(name, input);
      } catch (error) {
        if (!(error instanceof ThreadNotStarted) && !isOutOfDescriptors(error)) throw error;
      }
    return whileDescriptorsLast(() => runFileWork(name, input), this.#release);
  }

  async #runInThread<Name extends FileWorkName>(
    name: Name,
    input: FileWorkInput<Name>,
  ): Promise<FileWorkResult<Name>> {
    clearTimeout(this.#timer);
    if (this.#thread?.isAlive() !== true) this.#thread = this.#open();
    this.#works += 1;
    try {
      return await this.#thread.run(name, ...input);
    } finally {
      this.#works -= 1;
      if (this.#works === 0) this.#timer = setTimeout(() => void this.end(), IDLE_MILLIS).unref();
    }
  }

  /** Ends the thread after its works. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end();
  }
}
