import { closeSync, openSync, readFileSync } from "node:fs";
import { devNull } from "node:os";
import { resultCodeOf } from "./database.ts";

/** Descriptors of an open space: its file, the log, the shared memory, and the log for syncing. */
const PER_SPACE = 4;
/** Descriptors of a process with a few threads, before it opens spaces or connections. */
const PER_PROCESS = 40;
/** SQLite's result code for a file that cannot be opened, whatever the cause is. */
const CANTOPEN = 14;

/** Opening a file failed because the process or the machine has no file descriptors left. */
export class OutOfDescriptors extends Error {
  constructor(cause: unknown) {
    super(
      "There are no file descriptors left. Raise the limit of open files (ulimit -n, or LimitNOFILE of systemd), or close connections.",
      { cause },
    );
  }
}

/** The maximum number of open files of this process; null if the system does not report it. */
export const descriptorLimit = (): number | null => {
  try {
    const limit = /^Max open files +(\d+)/mu.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return limit === undefined ? null : Number(limit);
  } catch {
    return null;
  }
};

/** The number of spaces that may be open if connections and threads get half of the descriptors. */
export const spacesWithin = (limit: number): number =>
  Math.max(1, Math.floor((limit - PER_PROCESS) / 2 / PER_SPACE));

/** Whether the process could open one more space. */
const isSpaceLeft = (): boolean => {
  const handles: number[] = [];
  try {
    while (handles.length < PER_SPACE) handles.push(openSync(devNull, "r"));
    return true;
  } catch {
    return false;
  } finally {
    for (const handle of handles) closeSync(handle);
  }
};

/** Whether an error has its cause in a lack of file descriptors. */
export const isOutOfDescriptors = (error: unknown): boolean => {
  if (
    error instanceof Error &&
    "code" in error &&
    ["EMFILE", "ENFILE"].includes(String(error.code))
  )
    return true;
  const code = resultCodeOf(error);
  return code !== null && (code & 0xff) === CANTOPEN && !isSpaceLeft();
};

/**
 * Runs `open`. While it fails for want of descriptors, `release` closes something and it runs
 * again. Throws OutOfDescriptors once `release` returns false.
 */
export const whileDescriptorsLast = <T>(open: () => T, release: () => boolean): T => {
  for (;;)
    try {
      return open();
    } catch (error) {
      if (!isOutOfDescriptors(error)) throw error;
      if (!release()) throw new OutOfDescriptors(error);
    }
};
