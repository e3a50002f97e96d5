import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";

/** The module that the thread runs. It stands beside this one, in the source and in the build. */
const THREAD_FILE = new URL(`thread${extname(import.meta.url)}`, import.meta.url);

/** Checks files outside the event loop. */
export interface FileChecker {
  check(path: string): Promise<string | null>;
  end(): Promise<void>;
}

/** A thread that checks files until it is ended. */
export const openCheckThread = (): FileChecker => {
  const thread = new Worker(THREAD_FILE);
  thread.unref();
  return {
    check: async (path) => {
      const answer = once(thread, "message") as Promise<[string | null]>;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage(path);
      return (await answer)[0];
    },
    end: async () => void (await thread.terminate()),
  };
};
