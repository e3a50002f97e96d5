/**
 * Runs all checks and the given commands at the same time, because most leave a core idle for a
 * part of their time. Prints their output, and fails if one of them does.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { scriptCommand } from "./script-command.mjs";

/** By several threads, each of which resolves the shared types, checking takes twice the CPU time. */
const TSC = "tsc --singleThreaded";
/** Percent by which the heap of tsc grows before its garbage is collected. */
const GOGC = "300";
const CHECKS = [
  `${TSC} --incremental --tsBuildInfoFile .cache/service.tsbuildinfo`,
  `${TSC} -p explorer --incremental --tsBuildInfoFile .cache/explorer.tsbuildinfo`,
  // Builds the declarations of the packages, as a release packs them.
  `${TSC} -p packages/client && ${TSC} -p packages/ai-sdk && ${TSC} -p packages/langgraph`,
  "oxlint",
  "oxfmt --check",
  "knip --cache --cache-location .cache/knip",
  "node scripts/check-expressions.mjs",
];

const { args: commands } = scriptCommand("check", "Run all checks at the same time.")
  .argument("[commands...]", "commands to run beside them")
  .parse();
const runs = [...commands, ...CHECKS].map(async (command) => {
  const env = { ...process.env, GOGC };
  const child = spawn(command, { shell: true, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => output.push(part));
  const [code] = await once(child, "close");
  process.stdout.write(Buffer.concat(output));
  if (code === 0) return;
  process.stdout.write(`${command} ended with ${code}.\n`);
  process.exitCode = 1;
});
await Promise.all(runs);
