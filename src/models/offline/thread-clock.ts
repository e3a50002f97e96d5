import { readFileSync, readlinkSync } from "node:fs";

/**
 * The CPU time of a task in a thread. The thread starts the clock and other threads read it,
 * because a busy thread answers no messages. Only Linux reports the CPU time of another thread.
 */

/**
 * The elements of a clock: the system's number of the thread, and its CPU time at the start. The
 * thread is 0 until the task begins.
 */
const THREAD = 0;
const STARTED_AT = 1;
/** The thread of a task for which the system reports no CPU time. */
const UNKNOWN_THREAD = -1;
const NANOS_PER_MILLI = 1e6;

/** A clock in memory that threads share. */
export const createClock = (): Float64Array =>
  new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));

/**
 * The CPU time in milliseconds of a thread of this process; null if the system does not report it.
 */
const cpuMillisOf = (thread: number): number | null => {
  try {
    const [nanos = ""] = readFileSync(`/proc/self/task/${thread}/schedstat`, "utf8").split(" ", 1);
    return nanos === "" ? null : Number(nanos) / NANOS_PER_MILLI;
  } catch {
    return null;
  }
};

/** Starts the clock of a task. The thread of the task must call this. */
export const startClock = (clock: Float64Array): void => {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    clock[STARTED_AT] = cpuMillisOf(thread) ?? 0;
    clock[THREAD] = thread;
  } catch {
    clock[THREAD] = UNKNOWN_THREAD;
  }
};

/**
 * The CPU time in milliseconds that the task has used: 0 until it begins, null if the system does
 * not report it.
 */
export const cpuMillis = (clock: Float64Array): number | null => {
  const [thread = 0, startedAt = 0] = clock;
  if (thread === 0) return 0;
  const now = thread === UNKNOWN_THREAD ? null : cpuMillisOf(thread);
  return now === null ? null : now - startedAt;
};
