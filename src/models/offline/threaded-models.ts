import { availableParallelism } from "node:os";
import type { Tinypool } from "tinypool";
import { actingSpace } from "../../fairness/acting-space.ts";
import { FairQueue } from "../../fairness/fair-queue.ts";
import { MILLIS_PER_SECOND } from "../../memory/time.ts";
import { spaceKey } from "../../store/port.ts";
import { faultOfAbort, ModelUnavailable, type Models } from "../port.ts";
import type { Call } from "../answer.ts";
import type { Vocabulary } from "../../vocabulary/vocabulary.ts";
import { createOfflineModels } from "./offline-models.ts";
import { cpuMillis, createClock } from "./thread-clock.ts";
import { THREAD_FILE } from "./thread-file.ts";

/** The tasks of the offline model that read texts of users. */
export type OfflineTasks = Pick<
  Models,
  | "extract"
  | "extractBlind"
  | "detectEmotion"
  | "disambiguate"
  | "reconcile"
  | "summarise"
  | "compareFacts"
  | "summariseTalk"
  | "extractEpisodes"
  | "describeEntity"
> & { readonly embed: Models["embedder"]["embed"] };
export type OfflineTask = keyof OfflineTasks;

export interface ThreadSettings {
  /** CPU seconds that a task may use before its thread is terminated and replaced. */
  readonly cpuSeconds: number;
  /** Seconds that a task may take by the wall clock, however busy the machine is. */
  readonly wallSeconds: number;
  readonly threads: number;
  /** The module that the threads run. */
  readonly file: URL;
}

export const DEFAULT_THREAD_SETTINGS: ThreadSettings = {
  cpuSeconds: 20,
  wallSeconds: 120,
  threads: Math.min(4, Math.max(2, availableParallelism())),
  file: THREAD_FILE,
};

/** Maximum heap of a thread, in megabytes. */
const THREAD_HEAP = 512;
/** Milliseconds after which an idle thread ends. */
const IDLE_TIME = 5 * 60_000;
/** Number of characters from which an input is long. */
const LONG_INPUT = 4_000;
/**
 * Number of waiting tasks per additional thread. Starting a thread costs as much CPU time as
 * reading 50 messages, so that most services need only one.
 */
const WAITING_PER_THREAD = 16;
/**
 * Milliseconds after which a task counts as long, whatever its input. Other tasks do not wait for a
 * long one.
 */
const LONG_TASK = 2_000;

/** Tasks that always run in a thread, because they load and compute the most. */
const HEAVY: ReadonlySet<OfflineTask> = new Set([
  "extract",
  "extractBlind",
  "summarise",
  "summariseTalk",
  "extractEpisodes",
  "describeEntity",
]);

/** The number of characters of all texts in an input. */
const lengthOf = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let length = 0;
  for (const part of Object.values(value)) length += lengthOf(part);
  return length;
};

/** Minimum of milliseconds between two checks of a task. */
const LOOK_MILLIS = 50;

/**
 * The limit of one task. Its signal aborts when the task has used too much CPU time or too much
 * wall-clock time, and its reason is the limit in words. If the system does not report the CPU time
 * of threads, wall-clock time counts as CPU time.
 */
class TaskLimit {
  readonly clock = createClock();
  readonly #aborted = new AbortController();
  readonly #settings: ThreadSettings;
  readonly #started = performance.now();
  #timer: NodeJS.Timeout;

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
    this.#timer = this.#lookAfter(settings.cpuSeconds * MILLIS_PER_SECOND);
  }

  get signal(): AbortSignal {
    return this.#aborted.signal;
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #lookAfter(millis: number): NodeJS.Timeout {
    return setTimeout(() => this.#look(), Math.max(LOOK_MILLIS, millis)).unref();
  }

  #look(): void {
    const { cpuSeconds, wallSeconds } = this.#settings;
    const elapsedMillis = performance.now() - this.#started;
    const remainingCpuMillis =
      cpuSeconds * MILLIS_PER_SECOND - (cpuMillis(this.clock) ?? elapsedMillis);
    const remainingMillis = wallSeconds * MILLIS_PER_SECOND - elapsedMillis;
    if (remainingCpuMillis <= 0) this.#aborted.abort(`${cpuSeconds} s of CPU time`);
    else if (remainingMillis <= 0) this.#aborted.abort(`${wallSeconds} s`);
    else this.#timer = this.#lookAfter(Math.min(remainingCpuMillis, remainingMillis));
  }
}

/** Calls `onIdleFailure` for each thread that fails without a task. */
const openPool = async (
  { threads, file }: ThreadSettings,
  onIdleFailure: (error: unknown, pool: Tinypool) => void,
): Promise<Tinypool> => {
  const pool = new (await import("tinypool")).Tinypool({
    filename: file.href,
    name: "runTask",
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_TIME,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP },
  });
  pool.on("error", (error) => onIdleFailure(error, pool));
  return pool;
};

const OUT_OF_MEMORY = "ERR_WORKER_OUT_OF_MEMORY";
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === OUT_OF_MEMORY;

const cutOff = (task: OfflineTask, limit: string): ModelUnavailable =>
  new ModelUnavailable(
    "CUT_OFF",
    `The offline model was stopped: ${task} took more than ${limit}.`,
  );

const abortOf = (task: OfflineTask, signal: AbortSignal): ModelUnavailable => {
  const fault = faultOfAbort(signal);
  return new ModelUnavailable(
    fault,
    fault === "DEADLINE" ? `The time for ${task} was up.` : `The caller cancelled ${task}.`,
  );
};

/** The space for which a task takes a turn. */
const party = (): string => {
  const space = actingSpace();
  return space === undefined ? "" : spaceKey(space);
};

/**
 * Runs tasks of the offline model in threads, so that no text blocks the service. A task that
 * exceeds its limit of CPU time or memory is ended with its thread and rejects with CUT_OFF. Spaces
 * take turns. Long inputs leave one thread to the short ones. No thread starts before the first
 * task.
 */
class TaskThreads {
  readonly #settings: ThreadSettings;
  readonly #vocabularyFile: string | undefined;
  readonly #turn;
  readonly #longTurn;
  #pool: Promise<Tinypool> | undefined;
  /** Aborts with the error of a thread that could not start. The next tasks get a new signal. */
  #failedStart = new AbortController();
  #startedThreads = 0;
  #longTasks = 0;

  constructor(settings: ThreadSettings, vocabularyFile: string | undefined) {
    this.#settings = settings;
    this.#vocabularyFile = vocabularyFile;
    this.#turn = new FairQueue({ running: (waiting) => this.#threadsFor(waiting) });
    this.#longTurn = new FairQueue({ running: Math.max(1, settings.threads - 1) });
  }

  run<T>(task: OfflineTask, input: unknown, call: Call | undefined, length: number): Promise<T> {
    const isLong = length >= LONG_INPUT;
    const run = () =>
      this.#turn.run(party(), () =>
        this.#besideOthers(isLong, () => this.#runNow<T>(task, input, call?.signal)),
      );
    return isLong ? this.#longTurn.run(party(), run) : run();
  }

  /**
   * The number of tasks that may run: one per started thread, and more if tasks would wait for long
   * ones.
   */
  #threadsFor(waiting: number): number {
    const neededThreads = 1 + this.#longTasks + Math.floor(waiting / WAITING_PER_THREAD);
    return Math.min(this.#settings.threads, Math.max(this.#startedThreads, neededThreads));
  }

  /** Runs a task. If it is long, it counts as such, so that others do not wait for it. */
  async #besideOthers<T>(isLong: boolean, run: () => Promise<T>): Promise<T> {
    let isCounted = false;
    const count = (): void => {
      isCounted = true;
      this.#longTasks += 1;
      this.#turn.startWaiting();
    };
    const timer = setTimeout(count, isLong ? 0 : LONG_TASK).unref();
    try {
      return await run();
    } finally {
      clearTimeout(timer);
      if (isCounted) this.#longTasks -= 1;
    }
  }

  /**
   * A waiting task would wait for the thread that could not start, for example because there are no
   * file descriptors left. The failure of another idle thread affects nobody: the next task gets a
   * new one.
   */
  readonly #onIdleFailure = (error: unknown, pool: Tinypool): void => {
    if (pool.threads.length > 0) return;
    const failedStart = this.#failedStart;
    this.#failedStart = new AbortController();
    failedStart.abort(error);
  };

  /**
   * Runs a task in a thread. The error names the reason: the threads do not start, the task took
   * too much time or memory, or the caller has aborted it.
   */
  async #runNow<T>(task: OfflineTask, input: unknown, givenSignal?: AbortSignal): Promise<T> {
    this.#pool ??= openPool(this.#settings, this.#onIdleFailure);
    const pool = await this.#pool;
    const limit = new TaskLimit(this.#settings);
    const { signal: failedStart } = this.#failedStart;
    const signals = [limit.signal, failedStart, ...(givenSignal ? [givenSignal] : [])];
    try {
      return await pool.run(
        { task, input, vocabularyFile: this.#vocabularyFile, clock: limit.clock },
        { signal: AbortSignal.any(signals) },
      );
    } catch (error) {
      if (failedStart.aborted) throw failedStart.reason;
      if (limit.signal.aborted) throw cutOff(task, limit.signal.reason);
      if (isOutOfMemory(error)) throw cutOff(task, `${THREAD_HEAP} MB`);
      throw givenSignal?.aborted ? abortOf(task, givenSignal) : error;
    } finally {
      this.#startedThreads = pool.threads.length;
      limit.end();
    }
  }

  async stop(): Promise<void> {
    await (await this.#pool)?.destroy();
  }
}

/**
 * The offline model with its work in threads. Short inputs are compared, embedded and read for
 * emotions at once, because that is faster than a message to a thread.
 */
export const threadedModels = (
  vocabulary: Vocabulary,
  vocabularyFile: string | undefined,
  settings: ThreadSettings = DEFAULT_THREAD_SETTINGS,
): { readonly models: Models; readonly stop: () => Promise<void> } => {
  const threads = new TaskThreads(settings, vocabularyFile);
  const offline = createOfflineModels(vocabulary);
  const inThread =
    <In, Out>(task: OfflineTask, atOnce: (input: In) => Promise<Out>) =>
    (input: In, call?: Call): Promise<Out> => {
      const length = lengthOf(input);
      return HEAVY.has(task) || length >= LONG_INPUT
        ? threads.run<Out>(task, input, call, length)
        : atOnce(input);
    };
  const { embedder } = offline;
  const models: Models = {
    ...offline,
    embedder: { ...embedder, embed: inThread("embed", embedder.embed) },
    extract: inThread("extract", offline.extract),
    extractBlind: inThread("extractBlind", offline.extractBlind),
    detectEmotion: inThread("detectEmotion", offline.detectEmotion),
    disambiguate: inThread("disambiguate", offline.disambiguate),
    reconcile: inThread("reconcile", offline.reconcile),
    summarise: inThread("summarise", offline.summarise),
    compareFacts: inThread("compareFacts", offline.compareFacts),
    summariseTalk: inThread("summariseTalk", offline.summariseTalk),
    extractEpisodes: inThread("extractEpisodes", offline.extractEpisodes),
    describeEntity: inThread("describeEntity", offline.describeEntity),
  };
  return { models, stop: () => threads.stop() };
};
