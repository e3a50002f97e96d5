import { parseArgs } from "node:util";
import { join } from "node:path";
import { evaluate } from "./evaluate.ts";

/** `npm run evaluate -- [--locomo <path>] [--conversations <n>] [--out <folder>]`. */
const { values } = parseArgs({ options: { locomo: { type: "string" }, conversations: { type: "string" }, out: { type: "string", default: join("evaluate", "results") } } });

const conversations = values.conversations === undefined ? undefined : Number(values.conversations);
if (conversations !== undefined && !(Number.isInteger(conversations) && conversations > 0)) throw new Error("--conversations must be a whole number, 1 or more.");

const started = Date.now();
const progress = (step: string): void => console.error(`${String(Math.round((Date.now() - started) / 1000)).padStart(5)} s  ${step} …`);
const { text, files } = await evaluate({ locomo: values.locomo, conversations, out: values.out }, progress);
console.log(`\n${text}\n`);
console.log(`Saved: ${files.join(", ")}.`);
