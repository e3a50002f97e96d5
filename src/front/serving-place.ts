import { Problem } from "../memory/problem.ts";
import type { Log } from "../server/log.ts";
import { readToFront, type Question, type ToProcess } from "./process-link.ts";

/** The properties of a child process that are used. */
export interface Child {
  readonly pid?: number | undefined;
  on(event: "message", listener: (message: unknown) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(
    event: "exit",
    listener: (code: number | null, signal: NodeJS.Signals | null) => void,
  ): unknown;
  send(message: ToProcess, whenSent: (error: Error | null) => void): unknown;
  kill(signal: NodeJS.Signals): unknown;
}

export interface ServingPlaceOptions {
  /** Its number in the log, counted from 1. */
  readonly name: number;
  /** Starts a process that will listen on a Unix socket. */
  readonly fork: (socket: string) => Child;
  /** The path of a socket that no earlier process of this place has used. */
  readonly newSocket: () => string;
  readonly log: Pick<Log, "info" | "error">;
  readonly onReplaced: () => void;
  readonly limits: ServingLimits;
}

export interface ServingLimits {
  /** Milliseconds between two checks for a heartbeat. */
  readonly lookMillis: number;
  /** Number of checks without a heartbeat after which a process is replaced. */
  readonly silentLooks: number;
  /** The same number while it starts. */
  readonly silentLooksAtStart: number;
  /** Milliseconds for which a request waits for a process that is being replaced. */
  readonly waitMillis: number;
  /** Maximum number of requests that wait for it. */
  readonly waiting: number;
  /**
   * Milliseconds before a process that failed is started again; doubled with each further failure.
   */
  readonly againMillis: number;
  /** Milliseconds for which a process may take to answer the front. */
  readonly answerMillis: number;
}

/** A process is replaced after 30 seconds without a heartbeat. */
export const DEFAULT_SERVING_LIMITS: ServingLimits = {
  lookMillis: 1_000,
  silentLooks: 30,
  silentLooksAtStart: 120,
  waitMillis: 10_000,
  waiting: 1_000,
  againMillis: 250,
  answerMillis: 2_500,
};

/** The longest pause before a process is started again, in milliseconds. */
const MAX_AGAIN_MILLIS = 30_000;
/**
 * Number of checks for which a process must have served before the failures of its predecessors are
 * ignored.
 */
const STEADY_LOOKS = 60;

const beingReplaced = (): Problem =>
  new Problem("OVERLOADED", "The process that serves this memory is being replaced. Try again.", {
    retryAfterSeconds: 1,
  });

/** One serving process. When it ends, another process takes its place. */
export class ServingPlace {
  readonly #options: ServingPlaceOptions;
  #child: Child | null = null;
  /** The socket of the process; null until it is ready. */
  #socket: string | null = null;
  /** Checks since the last heartbeat. */
  #silent = 0;
  #steadyLooks = 0;
  /** Failures in a row. */
  #failures = 0;
  #again: NodeJS.Timeout | undefined;
  #isStopping = false;
  readonly #waiting = new Set<(socket: string) => void>();
  readonly #answers = new Map<number, (answer: unknown) => void>();
  #questions = 0;
  #onFirst: { ready: (answeredBy: string) => void; fail: (reason: string) => void } | null = null;
  #onEnd: (() => void) | null = null;
  /** The reason that the process gives for not starting. */
  #reason: string | null = null;

  constructor(options: ServingPlaceOptions) {
    this.#options = options;
  }

  get isReady(): boolean {
    return this.#socket !== null;
  }

  /**
   * Starts the first process and resolves to its ready message. Rejects with the reason, as a text,
   * if it fails to start.
   */
  start(): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#onFirst = { ready: resolve, fail: reject };
      this.#fork();
    });
  }

  /** Resolves to the socket of the process when it is ready. Rejects with OVERLOADED. */
  socket(): Promise<string> {
    if (this.#socket !== null) return Promise.resolve(this.#socket);
    const { waitMillis, waiting } = this.#options.limits;
    if (this.#isStopping || this.#waiting.size >= waiting) return Promise.reject(beingReplaced());
    return new Promise((resolve, reject) => {
      const ready = (socket: string): void => {
        clearTimeout(timer);
        resolve(socket);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(ready);
        reject(beingReplaced());
      }, waitMillis);
      this.#waiting.add(ready);
    });
  }

  /** Resolves to the answer of the process; to null if it is not ready or does not answer. */
  ask(question: Question): Promise<unknown> {
    if (!this.isReady) return Promise.resolve(null);
    const id = ++this.#questions;
    return new Promise((resolve) => {
      const finish = (answer: unknown): void => {
        clearTimeout(timer);
        this.#answers.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => finish(null), this.#options.limits.answerMillis);
      this.#answers.set(id, finish);
      this.#send({ ask: question, id });
    });
  }

  /** Checks whether the process sent a heartbeat since the last check; ends one that did not. */
  look(): void {
    if (this.#child === null) return;
    const { silentLooks, silentLooksAtStart } = this.#options.limits;
    this.#silent += 1;
    if (this.isReady && ++this.#steadyLooks === STEADY_LOOKS) this.#failures = 0;
    if (this.#silent < (this.isReady ? silentLooks : silentLooksAtStart)) return;
    this.#options.log.error(
      { process: this.#options.name, pid: this.#child.pid },
      "A serving process does not respond. It is being stopped.",
    );
    this.#child.kill("SIGKILL");
  }

  /** Lets the process stop by itself, and kills it if that takes longer than `withinMillis`. */
  async stop(withinMillis: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#again);
    const child = this.#child;
    if (child === null) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => child.kill("SIGKILL"), withinMillis);
      this.#onEnd = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#send({ order: "stop" });
    });
  }

  #send(message: ToProcess): void {
    // The listener for its end replaces a process that has ended.
    this.#child?.send(message, () => undefined);
  }

  /** Starts a process in this place. */
  #fork(): void {
    const { fork, newSocket } = this.#options;
    const socket = newSocket();
    const child = fork(socket);
    this.#child = child;
    this.#silent = 0;
    this.#steadyLooks = 0;
    this.#reason = null;
    child.on("message", (message) => this.#hear(message, socket));
    child.on("error", (error) => {
      this.#options.log.error({ process: this.#options.name, error }, "A serving process failed.");
      if (child.pid === undefined) this.#noteEnd(child, "It could not be started.");
    });
    child.on("exit", (code, signal) =>
      this.#noteEnd(
        child,
        signal === null ? `It ended with code ${code}.` : `It ended by ${signal}.`,
      ),
    );
  }

  #hear(message: unknown, socket: string): void {
    const report = readToFront(message);
    if (report === null) return;
    this.#silent = 0;
    if ("id" in report) return this.#answers.get(report.id)?.(report.answer);
    if (report.state === "ready") this.#ready(socket, report.answeredBy);
    if (report.state === "failed") this.#reason = report.reason;
  }

  #ready(socket: string, answeredBy: string): void {
    this.#socket = socket;
    this.#onFirst?.ready(answeredBy);
    this.#onFirst = null;
    for (const ready of this.#waiting) ready(socket);
    this.#waiting.clear();
  }

  /**
   * Notes that the process has ended, and starts another one: at once, or after a pause that
   * doubles with each failure.
   */
  #noteEnd(child: Child, end: string): void {
    if (child !== this.#child) return;
    const how = this.#reason ?? end;
    this.#child = null;
    this.#socket = null;
    for (const answer of this.#answers.values()) answer(null);
    this.#onEnd?.();
    this.#onFirst?.fail(how);
    if (this.#isStopping || this.#onFirst !== null) return;
    const { name, log, onReplaced, limits } = this.#options;
    log.error(
      { process: name, pid: child.pid, how },
      "A serving process ended. It is being replaced.",
    );
    onReplaced();
    const pause = this.#failures === 0 ? 0 : limits.againMillis * 2 ** this.#failures;
    this.#failures += 1;
    this.#again = setTimeout(() => this.#fork(), Math.min(pause, MAX_AGAIN_MILLIS));
  }
}
