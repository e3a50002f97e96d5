import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { print } from "graphql";

/**
 * The built service. Without source maps, which `npm start` switches on for the stacks of a log:
 * reading them takes a fifth of a start.
 */
const MAIN = join(import.meta.dirname, "../../dist/src/main.js");
/** Helping threads cost more than they save in a life of a few requests, a tenth of its CPU time. */
const FLAGS = ["--single-threaded-gc"];

export interface Service {
  readonly url: string;
  readonly process: ChildProcess;
  /** Its output so far. */
  readonly output: () => string;
  /** Sends SIGTERM. Returns the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** A folder for one test's data, gone when `remove` is called. */
export const dataDirectory = async (): Promise<{
  readonly path: string;
  remove(): Promise<void>;
}> => {
  const path = await mkdtemp(join(tmpdir(), "palimpsest-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/** Starts the service, by another command if one is given, on a free port of the loopback and waits until it says where it is. Rejects with what it printed if it ends first. */
export const startService = async (
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  by: readonly string[] = [],
): Promise<Service> => {
  const [command = process.execPath, ...words] = [...by, process.execPath];
  const child = spawn(command, [...words, ...FLAGS, MAIN], {
    env: { PATH: process.env["PATH"] ?? "", PORT: "0", DATA_DIR: dataDir, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, "exit") as Promise<[number | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      output += `${line}\n`;
      const found = /http:\/\/127\.0\.0\.1:\d+\/graphql/.exec(line);
      if (found) resolve(found[0]);
    });
    void exited.then(() => reject(new Error(`The service ended before it was ready:\n${output}`)));
  });
  return {
    url,
    process: child,
    output: () => output,
    stop: async () => {
      child.kill("SIGTERM");
      return (await exited)[0];
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
};

export interface Answer<T> {
  readonly data?: T;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: { readonly code: string };
  }[];
  readonly extensions?: { readonly atLeast?: string };
}

export type Ask = <T, V>(
  document: TypedDocumentNode<T, V> | string,
  variables?: V,
) => Promise<Answer<T>>;

/** Asks over HTTP as one user. */
export const as =
  (url: string, user = "local", headers: Readonly<Record<string, string>> = {}): Ask =>
  async (document, variables) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-user-id": user, ...headers },
      body: JSON.stringify({
        query: typeof document === "string" ? document : print(document),
        variables,
      }),
    });
    return (await response.json()) as never;
  };

/** The data of an answer; throws what went wrong. */
export const told = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
  const { data, errors } = await answer;
  if (errors || data == null) throw new Error(JSON.stringify(errors));
  return data;
};
