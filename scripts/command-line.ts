import { resolve } from "node:path";
import { ModelUnavailable } from "../src/models/port.ts";
import { StartRefused } from "../src/server/start-refused.ts";
import { StoreUnavailable } from "../src/store/port.ts";

/** Progress is told no more often than this, in milliseconds. */
const TOLD_EVERY = 1_000;

/** What an operator reads; what a command gives goes to standard output. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Where a file lies that was named on the command line: beside whoever asked, wherever npm runs the script. */
export const pathOf = (file: string): string => resolve(process.env["INIT_CWD"] ?? ".", file);

/** Does something that is worth doing now and then, at most once a second: gives whether it did. */
export const nowAndThen = (): ((what: () => void) => void) => {
  let last = Date.now();
  return (what) => {
    if (Date.now() - last < TOLD_EVERY) return;
    last = Date.now();
    what();
  };
};

/** Faults of the service whose message is a sentence for whoever runs the command; of others the stack is of use. */
const isOfService = (fault: Error): boolean =>
  fault instanceof StoreUnavailable ||
  fault instanceof ModelUnavailable ||
  fault instanceof StartRefused;

/** Whether the system says what is wrong: a file that is not there, a connection that is refused. */
export const isOfSystem = (fault: Error): boolean => "code" in fault;

export interface Command {
  /** Gives whether all is done. The signal aborts at the first SIGINT or SIGTERM: what is under way is brought to an end. */
  readonly run: (stopping: AbortSignal) => Promise<boolean>;
  /** What did not happen, where it fails: `Not all could be exported.` */
  readonly failure: string;
  /** Whether, whatever made it fail, it goes on where it was when it is run again. */
  readonly resumable: boolean;
  /** Further faults whose message is a sentence for whoever runs it. */
  readonly explained?: ((fault: Error) => boolean) | undefined;
}

/** Runs a command to its end; the process ends with 0 where all is done, and else with 1. */
export const runCommand = async ({
  run,
  failure,
  resumable,
  explained = () => false,
}: Command): Promise<void> => {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  const again = resumable ? " Run it again, and it goes on from here." : "";
  try {
    process.exitCode = (await run(stopping.signal)) ? 0 : 1;
  } catch (fault) {
    const reason = !(fault instanceof Error)
      ? String(fault)
      : explained(fault) || isOfService(fault)
        ? fault.message
        : (fault.stack ?? fault.message);
    say(`${failure} ${reason}${again}`);
    process.exitCode = 1;
  }
};

/** The same of a command on one file; tells how it is used where it is given none, or is asked. */
export const runOnFile = async ({
  usage,
  help,
  positionals,
  run,
  ...command
}: Omit<Command, "run"> & {
  readonly usage: string;
  readonly help: boolean | undefined;
  readonly positionals: readonly string[];
  readonly run: (file: string, stopping: AbortSignal) => Promise<boolean>;
}): Promise<void> => {
  const [file] = positionals;
  if (help || file === undefined || positionals.length > 1) {
    say(usage);
    process.exitCode = help ? 0 : 2;
    return;
  }
  await runCommand({ ...command, run: (stopping) => run(file, stopping) });
};
