import { describeFault } from "./describe-fault.ts";
import { pino, type LevelWithSilent } from "pino";

/** Where an operator reads what clients are not told. No message, text or key that a client sent goes in. */
export interface Log {
  debug(details: Readonly<Record<string, unknown>>, message: string): void;
  info(details: Readonly<Record<string, unknown>>, message: string): void;
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
  error(details: Readonly<Record<string, unknown>>, message: string): void;
  fatal(details: Readonly<Record<string, unknown>>, message: string): void;
  isLevelEnabled(level: string): boolean;
}

export const LOG_LEVELS = [
  "silent",
  "fatal",
  "error",
  "warn",
  "info",
  "debug",
  "trace",
] as const satisfies readonly LevelWithSilent[];
export type LogLevel = (typeof LOG_LEVELS)[number];

const STANDARD_ERROR = 2;

/** JSON lines on standard error, written at once, so that the last words of a process that dies are there. Errors go in as `describeFault` tells them. */
export const createLog = (level: LogLevel): Log => {
  const describe = (fault: unknown): unknown =>
    fault instanceof Error ? describeFault(fault, log) : fault;
  const log: Log = pino(
    { level, base: null, serializers: { fault: describe, error: describe, err: describe } },
    pino.destination({ dest: STANDARD_ERROR, sync: true }),
  );
  return log;
};
