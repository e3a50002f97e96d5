import { parentPort } from "node:worker_threads";
import { runFileWork } from "./file-works.ts";
import { sentError, type ThreadAnswer, type ThreadTask } from "./messages.ts";

const answerTo = ({ name, input }: ThreadTask): ThreadAnswer => {
  try {
    return { result: runFileWork(name, input) };
  } catch (error) {
    return { error: sentError(error) };
  }
};

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
/** Does the works that it receives, one after the other. */
parentPort?.on("message", (task: ThreadTask) => parentPort?.postMessage(answerTo(task)));
parentPort?.postMessage("ready");
