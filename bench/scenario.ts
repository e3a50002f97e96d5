import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a scenario is told: the folder is empty, its own, and removed afterwards. */
export type Arguments<Options> = Options & { readonly folder: string };

/** Runs `scenarios/<name>` in a process of its own, so that no measurement warms, fills or slows another. */
export const runScenario = async <Options extends object, Result>(name: string, options: Options): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), "palimpsest-bench-"));
  try {
    return await new Promise<Result>((resolve, reject) => {
      const child = fork(new URL(`./scenarios/${name}.js`, import.meta.url), [JSON.stringify({ ...options, folder })], {
        env: { ...process.env, HOME: folder, MEM0_TELEMETRY: "false", MEM0_DIR: folder },
        execArgv: [],
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      let result: { readonly value: Result } | undefined;
      child.on("message", (message) => void (result = message as { value: Result }));
      child.on("error", reject);
      child.on("exit", (code) => (result && code === 0 ? resolve(result.value) : reject(new Error(`The scenario ${name} ended with ${String(code)}.`))));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The body of a scenario's file: reads what it is told, and hands the result over. */
export const scenario = async <Options extends object, Result>(run: (options: Arguments<Options>) => Promise<Result>): Promise<void> => {
  const value = await run(JSON.parse(process.argv[2] ?? "{}") as Arguments<Options>);
  await new Promise<void>((resolve, reject) => void (process.send ? process.send({ value }, (error: Error | null) => (error ? reject(error) : resolve())) : (console.log(value), resolve())));
  process.exit();
};
