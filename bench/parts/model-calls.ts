import { modelCalls, tableOfCalls } from "../model-calls.ts";
import { times } from "../row.ts";
import type { Part } from "./part.ts";

/** One call, and one request for vectors, if nothing is ambiguous. */
const AT_MOST = 1;

export const modelCallsPart: Part = {
  name: "model",
  run: async (progress) => {
    progress("model: telling a scripted conversation to a scripted model");
    const costs = await modelCalls();
    const clear = costs.filter(({ ambiguous }) => !ambiguous);
    const most = (of: (cost: (typeof costs)[number]) => number): number =>
      Math.max(...clear.map(of));
    const conditions = `${clear.length} of ${costs.length} messages of a scripted conversation`;
    return {
      rows: [
        times(
          "Model calls for a message that brings nothing ambiguous",
          conditions,
          most(({ extractions, judgements }) => extractions + judgements),
          AT_MOST,
        ),
        times(
          "Requests for vectors for such a message",
          conditions,
          most(({ embeddings }) => embeddings),
          AT_MOST,
        ),
      ],
      figures: { messages: costs },
      notes: [
        `What each message of the scripted conversation costs a model:\n\n${tableOfCalls(costs)}\n`,
      ],
    };
  },
};
