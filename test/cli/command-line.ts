import { spawn } from "node:child_process";
import { join } from "node:path";
import { vi } from "vitest";
import { runCommandLine } from "../../cli/program.ts";

export const PALIMPSEST = join(import.meta.dirname, "../../dist/cli/palimpsest.js");

/** What a command has printed, and its exit code. */
export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export type Environment = Readonly<Record<string, string>>;

/** Runs the built command in a process of its own. */
export const runBuilt = (
  environment: Environment,
  words: readonly string[],
): Promise<CommandResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PALIMPSEST, ...words], {
      env: { PATH: process.env["PATH"] ?? "", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [out, error] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (error += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, error }));
  });

/** Collects what is written to a stream of this process until `restore` is called. */
const collect = (stream: NodeJS.WriteStream) => {
  let text = "";
  const spy = vi.spyOn(stream, "write").mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  return { text: () => text, restore: () => spy.mockRestore() };
};

const runNow = async (
  environment: Environment,
  words: readonly string[],
): Promise<CommandResult> => {
  const outer = { env: process.env, exitCode: process.exitCode };
  const [out, error] = [collect(process.stdout), collect(process.stderr)];
  process.env = { PATH: outer.env["PATH"], ...environment };
  process.exitCode = undefined;
  try {
    await runCommandLine(words);
    return { code: Number(process.exitCode ?? 0), out: out.text(), error: error.text() };
  } finally {
    Object.assign(process, outer);
    for (const collected of [out, error]) collected.restore();
  }
};

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line in this process, which takes a twentieth of the time of starting one. One
 * after the other, because a process has one environment and one standard output.
 */
export const runHere = (
  environment: Environment,
  words: readonly string[],
): Promise<CommandResult> => {
  const result = last.then(() => runNow(environment, words));
  last = result.catch(() => {});
  return result;
};
