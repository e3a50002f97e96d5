import { pino, type LevelWithSilent } from "pino";
import { ModelUnavailable } from "../models/port.ts";
import { currentRequest } from "./current-request.ts";

/**
 * The log of the operator. It contains details that clients do not get, but no message, text or key
 * that a client sent.
 */
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

/** Maximum number of causes of an error that are logged. */
const MAX_CAUSES = 5;

const stackFrames = (stack: string | undefined): string[] =>
  (stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());

/**
 * Describes an error for the log: its kind, its code, where it was thrown, and its causes. Error
 * messages may quote what users wrote, as those of `JSON.parse` do, so they are logged only at
 * level debug; those of models are written for operators and always logged.
 */
export const describeError = (
  error: unknown,
  log: Pick<Log, "isLevelEnabled">,
  depth = 0,
): Record<string, unknown> => {
  if (!(error instanceof Error)) return { kind: typeof error };
  const showsMessage = log.isLevelEnabled("debug") || error instanceof ModelUnavailable;
  const showsCause = error.cause !== undefined && depth < MAX_CAUSES;
  return {
    kind: error.name,
    ...("code" in error ? { code: error.code } : {}),
    ...(showsMessage ? { message: error.message } : {}),
    at: stackFrames(error.stack),
    ...(showsCause ? { cause: describeError(error.cause, log, depth + 1) } : {}),
  };
};

const STANDARD_ERROR = 2;

/**
 * Creates a log that writes JSON lines to standard error, synchronously, so that the last lines of
 * a crashing process are not lost. Errors are written as described by `describeError`. Each line
 * has the id of its request.
 */
export const createLog = (level: LogLevel): Log => {
  const serialize = (value: unknown): unknown =>
    value instanceof Error ? describeError(value, log) : value;
  const log: Log = pino(
    {
      level,
      base: null,
      serializers: { fault: serialize, error: serialize, err: serialize },
      mixin: () => {
        const request = currentRequest();
        return request ? { requestId: request.id } : {};
      },
    },
    pino.destination({ dest: STANDARD_ERROR, sync: true }),
  );
  return log;
};
