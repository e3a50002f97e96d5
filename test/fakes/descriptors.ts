import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import { devNull } from "node:os";

/** Whether this machine has the command by which `withoutDescriptors` sets limits. */
export const hasPrlimit = spawnSync("prlimit", ["--version"]).status === 0;

/** Sets the limit of open files of a process. */
export const limitDescriptors = (pid: number | undefined, limit: number): void => {
  execFileSync("prlimit", ["--pid", String(pid), `--nofile=${limit}:`]);
};

/** Runs `use` while this process can open no file. */
export const withoutDescriptors = async <T>(use: () => T | Promise<T>): Promise<T> => {
  const limits = readFileSync("/proc/self/limits", "utf8");
  const limitBefore = Number(/open files +(\d+)/u.exec(limits)![1]);
  limitDescriptors(process.pid, Math.max(...readdirSync("/proc/self/fd").map(Number)) + 20);
  const handles: number[] = [];
  try {
    while (handles.length < limitBefore) handles.push(openSync(devNull, "r"));
  } catch {
    return await use();
  } finally {
    for (const handle of handles) closeSync(handle);
    limitDescriptors(process.pid, limitBefore);
  }
  throw new Error("Descriptors are left.");
};
