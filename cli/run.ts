import { resolve } from "node:path";
import { InvalidInputError, PalimpsestError } from "../packages/client/src/errors.ts";
import { Problem } from "../src/memory/problem.ts";
import { ModelUnavailable } from "../src/models/port.ts";
import { StartupError } from "../src/server/startup-error.ts";
import { StoreUnavailable } from "../src/store/port.ts";

/** Minimum number of milliseconds between two reports of progress. */
const REPORT_MILLIS = 1_000;

/** Exit codes for scripts: success; failed or incomplete; invalid command line. */
export const EXIT = { DONE: 0, FAILED: 1, USAGE: 2 } as const;

export const RESUME_HINT = "Stopped before the end. Run it again to continue from here.";

/** Writes to standard error, for the operator. Standard output is for the results of a command. */
export const report = (text: string): void => void process.stderr.write(`${text}\n`);

/**
 * The path of a file on the command line. It is relative to the caller's folder, wherever npm runs
 * the script.
 */
export const pathOf = (file: string): string => resolve(process.env["INIT_CWD"] ?? ".", file);

/** Returns a function that runs its argument at most once a second, and otherwise does nothing. */
export const oncePerSecond = (): ((action: () => void) => void) => {
  let last = Date.now();
  return (action) => {
    if (Date.now() - last < REPORT_MILLIS) return;
    last = Date.now();
    action();
  };
};

const hasCode = (fault: unknown): fault is Error & { readonly code: unknown } =>
  fault instanceof Error && "code" in fault;

/**
 * Whether the operating system states the cause, such as a missing file or a refused connection.
 */
export const isSystemError = (fault: Error): boolean => hasCode(fault);

/** Errors whose message is a sentence for the operator. For any other error, the stack helps. */
const isExplained = (fault: Error): boolean =>
  fault instanceof StoreUnavailable ||
  fault instanceof ModelUnavailable ||
  fault instanceof StartupError ||
  fault instanceof Problem ||
  fault instanceof PalimpsestError;

/** The error of the operating system for a given path, as a sentence. */
const sentenceOf = (fault: Error): string => {
  if (!hasCode(fault)) return fault.message;
  // The error of reading a folder does not say which one it is.
  if (fault.code === "EISDIR") return "This is a folder. Name a file.";
  if (!("path" in fault)) return fault.message;
  if (fault.code === "ENOENT") return `There is no such file or folder: ${String(fault.path)}.`;
  if (fault.code === "EACCES") return `Permission denied: ${String(fault.path)}.`;
  if (fault.code === "ENOTDIR")
    return `Part of this path is a file, not a folder: ${String(fault.path)}.`;
  return fault.message;
};

/** Error codes of the operating system for a wrong path. The same command would fail again. */
const WRONG_PATH: ReadonlySet<unknown> = new Set([
  "ENOENT",
  "ENOTDIR",
  "EISDIR",
  "EACCES",
  "EPERM",
  "EROFS",
]);

/** Whether something must be changed before another run can continue. */
const isMistake = (fault: unknown): boolean =>
  fault instanceof Problem ||
  fault instanceof StartupError ||
  fault instanceof InvalidInputError ||
  (hasCode(fault) && WRONG_PATH.has(fault.code));

export interface Command {
  /**
   * Returns whether everything is done. The signal aborts at the first SIGINT or SIGTERM; the
   * current step is completed.
   */
  readonly run: (stopSignal: AbortSignal) => Promise<boolean>;
  /** Says what did not happen if the command fails: `Not everything was exported.` */
  readonly failure: string;
  /** Whether another run continues where this one failed. */
  readonly isResumable: boolean;
  /** Further errors whose message is a sentence for the operator. */
  readonly isExplained?: ((fault: Error) => boolean) | undefined;
}

const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Runs a command. The process exits with 0 if everything is done, otherwise with 1. */
export const runCommand = async (command: Command): Promise<void> => {
  const stopController = new AbortController();
  const stop = (): void => stopController.abort();
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  try {
    process.exitCode = (await command.run(stopController.signal)) ? EXIT.DONE : EXIT.FAILED;
  } catch (fault) {
    const reason = !(fault instanceof Error)
      ? String(fault)
      : command.isExplained?.(fault) || isExplained(fault)
        ? sentenceOf(fault)
        : (fault.stack ?? fault.message);
    report(
      `${command.failure} ${reason}${command.isResumable && !isMistake(fault) ? " Run it again to continue from here." : ""}`,
    );
    process.exitCode = EXIT.FAILED;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
  }
};
