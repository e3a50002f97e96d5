import { ModelUnavailable } from "../models/port.ts";
import type { Log } from "./log.ts";

/** How far the causes of a fault are followed. */
const MOST_CAUSES = 5;

const frames = (stack: string | undefined): string[] =>
  (stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());

/**
 * A fault as the log tells it: its kind, its code, where it was thrown, and its causes likewise. Messages may quote what users wrote
 * (`JSON.parse` does), so that they are told at level debug only, but for those of models, which are written for operators.
 */
export const describeFault = (
  fault: unknown,
  log: Pick<Log, "isLevelEnabled">,
  depth = 0,
): Record<string, unknown> => {
  if (!(fault instanceof Error)) return { kind: typeof fault };
  return {
    kind: fault.name,
    ...("code" in fault ? { code: fault.code } : {}),
    ...(log.isLevelEnabled("debug") || fault instanceof ModelUnavailable
      ? { message: fault.message }
      : {}),
    at: frames(fault.stack),
    ...(fault.cause !== undefined && depth < MOST_CAUSES
      ? { cause: describeFault(fault.cause, log, depth + 1) }
      : {}),
  };
};
