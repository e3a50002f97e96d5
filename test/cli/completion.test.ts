import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PALIMPSEST = join(import.meta.dirname, "../../dist/cli/palimpsest.js");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "palimpsest-complete-"));
  const command = `#!/bin/sh\nexec "${process.execPath}" "${PALIMPSEST}" "$@"\n`;
  await writeFile(join(folder, "palimpsest"), command, { mode: 0o755 });
});
afterAll(() => rm(folder, { recursive: true }));

const run = async (shell: string, ...words: string[]) => {
  const env = { PATH: `${folder}:${process.env["PATH"] ?? ""}`, TERM: "dumb" };
  const { stdout, stderr } = await promisify(execFile)(shell, words, { cwd: folder, env });
  return { out: stdout.trim(), error: stderr };
};
const suggestions = async (...words: string[]): Promise<string[]> =>
  (await run("palimpsest", "complete", "--", ...words)).out.split("\n");

describe("the completion", () => {
  it("lists commands with their descriptions", async () => {
    expect(await suggestions("re")).toEqual([
      expect.stringMatching(/^restore\t./u),
      expect.stringMatching(/^reembed\t./u),
      expect.stringMatching(/^remember\t./u),
      ":4",
    ]);
  });
  it.each([
    ["a file", ["ingest", "talk"], ":0"],
    ["one more file", ["evaluate", "a.jsonl", "b"], ":0"],
    ["the folder of an option", ["facts", "--data", "d"], ":0"],
    ["what is no path", ["remember", "d"], ":4"],
    ["the value of an option that is no path", ["facts", "--slot", "d"], ":4"],
  ])("leaves the completion of %s to the shell", async (_case, words, directive) =>
    expect(await suggestions(...words)).toEqual([directive]),
  );
});

describe("bash without a completion package", () => {
  const LOAD = "source <(palimpsest complete bash)";
  const bash = (script: string) => run("bash", "--norc", "--noprofile", "-c", script);

  it.each([
    ["a command", "palimpsest re", "restore reembed remember"],
    ["a command of a command", "palimpsest mcp con", "config"],
    ["the value of an option", "palimpsest mcp config --for cl", "claude-desktop claude-code"],
    ["nothing that it does not have", "palimpsest frob", ""],
  ])("completes %s", async (_, line, out) => {
    // `compopt` works only while a key is handled.
    const script = `${LOAD}; compopt() { :; }
COMP_WORDS=(${line}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); __palimpsest_complete; echo "\${COMPREPLY[*]}"`;
    expect(await bash(script)).toEqual({ out, error: "" });
  });
  it("may read the script twice, and completes paths itself", async () => {
    const { out, error } = await bash(`${LOAD}\n${LOAD}\ncomplete -p palimpsest`);
    expect([out, error]).toEqual(["complete -o default -F __palimpsest_complete palimpsest", ""]);
  });
});

const hasZsh = (): boolean => {
  try {
    return execFileSync("zsh", ["-c", "echo yes"], { stdio: "pipe" }).length > 0;
  } catch {
    return false;
  }
};

describe.runIf(hasZsh())("interactive zsh without settings", () => {
  it.each([
    ["a command", "palimpsest remem", "palimpsest remember"],
    ["the value of an option", "palimpsest mcp config --for claude-d", "claude-desktop"],
    ["a path", "palimpsest ingest palim", "palimpsest ingest palimpsest"],
  ])("completes %s", async (_case, typed, completed) => {
    const script = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'source <(palimpsest complete zsh); print READY$((6 * 7))'
zpty -r -m shell output '*READY42*'
zpty -w -n shell $'${typed}\t'
zpty -r -m shell output '*${completed}*' && print completed
zpty -d shell`;
    expect(await run("zsh", "-f", "-c", script)).toEqual({ out: "completed", error: "" });
  });
});
