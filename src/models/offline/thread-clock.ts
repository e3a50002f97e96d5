import { readFileSync, readlinkSync } from "node:fs";

/**
 * The CPU time of a task in a thread, which its thread starts and others read: a thread that is busy
 * answers nobody. Linux alone tells the CPU time of another thread.
 */

/**
 * Numbers of a clock: the thread, as the system numbers it, and its CPU time at the start. Until the
 * task begins, the thread is 0.
 */
const THREAD = 0;
const STARTED_AT = 1;
/** The thread of a task of which the system tells nothing. */
const UNTOLD = -1;
const NANOS_PER_MILLI = 1e6;

/** A clock that is shared with a thread. */
export const createClock = (): Float64Array =>
  new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));

/** CPU time of a thread of this process in milliseconds; null where the system does not tell. */
const cpuMillisOf = (thread: number): number | null => {
  try {
    const [nanos = ""] = readFileSync(`/proc/self/task/${thread}/schedstat`, "utf8").split(" ", 1);
    return nanos === "" ? null : Number(nanos) / NANOS_PER_MILLI;
  } catch {
    return null;
  }
};

/** Starts the clock of a task, in its thread. */
export const startClock = (clock: Float64Array): void => {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    clock[STARTED_AT] = cpuMillisOf(thread) ?? 0;
    clock[THREAD] = thread;
  } catch {
    clock[THREAD] = UNTOLD;
  }
};

/** CPU milliseconds that the task has taken, 0 until it begins; null where the system tells none. */
export const cpuMillis = (clock: Float64Array): number | null => {
  const [thread = 0, startedAt = 0] = clock;
  if (thread === 0) return 0;
  const now = thread === UNTOLD ? null : cpuMillisOf(thread);
  return now === null ? null : now - startedAt;
};
