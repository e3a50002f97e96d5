import { ShellCompDirective } from "@bomb.sh/tab";
import tab from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import { print } from "./show.ts";

/**
 * The function that the completion of bash calls for the words of the line. It is used if the
 * package bash-completion has not defined it.
 */
const BASH_START = `declare -F __palimpsest_complete >/dev/null && return 0 2>/dev/null
if ! declare -F _get_comp_words_by_ref >/dev/null; then
  _get_comp_words_by_ref() {
    cword=$COMP_CWORD words=("\${COMP_WORDS[@]}")
    cur=\${words[cword]} prev=\${words[cword - 1]}
  }
fi`;

/**
 * Starts the completion of zsh if nothing has started it yet. The first line is for a file in its
 * `fpath`.
 */
const ZSH_START = `#compdef palimpsest
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }`;

/** What a shell without a completion package needs before the script, which may be read twice. */
const BEFORE_SCRIPT: Readonly<Record<string, string>> = { bash: BASH_START, zsh: ZSH_START };

/** Names of arguments and values that are paths. */
const PATHS: ReadonlySet<string> = new Set(["file", "files", "folder", "path"]);

/** Bash itself completes paths, unless the script forbids it. */
const AFTER_SCRIPT: Readonly<Record<string, string>> = {
  bash: "complete -o default -F __palimpsest_complete palimpsest",
};

const isOfPath = (flags: string): boolean => PATHS.has(/<(\w+)>/u.exec(flags)?.[1] ?? "");

/**
 * Lets the shell complete paths for commands that take one. By itself, the script completes none.
 */
const completePaths = (program: Command, completion: ReturnType<typeof tab>): void => {
  let isPath = false;
  const handler = (): void => void (isPath = true);
  for (const command of program.commands) {
    const commandCompletion = completion.commands.get(command.name());
    for (const argument of command.registeredArguments)
      if (PATHS.has(argument.name()))
        Object.assign(commandCompletion?.arguments.get(argument.name()) ?? {}, { handler });
    for (const { long, flags } of command.options)
      if (isOfPath(flags))
        Object.assign(commandCompletion?.options.get(long?.slice(2) ?? "") ?? {}, { handler });
  }
  Object.defineProperty(completion, "directive", {
    get: () =>
      isPath
        ? ShellCompDirective.ShellCompDirectiveDefault
        : ShellCompDirective.ShellCompDirectiveNoFileComp,
    // The package sets it for every answer.
    set: () => {},
  });
};

/**
 * Adds the command `complete`, which prints the completion script of a shell and answers its
 * requests.
 */
export const addCompletion = (program: Command): void => {
  completePaths(program, tab(program));
  const printFor =
    (texts: Readonly<Record<string, string>>) =>
    (_: Command, { args }: Command) => {
      const text = texts[args[0] ?? ""];
      if (text !== undefined) print(text);
    };
  program.commands
    .find((command) => command.name() === "complete")
    ?.description("print the completion script for a shell")
    .hook("preAction", printFor(BEFORE_SCRIPT))
    .hook("postAction", printFor(AFTER_SCRIPT));
};
