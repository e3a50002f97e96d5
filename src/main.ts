import "./production.ts";
import { loadConfig, type Config } from "./config/config.ts";
import { unknownSettings } from "./config/unknown-settings.ts";
import { assignmentIn } from "./front/assignment.ts";
import { createLog, type Log } from "./server/log.ts";
import { exitOnUncaughtErrors, stopOnSignals } from "./server/process-lifecycle.ts";
import { StartupError } from "./server/startup-error.ts";
import { StoreUnavailable } from "./store/port.ts";

/** The assignment from a front; null in a process that was started in another way. */
const assignment = assignmentIn(process.env);

/** Reads the configuration, and opens the log. The process exits on uncaught errors. */
const configure = (): { readonly config: Config; readonly log: Log } => {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  exitOnUncaughtErrors(process, log);
  return { config, log };
};

const start = async (): Promise<void> => {
  const { config, log } = configure();
  if (assignment) {
    const { serveBehindFront } = await import("./front/serve-behind-front.ts");
    return serveBehindFront(config, log, assignment);
  }
  for (const { name, meantSettings } of unknownSettings(process.env))
    log.warn(
      { name, meant: meantSettings },
      "An environment variable looks like a setting, but is not one and has no effect.",
    );
  const service =
    config.processes > 1
      ? await (await import("./front/serve-by-processes.ts")).serveByProcesses(config, log)
      : await (await import("./assembly/serve.ts")).serve(config, log, null);
  stopOnSignals(process, service, log);
  process.stdout.write(
    `Palimpsest is ready at ${service.url} (data in ${config.dataDirectory}, answered by ${service.answeredBy})\nThe explorer is at ${new URL("/", service.url).href}\n`,
  );
};

/**
 * The reason for a failed start: the message if it was written for operators, otherwise the stack.
 */
const reasonOf = (error: unknown): string => {
  if (error instanceof StartupError || error instanceof StoreUnavailable) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

void start().catch((error: unknown) => {
  const reason = reasonOf(error);
  // The front informs the operator, once for all of its processes.
  if (assignment && process.send)
    process.send({ state: "failed", reason }, undefined, undefined, () => process.exit(1));
  else {
    process.stderr.write(`Palimpsest cannot start. ${reason}\n`);
    process.exit(1);
  }
});
