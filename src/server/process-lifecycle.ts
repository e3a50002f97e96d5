import { describeError, type Log } from "./log.ts";

/** The properties of a process that are used here, so that a test can replace them. */
export interface Process {
  on(event: "SIGTERM" | "SIGINT", listener: (signal: string) => void): unknown;
  on(
    event: "uncaughtException" | "unhandledRejection",
    listener: (error: unknown) => void,
  ): unknown;
  exit(code: number): void;
}

/**
 * Ends the process with code 1 on an uncaught error, because its state is unknown. The store keeps
 * everything that was acknowledged.
 */
export const exitOnUncaughtErrors = (process: Process, log: Log): void => {
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error) => {
      log.fatal({ event, fault: describeError(error, log) }, "Uncaught error. The process exits.");
      process.exit(1);
    });
};

/**
 * Stops the service on SIGTERM and SIGINT, and ends the process with 0, or with 1 if stopping
 * fails. A second signal ends the process at once with 1.
 */
export const stopOnSignals = (
  process: Process,
  service: { stop(): Promise<void> },
  log: Log,
): void => {
  let isStopping = false;
  const stop = (signal: string): void => {
    if (isStopping) {
      log.warn({ signal }, "A second signal arrived. Requests in flight are aborted.");
      return process.exit(1);
    }
    isStopping = true;
    log.info({ signal }, "Stopping.");
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ fault: describeError(error, log) }, "The service could not stop cleanly.");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
};
