import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InvalidArgumentError } from "commander";
import { scriptCommand } from "../scripts/script-command.mjs";
import { describeMachine, machine } from "./machine.ts";
import { carrying } from "./parts/carrying.ts";
import { chatting } from "./parts/chatting.ts";
import { explorer } from "./parts/explorer.ts";
import { heavyWriter } from "./parts/heavy-writer.ts";
import { memory } from "./parts/memory.ts";
import { modelCallsPart } from "./parts/model-calls.ts";
import type { Measured } from "./parts/part.ts";
import { pastPart } from "./parts/past.ts";
import { processes } from "./parts/processes.ts";
import { recalling } from "./parts/recalling.ts";
import { searching } from "./parts/searching.ts";
import { users } from "./parts/users.ts";
import { walking } from "./parts/walking.ts";
import { working } from "./parts/working.ts";
import { writing } from "./parts/writing.ts";
import { holds, tableOf } from "./row.ts";

const PARTS = [
  writing,
  searching,
  recalling,
  pastPart,
  walking,
  chatting,
  memory,
  carrying,
  heavyWriter,
  processes,
  users,
  working,
  explorer,
  modelCallsPart,
];
const RESULTS = join("bench", "results");

const partNames = (value: string): string[] =>
  value.split(",").map((name) => {
    if (PARTS.some((part) => part.name === name)) return name;
    throw new InvalidArgumentError(`Parts are ${PARTS.map((part) => part.name).join(", ")}.`);
  });
const { only: wanted } = scriptCommand("bench", "Measure the service, and save the figures.")
  .option("--only <parts>", "only these parts, with commas between them", partNames)
  .parse()
  .opts<{ readonly only?: readonly string[] }>();
const parts = PARTS.filter(({ name }) => wanted?.includes(name) ?? true);

const startTime = new Date();
const progress = (step: string): void =>
  console.error(
    `${String(Math.round((Date.now() - startTime.getTime()) / 1000)).padStart(5)} s  ${step} …`,
  );

const resultsByPart: Record<string, Measured> = {};
for (const part of parts) resultsByPart[part.name] = await part.run(progress);
const rows = Object.values(resultsByPart).flatMap((part) => part.rows);
const notes = [...new Set(Object.values(resultsByPart).flatMap((part) => part.notes))];
const on = machine();

console.log(`\nMeasured on ${describeMachine(on)}; ${startTime.toISOString()}.\n`);
console.log(tableOf(rows));
if (notes.length > 0) console.log("\nWhere it stops scaling, and what else is to be known:\n");
for (const note of notes) console.log(`- ${note}`);
const missedRows = rows.filter((row) => !holds(row));
console.log(
  `\nTimes are CPU time of the process that does the work, medians of several runs, warmed up. ${missedRows.length === 0 ? "All that must be reached is reached." : `${missedRows.length} of ${rows.length} rows are not reached.`}`,
);

mkdirSync(RESULTS, { recursive: true });
const file = join(RESULTS, `${startTime.toISOString().replace(/[:.]/gu, "-")}.json`);
writeFileSync(
  file,
  `${JSON.stringify({ at: startTime, on, rows: rows.map((row) => ({ ...row, reached: holds(row) })), figures: Object.fromEntries(Object.entries(resultsByPart).map(([name, part]) => [name, part.figures])), notes }, null, 2)}\n`,
);
console.log(`Everything in ${file}.`);
