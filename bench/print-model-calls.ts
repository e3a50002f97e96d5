import { scriptCommand } from "../scripts/script-command.mjs";
import { modelCalls, tableOfCalls } from "./model-calls.ts";

scriptCommand("bench:model", "Print the calls and tokens of a model, by task.").parse();
console.log(tableOfCalls(await modelCalls()));
