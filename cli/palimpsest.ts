import "../src/production.ts";
import { CommanderError } from "commander";
import { createProgram } from "./program.ts";

/** Exit codes for scripts: success; incomplete; invalid command line. */
const EXIT = { DONE: 0, FAILED: 1, USAGE: 2 } as const;

const words = process.argv.slice(2);
void createProgram()
  .parseAsync(words.length === 0 ? ["serve"] : words, { from: "user" })
  .catch((fault: unknown) => {
    if (!(fault instanceof CommanderError)) throw fault;
    process.exitCode = fault.exitCode === EXIT.DONE ? EXIT.DONE : EXIT.USAGE;
  });
