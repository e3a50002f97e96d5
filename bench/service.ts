import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { required } from "./lookup.ts";

/** The built service, running in a process of its own. */
export interface Service {
  readonly url: string;
  /** Resident memory in MiB. */
  readonly memory: () => number;
  /** CPU time since the start, user and system, in milliseconds. */
  readonly cpuMillis: () => Promise<number>;
  /** Runs an operation as a local user. Throws if it returns errors. */
  readonly ask: (
    user: string,
    query: string,
    variables: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, unknown>>>;
  readonly stop: () => Promise<void>;
}

const KIB_PER_MIB = 1_024;
const MILLIS_PER_SECOND = 1_000;

const residentKib = (pid: number): number => {
  try {
    return Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }));
  }
};

/** CPU seconds of all its processes. */
const cpuSeconds = (metrics: string): number =>
  [...metrics.matchAll(/^process_cpu_seconds_total(?:\{[^}]*\})? (\S+)/gmu)].reduce(
    (sum, [, seconds]) => sum + Number(seconds),
    0,
  );

/** Whether a process can be bound to one core on this system. */
export const canHoldToCore = (): boolean => spawnSync("taskset", ["--version"]).status === 0;

/**
 * Starts the built `src/main.ts` on a free port of the loopback interface, with only these
 * settings; with `core`, bound to the core of that number with all of its processes and threads.
 */
export const startService = async (
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
  { core }: { readonly core?: number | undefined } = {},
): Promise<Service> => {
  const program = [process.execPath, new URL("../src/main.js", import.meta.url).pathname];
  const [command = "", ...values] =
    core === undefined ? program : ["taskset", "--cpu-list", String(core), ...program];
  const child = spawn(command, values, {
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      PORT: "0",
      DATA_DIR: dataDirectory,
      LOG_LEVEL: "error",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve) => void child.on("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const url = /https?:\/\/\S+/u.exec(line)?.[0];
      if (url) resolve(url);
    });
    child.on("error", reject);
    child.on("exit", (code) =>
      reject(new Error(`The service ended with ${String(code)} before it was ready.`)),
    );
  });
  return {
    url,
    memory: () => residentKib(required(child.pid, "The id of the process")) / KIB_PER_MIB,
    cpuMillis: async () =>
      cpuSeconds(await (await fetch(new URL("/metrics", url))).text()) * MILLIS_PER_SECOND,
    ask: async (user, query, variables) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-user-id": user },
        body: JSON.stringify({ query, variables }),
      });
      const { data, errors } = (await response.json()) as {
        readonly data?: Readonly<Record<string, unknown>>;
        readonly errors?: unknown;
      };
      if (errors !== undefined || data === undefined) throw new Error(JSON.stringify(errors));
      return data;
    },
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
};
