import { modelCalls, tableOfCalls } from "./model-calls.ts";

console.log(tableOfCalls(await modelCalls()));
