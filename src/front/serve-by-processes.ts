import cluster from "node:cluster";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { v7 as newId } from "uuid";
import type { Config } from "../config/config.ts";
import { watchEventLoop } from "../server/event-loop-watchdog.ts";
import { describeError, type Log } from "../server/log.ts";
import { createMetrics } from "../server/metrics/prometheus.ts";
import type { RunningServer } from "../server/http/listening.ts";
import { StartupError } from "../server/startup-error.ts";
import { ASSIGNMENT_VARIABLE, type Assignment } from "./assignment.ts";
import { startFront } from "./front.ts";
import { DEFAULT_SERVING_LIMITS, type Child } from "./serving-place.ts";
import { ServingProcesses } from "./serving-processes.ts";

/**
 * Maximum length of the path of the sockets' folder. The path of a socket has at most 103
 * characters on some systems.
 */
const MAX_FOLDER_LENGTH = 90;

/** Creates a folder that only this user can access. */
const socketFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-")).catch((cause: unknown) => {
    throw new StartupError(
      `WORKERS needs a folder for sockets, but ${tmpdir()} is not writable. Set TMPDIR to a writable folder.`,
      { cause },
    );
  });
  if (folder.length <= MAX_FOLDER_LENGTH) return folder;
  await rm(folder, { recursive: true });
  throw new StartupError(
    `The path ${folder} is too long for the sockets between the serving processes (WORKERS). Set TMPDIR to a shorter one.`,
  );
};

/** Starts this program once more, as a process of a cluster. */
const forkBy =
  (log: Log) =>
  (assignment: Assignment): Child => {
    const fork = cluster.fork({ [ASSIGNMENT_VARIABLE]: JSON.stringify(assignment) });
    // If a message cannot be sent, the monitor of the process finds the reason.
    fork.on("error", (error) =>
      log.debug(
        { fault: describeError(error, log) },
        "A message could not be sent to a serving process.",
      ),
    );
    return fork.process;
  };

/**
 * Serves by several processes behind one port. This process accepts connections, and replaces those
 * that end.
 */
export const serveByProcesses = async (
  config: Config,
  log: Log,
): Promise<Pick<RunningServer, "url" | "stop"> & { readonly answeredBy: string }> => {
  const folder = await socketFolder();
  // Counts the requests of each key for all processes.
  void new RateLimiterClusterMaster();
  const metrics = createMetrics({ process: "front" });
  const processes = new ServingProcesses({
    count: config.processes,
    fork: forkBy(log),
    folder,
    log,
    metrics,
    limits: DEFAULT_SERVING_LIMITS,
  });
  try {
    const answeredBy = await processes.start();
    const front = await startFront({
      config: config.server,
      processes,
      log,
      metrics,
      now: Date.now,
      newId,
    });
    const stopWatching = watchEventLoop(log, metrics);
    const stop = async (): Promise<void> => {
      await front.stop();
      stopWatching();
      await rm(folder, { recursive: true, force: true });
    };
    return { url: front.url, stop, answeredBy };
  } catch (error) {
    await processes.stop(0);
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
};
