import { describeFault } from "./describe-fault.ts";
import type { Log } from "./log.ts";

/** The parts of a process that are used, so that a test can watch them. */
export interface Process {
  on(event: "SIGTERM" | "SIGINT", listener: (signal: string) => void): unknown;
  on(
    event: "uncaughtException" | "unhandledRejection",
    listener: (fault: unknown) => void,
  ): unknown;
  exit(code: number): void;
}

/** A process in an unknown state serves nobody: what nobody caught is logged, and ends it with 1. The store keeps what was acknowledged. */
export const exitOnFaults = (process: Process, log: Log): void => {
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (fault) => {
      log.fatal({ event, fault: describeFault(fault, log) }, "The service has failed");
      process.exit(1);
    });
  }
};

/** SIGTERM and SIGINT stop the service in order, and end the process with 0, or with 1 where that fails; a second signal ends it at once with 1. */
export const stopOnSignals = (
  process: Process,
  service: { stop(): Promise<void> },
  log: Log,
): void => {
  let asked = false;
  const stop = (signal: string): void => {
    if (asked) {
      log.warn({ signal }, "Asked again to stop: leaving what is in flight");
      return process.exit(1);
    }
    asked = true;
    log.info({ signal }, "Stopping");
    service.stop().then(
      () => process.exit(0),
      (fault: unknown) => {
        log.error({ fault: describeFault(fault, log) }, "Stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
};
