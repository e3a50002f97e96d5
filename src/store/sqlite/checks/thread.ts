import { parentPort } from "node:worker_threads";
import { quickCheck } from "./quick-check.ts";

/** Checks the files whose paths it receives, one after the other. A large file takes a second. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on("message", (path: string) => parentPort?.postMessage(quickCheck(path)));
