import { setTimeout as delay } from "node:timers/promises";
import { spaceFilesIn } from "./database/spaces.ts";
import { openFileThread, type FileThread } from "./threads/file-thread.ts";

export interface FileCheckOptions {
  /** Approximate time in milliseconds between two checks of a file. */
  readonly everyMillis: number;
  /** Called for each checked file. */
  readonly onChecked: (check: { readonly damaged: boolean }) => void;
  /** Default: a thread. */
  readonly openThread?: (() => FileThread) | undefined;
}

interface Services {
  readonly directory: string;
  readonly log: { error(details: Readonly<Record<string, unknown>>, message: string): void };
  /** Starts the next round, unless another process has started it. */
  readonly takeRound: () => Promise<boolean>;
}

/** Milliseconds between two checks whether a round is due. */
const LOOK_MILLIS = 60_000;
/** Maximum share of the time that checking may take: one part in this number. */
const SHARE_OF_TIME = 20;
/** Minimum number of milliseconds between two files. */
const LEAST_PAUSE = 10;

/**
 * Checks the structure of all files in rounds, slowly, in one process at a time. Damaged files are
 * logged and counted. Requests for a damaged file get STORE_UNAVAILABLE; others are not affected.
 */
export class FileChecks {
  readonly #options: FileCheckOptions;
  readonly #services: Services;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(options: FileCheckOptions, services: Services) {
    this.#options = options;
    this.#services = services;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { log, takeRound } = this.#services;
    while (await this.#pause(Math.min(LOOK_MILLIS, this.#options.everyMillis)))
      try {
        if (await takeRound()) await this.#round();
      } catch (error) {
        log.error({ error }, "Files could not be checked. The check will be retried.");
      }
  }

  /** Returns false if the checks end meanwhile. */
  #pause(millis: number): Promise<boolean> {
    const { signal } = this.#stopping;
    return delay(millis, true, { signal, ref: false }).catch(() => false);
  }

  /**
   * Checks every file once. Pauses in between, so that the checks take a fixed share of the time.
   */
  async #round(): Promise<void> {
    const { directory, log } = this.#services;
    const thread = (this.#options.openThread ?? openFileThread)();
    const unreadable = (file: string, error: unknown): void =>
      log.error({ file, error }, "A folder of files could not be checked.");
    try {
      for await (const file of spaceFilesIn(directory, unreadable)) {
        const began = performance.now();
        const damage = await thread.run("quickCheck", file);
        this.#options.onChecked({ damaged: damage !== null });
        if (damage !== null)
          log.error(
            { file, found: damage },
            "A file is damaged. Move it away and restore it from a backup (docs/guides/backup.md).",
          );
        const took = performance.now() - began;
        if (!(await this.#pause(Math.max(LEAST_PAUSE, took * SHARE_OF_TIME)))) return;
      }
    } finally {
      await thread.end();
    }
  }
}
