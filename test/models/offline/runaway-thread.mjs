import { readFileSync, readlinkSync } from "node:fs";
import { threadId } from "node:worker_threads";

const MILLIS = 800;
/** Longer than a thread takes to start, on a machine that does much else. */
const PAUSE_MILLIS = 100;
const NANOS_PER_MILLI = 1e6;
const cell = new Int32Array(new SharedArrayBuffer(4));

/** Starts the clock of the task as `thread-clock.ts` does. A thread cannot import that unbuilt. */
const startClock = (clock) => {
  if (process.platform !== "linux") return void (clock[0] = -1);
  const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  const [nanos] = readFileSync(`/proc/self/task/${thread}/schedstat`, "utf8").split(" ");
  clock[1] = Number(nanos) / NANOS_PER_MILLI;
  clock[0] = thread;
};

const works = {
  loop: () => {
    for (;;);
  },
  // Waits longer than the limit of CPU time, and takes none.
  sleep: () => void Atomics.wait(cell, 0, 0, MILLIS),
  pause: () => void Atomics.wait(cell, 0, 0, PAUSE_MILLIS),
  block: () => void Atomics.wait(cell, 0, 0),
};

/** Stands in for the thread of the offline model: the message tells what it does. */
export const runTask = ({ input, clock }) => {
  startClock(clock);
  works[input.message]?.();
  return threadId;
};
