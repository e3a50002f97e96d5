import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import type { FileWorkInput, FileWorkName, FileWorkResult } from "./file-works.ts";
import { receivedError, type ThreadAnswer, type ThreadTask } from "./messages.ts";

/** The module that the thread runs. It is next to this one, both in the source and in the build. */
const THREAD_FILE = new URL(`thread${extname(import.meta.url)}`, import.meta.url);

/** A thread could not be started. None of its works has begun. */
export class ThreadNotStarted extends Error {}

/** Works on files outside the event loop, one work after the other. */
export interface FileThread {
  /**
   * Rejects with the error of the work, which keeps the codes of SQLite and of the operating
   * system.
   */
  run<Name extends FileWorkName>(
    name: Name,
    ...input: FileWorkInput<Name>
  ): Promise<FileWorkResult<Name>>;
  /** Whether it can still be given works. */
  readonly isAlive: () => boolean;
  /** Ends it after the works that it was given. */
  end(): Promise<void>;
}

const resultOf = (answer: ThreadAnswer): unknown => {
  if ("error" in answer) throw receivedError(answer.error);
  return answer.result;
};

const start = (file: URL): Worker => {
  try {
    return new Worker(file);
  } catch (error) {
    throw new ThreadNotStarted(String(error), { cause: error });
  }
};

/**
 * Starts a thread. If that fails (a process without file descriptors cannot start one), this throws
 * ThreadNotStarted, or its works reject with that. The process does not end during a work.
 */
export const openFileThread = (file = THREAD_FILE): FileThread => {
  const thread = start(file);
  let failure: unknown;
  thread.on("error", (error) => (failure = error));
  thread.on("exit", () => (failure ??= new Error("The thread has ended.")));
  thread.unref();
  const ready = once(thread, "message").catch((error: unknown) => {
    throw new ThreadNotStarted(String(error), { cause: error });
  });
  ready.catch(() => undefined);
  const oneAtATime = pLimit(1);
  const answerTo = async (task: ThreadTask): Promise<unknown> => {
    thread.ref();
    try {
      await ready;
      if (failure !== undefined) throw failure;
      const answer = once(thread, "message") as Promise<[ThreadAnswer]>;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(task);
      return resultOf((await answer)[0]);
    } finally {
      thread.unref();
    }
  };
  return {
    run: <Name extends FileWorkName>(name: Name, ...input: FileWorkInput<Name>) =>
      oneAtATime(() => answerTo({ name, input })) as Promise<FileWorkResult<Name>>,
    isAlive: () => failure === undefined,
    end: async () => void (await oneAtATime(() => thread.terminate())),
  };
};
