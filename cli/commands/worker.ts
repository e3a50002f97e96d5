import { once } from "node:events";
import { loadConfig } from "../../src/config/config.ts";
import { openProcess } from "../../src/assembly/open-process.ts";
import { createLog } from "../../src/server/log.ts";
import { report, runCommand } from "../run.ts";
import { printJson } from "../show.ts";

export interface WorkerOptions {
  readonly once: boolean;
  readonly json?: boolean | undefined;
}

/** Returns whether all due jobs are done. */
const work = async (options: WorkerOptions, stopSignal: AbortSignal): Promise<boolean> => {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  const grace = config.server.stopGraceMillis;
  const { worker, close } = await openProcess(
    { ...config, worker: { ...config.worker, on: true } },
    log,
    null,
  );
  const shutdown = once(stopSignal, "abort").then(() => worker.stop(grace));
  try {
    if (!options.once) {
      worker.start();
      report("The worker is ready.");
      await shutdown;
      return true;
    }
    const isDone = await worker.runOnce();
    if (!isDone && !stopSignal.aborted)
      report("Another worker is running, or some work is left for the next run.");
    await (stopSignal.aborted ? shutdown : worker.stop(grace));
    if (options.json) printJson({ complete: isDone });
    return true;
  } finally {
    await close();
  }
};

/** Runs the worker alone, without a port: until it is stopped, or once for all due jobs. */
export const runWorker = (options: WorkerOptions): Promise<void> =>
  runCommand({
    run: (stopSignal) => work(options, stopSignal),
    failure: "The worker failed.",
    isResumable: true,
  });
