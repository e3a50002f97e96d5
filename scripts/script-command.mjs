import { Command } from "commander";

const USAGE = 2;

/**
 * A script that npm runs, with `--help`. It refuses invalid arguments with its usage and exit code
 * 2, before it does anything.
 */
export const scriptCommand = (name, description) =>
  new Command(`npm run ${name} --`)
    .description(description)
    .showHelpAfterError()
    .allowExcessArguments(false)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : USAGE));
