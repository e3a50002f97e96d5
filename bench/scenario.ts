import { rmSync } from "node:fs";
import { cpuMillis } from "./cpu.ts";

/** What a scenario measures: gets the number of the run, from 0, so that each run can do something else. */
export type Work = (run: number) => unknown;

/** A scenario that is ready to be measured. */
export interface Prepared<Name extends string, Told> {
  readonly works: Readonly<Record<Name, Work>>;
  /** What it has to tell beside the times, asked once at the end. */
  readonly tell: () => Told | Promise<Told>;
}

/** The folder is empty, the scenario's own, and removed afterwards. */
export type Given<Options> = Options & { readonly folder: string };

/** What the process that measures asks: a batch of runs of one work, or the end. */
export type Asked =
  | { readonly work: string; readonly from: number; readonly runs: number }
  | { readonly end: true };
export type Answered =
  | { readonly ready: true }
  | { readonly millis: number }
  | { readonly told: unknown };

const answer = (message: Answered): Promise<void> =>
  new Promise(
    (resolve, reject) =>
      void process.send!(message, (error: Error | null) => (error ? reject(error) : resolve())),
  );

const batch = async (work: Work, from: number, runs: number): Promise<number> => {
  const before = cpuMillis();
  for (let run = from; run < from + runs; run++) await work(run);
  return (cpuMillis() - before) / runs;
};

/** The body of a file under `scenarios/`, which runs as a process of its own: prepares, then measures batch by batch as it is asked to. */
export const scenario = async <Options extends object, Name extends string, Told>(
  prepare: (given: Given<Options>) => Promise<Prepared<Name, Told>>,
): Promise<void> => {
  const given = JSON.parse(process.argv[2]!) as Given<Options>;
  // Who measures may be interrupted: then it disconnects, and nothing is left behind.
  process.on("SIGINT", () => {});
  process.on("disconnect", () => {
    rmSync(given.folder, { recursive: true, force: true });
    process.exit();
  });
  const { works, tell } = await prepare(given);
  process.on("message", async (asked: Asked) => {
    if ("end" in asked) {
      await answer({ told: await tell() });
      process.exit();
    }
    await answer({ millis: await batch(works[asked.work as Name], asked.from, asked.runs) });
  });
  await answer({ ready: true });
};
