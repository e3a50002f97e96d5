import { addCompletion } from "./completion.ts";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { PARTS, type PartName } from "../evaluate/parts.ts";
import { MCP_CLIENTS, mcpConfig, type McpConfigOptions } from "./mcp-config.ts";
import { addMemoryCommands } from "./memory-commands.ts";
import { withTarget } from "./target.ts";
import { AS_JSON, numberWithin, readableTime } from "./option-values.ts";
import { EXIT, report, runCommand } from "./run.ts";
import { print, printJson } from "./show.ts";
import {
  parseThroughput,
  type ThroughputSettings,
} from "../src/store/cosmos/provisioning/choices.ts";
import { FOREIGN_PROGRAMS } from "../src/portable/foreign/foreign-memory.ts";
import { DEFAULT_RECALL_BUDGET, MAXIMUM_RECALL_BUDGET } from "../src/read/recall/budget.ts";
import { VERSION } from "../src/version.ts";

const addThroughput = (value: string, before: ThroughputSettings = {}): ThroughputSettings => {
  const settings = parseThroughput(value);
  if (typeof settings === "string") throw new InvalidArgumentError(settings);
  return { ...before, ...settings };
};

const VECTOR_INDEXES = ["quantizedFlat", "diskANN"];

const addProvisionCommand = (program: Command): void => {
  program
    .command("provision")
    .description("create what is missing in Azure Cosmos DB (docs/reference/cosmos.md)")
    .option("--plan", "only show the plan", false)
    .option("--yes", "apply the plan without confirmation", false)
    .addOption(
      new Option("--vector-index <kind>", "kind of vector index")
        .choices(VECTOR_INDEXES)
        .default("quantizedFlat"),
    )
    .option(
      "--quantization-bytes <n>",
      "bytes of a compressed vector, 4 to 512 (quantizedFlat, diskANN)",
      numberWithin(4, 512),
    )
    .option(
      "--search-list-size <n>",
      "number of candidates compared while diskANN is built, 25 to 500",
      numberWithin(25, 500),
    )
    .option(
      "--throughput <[container=]mode:RU/s...>",
      "throughput of all containers or of one, existing ones included: autoscale:4000 leases=manual:400",
      addThroughput,
    )
    .option("--json", AS_JSON)
    .action(async (options) => (await import("./commands/provision.ts")).provisionCosmos(options));
};

const addBackupCommands = (program: Command): void => {
  program
    .command("backup")
    .description(
      "back up memories that changed since the last backup; a service may keep running (docs/guides/backup.md)",
    )
    .argument("<folder>", "folder of the new or existing backup; outside the data folder")
    .option("--data <folder>", "folder of the memories (DATA_DIR)")
    .option(
      "--prune",
      "remove the copies of memories that no longer exist, such as those of erased users",
      false,
    )
    .option("--json", AS_JSON)
    .action(async (folder, options) =>
      (await import("./commands/backup.ts")).backUpFolder(folder, options),
    );
  program
    .command("restore")
    .description("check a backup, and restore it or one memory to an empty data folder")
    .argument("<folder>", "the backup")
    .option("--data <folder>", "folder to restore to (DATA_DIR)")
    .option(
      "--user <user>",
      "restore only this user's memory, which must not exist in the data folder",
    )
    .option("--tenant <tenant>", "tenant of the user", "local")
    .option("--dry-run", "check the backup, and restore nothing", false)
    .option("--json", AS_JSON)
    .action(async (folder, options) =>
      (await import("./commands/backup.ts")).restoreFolder(folder, options),
    );
};

/** The commands for the service and for its worker alone. */
const addServiceCommands = (program: Command): void => {
  program
    .command("serve")
    .description("start the service (default command)")
    .option(
      "--port <port>",
      "port to listen on; 0 for any free one (PORT)",
      numberWithin(0, 65_535),
    )
    .option("--data <folder>", "folder of the memories (DATA_DIR)")
    .action(async ({ port, data }: { readonly port?: number; readonly data?: string }) => {
      if (port !== undefined) process.env["PORT"] = String(port);
      if (data !== undefined) process.env["DATA_DIR"] = data;
      await import("../src/main.ts");
    });
  program
    .command("worker")
    .description("run the worker alone, without a port (docs/reference/jobs.md)")
    .option("--once", "run the due jobs, then exit; for use with a timer", false)
    .option("--json", `${AS_JSON}, with --once`)
    .action(async (options) => (await import("./commands/worker.ts")).runWorker(options));
};

/**
 * The commands of the operator on the store that the environment configures. Each loads its module
 * when it runs.
 */
const addOperatorCommands = (program: Command): void => {
  program
    .command("ingest")
    .description("send the messages of a file to a running service (docs/reference/ingest.md)")
    .argument("<file>", "JSON Lines; - is standard input")
    .option("--url <url>", "URL of the service (PALIMPSEST_URL); default: http://localhost:4000")
    .option("--user <user>", "user of rows that name none (PALIMPSEST_USER)")
    .option("--json", AS_JSON)
    .action(async (file, options) =>
      (await import("./commands/ingest.ts")).ingestFile(file, options),
    );
  program
    .command("export")
    .description("write a memory with its full history to a file; resumes an interrupted export")
    .argument("<file>", "JSON Lines (docs/reference/export.md)")
    .option("--tenant <tenant>", "tenant of the user", "local")
    .option("--user <user>", "user of the memory", "local")
    .option("--data <folder>", "folder of the memories (DATA_DIR)")
    .option("--embeddings", "include vectors", false)
    .option(
      "--known-at <time>",
      "export the memory as it was known then: a fork, to import for another user",
      readableTime,
    )
    .option("--json", AS_JSON)
    .action(async (file, options) =>
      (await import("./commands/export.ts")).exportToFile(file, options),
    );
  program
    .command("import")
    .description("import an export into an empty memory, or add the export of another program")
    .argument("<file>", "the export")
    .option("--tenant <tenant>", "tenant of the user", "local")
    .option("--user <user>", "user of the memory", "local")
    .option("--data <folder>", "folder of the memories (DATA_DIR)")
    .addOption(
      new Option("--from <program>", "program that wrote the export").choices(FOREIGN_PROGRAMS),
    )
    .option("--times-ahead", "accept record times in the future, from a clock that was ahead")
    .option("--json", AS_JSON)
    .action(async (file, options) =>
      (await import("./commands/import.ts")).importFromFile(file, options),
    );
  addBackupCommands(program);
  addProvisionCommand(program);
  program
    .command("reembed")
    .description(
      "embed texts that have no vector of the configured model (docs/reference/models.md)",
    )
    .option("--data <folder>", "folder of the memories (DATA_DIR)")
    .option("--json", AS_JSON)
    .action(async (options) => (await import("./commands/reembed.ts")).reembedAll(options));
};

const isPart = (name: string): name is PartName => PARTS.some((part) => part === name);
const parseParts = (value: string): PartName[] =>
  value.split(",").map((name) => {
    if (!isPart(name)) throw new InvalidArgumentError(`Parts are ${PARTS.join(", ")}.`);
    return name;
  });

const addEvaluateCommand = (program: Command): void => {
  program
    .command("evaluate")
    .description(
      "measure recall and search on your own conversations and questions (docs/reference/evaluation.md)",
    )
    .argument("[files...]", "JSON Lines of messages and questions; default: the built-in parts")
    .option(
      "--tokens <n>",
      "token budget of each recall",
      numberWithin(1, MAXIMUM_RECALL_BUDGET),
      DEFAULT_RECALL_BUDGET,
    )
    .option(
      "--least <percent>",
      "fail unless at least this percentage of the answers are right",
      numberWithin(0, 100),
    )
    .option("--only <parts>", `only these built-in parts: ${PARTS.join(",")}`, parseParts)
    .option("--locomo <path>", "LoCoMo file for the built-in part `locomo`")
    .option("--conversations <n>", "number of LoCoMo conversations", numberWithin(1, 1_000))
    .option("--turns <n>", "turns of the generated conversation", numberWithin(1, 100_000), 1_000)
    .option("--contexts", "print complete contexts of each strategy, and measure nothing")
    .option("--out <folder>", "save the figures and a page with charts to this folder")
    .option("--json", "print all figures as JSON")
    .action(async (files, options) =>
      (await import("./commands/evaluate.ts")).evaluateFiles(files, options),
    );
};

/** The commands that serve agents over MCP, and that print their configuration. */
const addMcpCommands = (program: Command): void => {
  const mcp = withTarget(
    program.command("mcp").description("serve an agent over MCP on standard input and output"),
  ).action(async (options) => (await import("./commands/mcp.ts")).serveMcp(options));
  mcp
    .command("config")
    .description("print the configuration for an agent; accepts the options of mcp")
    .addOption(new Option("--for <agent>", "the agent").choices(MCP_CLIENTS).makeOptionMandatory())
    .option("--json", AS_JSON)
    .action((options: { readonly json?: boolean }, command: Command) =>
      runCommand({
        run: async () => {
          const { config, place } = mcpConfig(command.optsWithGlobals<McpConfigOptions>());
          if (options.json) printJson({ place, config });
          else {
            report(`For ${place}:`);
            print(config);
          }
          return true;
        },
        failure: "Failed:",
        isResumable: false,
      }),
    );
};

/**
 * The command `palimpsest`. Usage errors are thrown as CommanderErrors, after the message is
 * printed.
 */
const createProgram = (): Command => {
  const program = new Command("palimpsest")
    .description("A memory for AI agents that answers as of any past moment.")
    .version(VERSION)
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError()
    .addHelpText(
      "after",
      "\nExit codes: 0 success, 1 failed or incomplete, 2 wrong arguments.\nCompletion: source <(palimpsest complete bash), or zsh, fish, powershell.",
    );
  addServiceCommands(program);
  addOperatorCommands(program);
  addMemoryCommands(program);
  addMcpCommands(program);
  addEvaluateCommand(program);
  addCompletion(program);
  return program;
};

/** Runs the command that the words name, `serve` if there are none, and sets the exit code. */
export const runCommandLine = async (words: readonly string[]): Promise<void> => {
  try {
    await createProgram().parseAsync(words.length === 0 ? ["serve"] : words, { from: "user" });
  } catch (fault) {
    if (!(fault instanceof CommanderError)) throw fault;
    process.exitCode = fault.exitCode === EXIT.DONE ? EXIT.DONE : EXIT.USAGE;
  }
};
