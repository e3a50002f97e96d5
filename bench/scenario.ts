import { rmSync } from "node:fs";
import { cpuMillis } from "./cpu.ts";
import { required } from "./lookup.ts";

/** The measured task. Gets the number of the run, from 0, so that no two runs are the same. */
export type Work = (run: number) => unknown;

/** A scenario that is ready to be measured. */
export interface PreparedScenario<Name extends string, Findings> {
  readonly works: Readonly<Record<Name, Work>>;
  /** Called once at the end. Returns the findings of the scenario besides the times. */
  readonly findings: () => Findings | Promise<Findings>;
}

/** Options with the scenario's own folder, which is empty at first and removed afterwards. */
export type WithFolder<Options> = Options & { readonly folder: string };

/** A message of the measuring process: run a batch of one task, or end. */
export type Request =
  | { readonly work: string; readonly from: number; readonly runs: number }
  | { readonly end: true };
/** A message of a scenario to the measuring process. */
export type Reply =
  | { readonly ready: true }
  | { readonly millis: number }
  | { readonly findings: unknown };

const send = (message: Reply, onSent: (error: Error | null) => void): void => {
  if (process.send === undefined) throw new Error("A scenario runs as a child process.");
  process.send(message, onSent);
};

const answer = (message: Reply): Promise<void> =>
  new Promise(
    (resolve, reject) =>
      void send(message, (error: Error | null) => (error ? reject(error) : resolve())),
  );

const batch = async (work: Work, from: number, runs: number): Promise<number> => {
  const before = cpuMillis();
  for (let run = from; run < from + runs; run++) await work(run);
  return (cpuMillis() - before) / runs;
};

/**
 * The body of a file under `scenarios/`, which runs as a process of its own. It prepares itself,
 * then measures one batch for each request.
 */
export const scenario = async <Options extends object, Name extends string, Findings>(
  prepare: (options: WithFolder<Options>) => Promise<PreparedScenario<Name, Findings>>,
): Promise<void> => {
  const options = JSON.parse(
    required(process.argv[2], "The argument with the options"),
  ) as WithFolder<Options>;
  // The measuring process disconnects when it is interrupted. The folder is removed then, too.
  process.on("SIGINT", () => {});
  process.on("disconnect", () => {
    rmSync(options.folder, { recursive: true, force: true });
    process.exit();
  });
  const { works, findings } = await prepare(options);
  process.on("message", async (request: Request) => {
    if ("end" in request) {
      await answer({ findings: await findings() });
      process.exit();
    }
    await answer({ millis: await batch(works[request.work as Name], request.from, request.runs) });
  });
  await answer({ ready: true });
};
