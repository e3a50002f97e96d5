import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** Whether this machine has the command by which `withoutDescriptors` sets limits. */
export const hasPrlimit = spawnSync("prlimit", ["--version"]).status === 0;

const limitWords = (pid: number | undefined, limit: number): string[] => [
  "--pid",
  String(pid),
  `--nofile=${limit}:`,
];

/** Sets the limit of open files of a process. */
export const limitDescriptors = (pid: number | undefined, limit: number): void => {
  execFileSync("prlimit", limitWords(pid, limit));
};

/** Below the number of any file that could be opened, also after others have been closed. */
const NONE = 3;

/**
 * Runs `use` while this process can open no file. A process that is started before sets the limit
 * back, because none can be started then.
 */
export const withoutDescriptors = async <T>(use: () => T | Promise<T>): Promise<T> => {
  const limits = readFileSync("/proc/self/limits", "utf8");
  const limitBefore = Number(/open files +(\d+)/u.exec(limits)![1]);
  const restoring = spawn(
    "sh",
    ["-c", `read -r _; prlimit ${limitWords(process.pid, limitBefore).join(" ")}`],
    { stdio: ["pipe", "ignore", "ignore"] },
  );
  const restored = once(restoring, "exit");
  limitDescriptors(process.pid, NONE);
  try {
    return await use();
  } finally {
    restoring.stdin.end("\n");
    await restored;
  }
};
