import { createInterface } from "node:readline/promises";
import { Argument, type Command } from "commander";
import type {
  EntityGraph,
  ErasureReceipt,
  FactPage,
  FactsOptions,
  Memory,
  MemoryView,
  Recalled,
  Settled,
  Undone,
  Written,
} from "../packages/client/src/index.ts";
import { DEFAULT_RECALL_BUDGET, MAXIMUM_RECALL_BUDGET } from "../src/read/recall/budget.ts";
import { type Access, type Target, withMemory, withTarget } from "./target.ts";
import { AS_JSON, numberWithin, readableTime } from "./option-values.ts";
import { report, runCommand } from "./run.ts";
import { changeLine, dim, factLine, originLines, print, printJson, safe } from "./show.ts";

interface OutputOptions {
  readonly json?: boolean | undefined;
}
type Common = Target & OutputOptions;
interface TimeOptions {
  readonly knownAt?: string | undefined;
  readonly validAt?: string | undefined;
}

const FACTS_SHOWN = 100;
const CHANGES_SHOWN = 100;

/** Runs a command on a memory, and shows its result. */
const onMemory = <T>(
  options: Common,
  use: (memory: Memory, stopSignal: AbortSignal) => Promise<T>,
  show: (result: T) => void | Promise<void>,
  access?: Access,
): Promise<void> =>
  runCommand({
    run: async (stopSignal) => {
      const result = await withMemory(options, (memory) => use(memory, stopSignal), access);
      if (options.json) printJson(result);
      else await show(result);
      return true;
    },
    failure: "Failed:",
    isResumable: false,
  });

/** The outcome of a message without facts. */
const withoutFacts = ({ event }: Written, isDryRun: boolean): string => {
  if (isDryRun) return "No fact was found in it. Nothing was recorded.";
  return event === null
    ? "Nothing was recorded: the message is blank, or this memory is switched off."
    : "Kept as a message; no fact was found in it.";
};

const showWritten = (result: Written, isDryRun: boolean): void => {
  // A fact of a dry run has no id that another command could use.
  const idOf = (fact: { readonly id: string }): string => (isDryRun ? "" : `  ${fact.id}`);
  for (const { text, fact } of result.factsAdded) print(`added    ${safe(text)}${idOf(fact)}`);
  for (const { text, fact } of result.factsUpdated) print(`changed  ${safe(text)}${idOf(fact)}`);
  for (const { text } of result.factsUnchanged) print(`known    ${safe(text)}`);
  for (const { text } of result.factsDeleted) print(`ended    ${safe(text)}`);
  if (result.decisions.length === 0) print(withoutFacts(result, isDryRun));
  else if (isDryRun) print("Nothing was recorded.");
  if (result.error !== null)
    print(`${result.success ? "Not recorded" : "Retried later"}: ${safe(result.error)}`);
};

/** The block, followed by the ids of its citations for `why`, `correct` and `forget`. */
const showRecalled = ({ text, citations }: Recalled): void => {
  if (text === "") return print("Nothing is known about that.");
  print(text.split("\n").map(safe).join("\n"));
  citations.forEach(({ __typename, id }, index) =>
    print(dim(`[${index + 1}] ${__typename.toLowerCase()} ${id}`)),
  );
};

const showSettled = ({ fact, decision, facts }: Settled, isDryRun: boolean): void => {
  for (const entry of facts.length > 0 ? facts : [fact]) print(factLine(entry));
  print(isDryRun ? "Nothing was changed." : `To undo it: palimpsest undo ${decision.id}`);
};

const showUndone = ({ facts }: Undone, isDryRun: boolean): void => {
  for (const fact of facts) print(factLine(fact));
  print(isDryRun ? "Nothing was changed." : "Undone.");
};

const showReceipt = ({ dryRun, items, removed }: ErasureReceipt): void => {
  for (const { kind, text, reason, stays } of items)
    print(`${kind}  ${safe(text ?? "")}  (${reason}${stays ? "; stays without this text" : ""})`);
  const counts = removed.map(({ kind, count }) => `${count} ${kind}`).join(", ");
  print(`${dryRun ? "Would erase" : "Erased"} permanently: ${counts || "nothing"}.`);
};

const atTime = (command: Command): Command =>
  command
    .option(
      "--known-at <time>",
      "time at which facts were known: 2026-03-31, 2026-03, 2026-03-31T18:00Z",
      readableTime,
    )
    .option(
      "--valid-at <time>",
      "time at which facts were true; default: --known-at",
      readableTime,
    );

const withJson = (command: Command): Command => withTarget(command).option("--json", AS_JSON);

const ONLY_TAGGED = "only memories with all of these tags";

/** The first facts, or all of them as one page. */
const factsOf = async (
  view: MemoryView,
  options: FactsOptions,
  isAll: boolean,
): Promise<FactPage> => {
  const page = await view.facts({ ...options, first: FACTS_SHOWN });
  if (!isAll || !page.pageInfo.hasNextPage) return page;
  const nodes: FactPage["nodes"] = [];
  for await (const fact of view.allFacts(options)) nodes.push(fact);
  return { ...page, nodes, pageInfo: { ...page.pageInfo, hasNextPage: false } };
};

const addAsk = (program: Command): void => {
  withJson(atTime(program.command("ask").description("answer a question as of any time point")))
    .argument("<question>")
    .option(
      "--tokens <n>",
      `maximum number of tokens of the answer; default: ${DEFAULT_RECALL_BUDGET}`,
      numberWithin(1, MAXIMUM_RECALL_BUDGET),
    )
    .option("--tag <tag...>", ONLY_TAGGED)
    .action((question: string, { tokens, tag: tags, knownAt, validAt, ...options }) =>
      onMemory(
        options,
        (memory, signal) =>
          memory.at({ knownAt, validAt }).recall(question, { tokenBudget: tokens, tags, signal }),
        showRecalled,
      ),
    );
};

const addFacts = (program: Command): void => {
  withJson(atTime(program.command("facts").description("list all facts, or those of one entity")))
    .argument("[entity]", "id, key or name; `user` for the user")
    .option("--slot <slot>", "only facts about this attribute, such as residence")
    .option("--tag <tag...>", ONLY_TAGGED)
    .option("--all", `all facts, not only the first ${FACTS_SHOWN}`)
    .action((entity: string | undefined, { slot, tag: tags, all, knownAt, validAt, ...options }) =>
      onMemory(
        options,
        (memory, signal) =>
          factsOf(memory.at({ knownAt, validAt }), { entity, slot, tags, signal }, all === true),
        ({ nodes, totalCount }) => {
          for (const fact of nodes) print(factLine(fact));
          if (nodes.length === 0) report("No facts are known.");
          if (totalCount > nodes.length)
            print(`… ${totalCount - nodes.length} more: --all lists them`);
        },
      ),
    );
};

const addWhy = (program: Command): void => {
  withJson(atTime(program.command("why").description("show the origin of a fact")))
    .argument("<fact>", "id of the fact")
    .action((fact: string, { knownAt, validAt, ...options }: Common & TimeOptions) =>
      onMemory(
        options,
        (memory, signal) => memory.at({ knownAt, validAt }).why(fact, { signal }),
        (origin) => originLines(origin).forEach(print),
      ),
    );
};

const addChanges = (program: Command): void => {
  withJson(program.command("changes").description("list changes since a time"))
    .requiredOption("--since <time>", "start of the period", readableTime)
    .option("--until <time>", "end of the period; default: now", readableTime)
    .option("--entity <entity>", "only changes to this entity")
    .action(({ since, until, entity, ...options }) =>
      onMemory(
        options,
        (memory, signal) => memory.changes({ since, until, entity, first: CHANGES_SHOWN, signal }),
        ({ nodes, pageInfo }) => {
          for (const change of nodes) print(changeLine(change));
          if (nodes.length === 0) report("Nothing was recorded since then.");
          if (pageInfo.hasNextPage)
            print("There are more: repeat with --since set to the time of the last line.");
        },
      ),
    );
};

/**
 * Maximum number of entities of a graph that is written for another program: the maximum of one
 * request.
 */
const GRAPH_ENTITIES = 2_000;

/** Writes a graph as JSON-LD, and to standard error what is missing from it. */
const writeGraph = async (graph: EntityGraph): Promise<void> => {
  const { toJsonLd } = await import("./json-ld.ts");
  const { shippedVocabulary } = await import("../src/vocabulary/load.ts");
  print(toJsonLd(graph, shippedVocabulary()));
  if (graph.entities.length === 0) report("Nothing is known about that.");
  const omittedCount = graph.totalEntities - graph.entities.length;
  if (omittedCount > 0) report(`${omittedCount} entities are left out: the least important ones.`);
};

const addGraph = (program: Command): void => {
  withTarget(
    atTime(
      program
        .command("graph")
        .description("write the graph at a time point as JSON-LD for other programs"),
    ),
  )
    .argument("[focus...]", "entities to start from; default: the whole graph")
    .option("--hops <n>", "maximum distance from the focus, 1 to 4", numberWithin(1, 4), 1)
    .option("--json", `${AS_JSON}, with ids, instead of JSON-LD`)
    .action((focus: string[], { hops, knownAt, validAt, ...options }) =>
      onMemory(
        options,
        (memory, signal) =>
          memory.at({ knownAt, validAt }).graph({
            ...(focus.length > 0 ? { focus, hops } : {}),
            first: GRAPH_ENTITIES,
            signal,
          }),
        writeGraph,
      ),
    );
};

const isConfirmed = async (question: string): Promise<boolean> => {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(?:es)?$/iu.test(answer.trim());
};

interface ForgetCommand extends Common {
  readonly yes?: boolean | undefined;
}

const forget = (what: string, id: string | undefined, options: ForgetCommand): Promise<void> =>
  onMemory(
    options,
    async (memory, signal) => {
      const scope = what.toUpperCase() as Parameters<Memory["forget"]>[0]["scope"];
      const preview = await memory.forget({ scope, id, signal });
      if (!options.yes) {
        if (options.json) return preview;
        showReceipt(preview);
        if (!(await isConfirmed("Erase this permanently?"))) return preview;
      }
      return memory.forget({ scope, id, confirm: true, signal });
    },
    (receipt) => {
      if (receipt.dryRun) print("Nothing was erased. Use --yes to erase without confirmation.");
      else showReceipt(receipt);
    },
  );

const addWriting = (program: Command): void => {
  withJson(program.command("remember").description("remember a message"))
    .argument("<message>")
    .option("--at <time>", "time at which it was said; default: now", readableTime)
    .option("--speaker <name>", "name of the speaker")
    .option("--session <id>", "session of the message")
    .option("--tag <tag...>", "labels by which ask and facts can filter")
    .option("--dry-run", "show what would be recorded")
    .action((message: string, { at, speaker, session, tag: tags, dryRun, ...options }) =>
      onMemory(
        options,
        (memory, signal) =>
          memory.remember(message, {
            occurredAt: at,
            speaker,
            sessionId: session,
            tags,
            dryRun,
            signal,
          }),
        (result) => showWritten(result, dryRun === true),
        { mayCreate: true },
      ),
    );
  withJson(
    program.command("forget").description("erase permanently, after showing what would be erased"),
  )
    .addArgument(
      new Argument("<what>", "kind").choices(["fact", "entity", "event", "session", "space"]),
    )
    .argument("[id]", "id of the item; omit it for space")
    .option("--yes", "erase without confirmation")
    .action((what: string, id: string | undefined, options: ForgetCommand, command: Command) => {
      if ((what === "space") !== (id === undefined))
        command.error(`error: forget ${what} takes ${what === "space" ? "no id" : "an id"}`);
      return forget(what, id, options);
    });
};

const addOperations = (program: Command): void => {
  withJson(program.command("correct").description("correct a fact that was recorded wrongly"))
    .argument("<fact>", "id of the fact")
    .option("--text <text>", "corrected text")
    .option("--value <value>", "corrected value of the slot")
    .option("--valid-from <time>", "corrected start", readableTime)
    .option("--valid-to <time>", "corrected end", readableTime)
    .option("--reason <reason>", "reason, stored with the decision")
    .option("--dry-run", "show what would change")
    .action(
      (
        fact: string,
        { text, value, validFrom, validTo, reason, dryRun, ...options },
        command: Command,
      ) => {
        const correction = { text, value, validFrom, validTo };
        if (Object.values(correction).every((part) => part === undefined))
          command.error("error: give the correction: --text, --value, --valid-from or --valid-to");
        return onMemory(
          options,
          (memory, signal) => memory.correct(fact, { ...correction, reason, dryRun, signal }),
          (result) => showSettled(result, dryRun === true),
        );
      },
    );
  withJson(program.command("end").description("end a fact that is no longer true"))
    .argument("<fact>", "id of the fact")
    .option("--valid-to <time>", "time at which it ended; default: now", readableTime)
    .option("--reason <reason>", "reason, stored with the decision")
    .option("--dry-run", "show what would change")
    .action((fact: string, { validTo, reason, dryRun, ...options }) =>
      onMemory(
        options,
        (memory, signal) => memory.end(fact, { validTo, reason, dryRun, signal }),
        (result) => showSettled(result, dryRun === true),
      ),
    );
  withJson(program.command("undo").description("undo a decision"))
    .argument("<decision>", "id of the decision")
    .option("--reason <reason>", "reason, stored with the decision")
    .option("--dry-run", "show what would change")
    .action((decision: string, { reason, dryRun, ...options }) =>
      onMemory(
        options,
        (memory, signal) => memory.undo(decision, { reason, dryRun, signal }),
        (result) => showUndone(result, dryRun === true),
      ),
    );
};

/** Commands that read and write one memory, in a running service or in a folder. */
export const addMemoryCommands = (program: Command): void => {
  addWriting(program);
  addOperations(program);
  addAsk(program);
  addFacts(program);
  addWhy(program);
  addChanges(program);
  addGraph(program);
};
