import { openContestant } from "../contestant.ts";
import { measure } from "../measure.ts";
import { count, ms, times } from "../row.ts";
import type { WalkFindings } from "../scenarios/walk.ts";
import type { Part } from "./part.ts";

/** Maximum ratio to the time of the statement. */
const BESIDE_STATEMENT = 3;
/** No bound: the service also writes a response of 150 KB, which no statement does. */
const NO_BOUND = null;
const BATCHES = 11;
/** V8 has compiled all code of a walk after a few hundred of them. */
const SAMPLING = { warmUp: 600, perBatch: 30 };

export const walking: Part = {
  name: "walk",
  run: async (progress) => {
    progress("walk: measuring");
    const contestant = await openContestant<WalkFindings>("walk", {});
    const medians = await measure(
      {
        statement: { contestant, work: "statement", ...SAMPLING },
        graphql: { contestant, work: "graphql", ...SAMPLING },
        http: { contestant, work: "http", ...SAMPLING },
      },
      BATCHES,
    );
    const findings = await contestant.end();
    const beside = (millis: number): string =>
      `${count(findings.entities)} entities, fan-out 10: ${ms(millis)} beside ${ms(medians.statement)}`;
    return {
      rows: [
        times(
          "A walk of depth 3 through GraphQL, beside one recursive SQL query",
          `${beside(medians.graphql)}; the schema executed`,
          medians.graphql / medians.statement,
          BESIDE_STATEMENT,
        ),
        times(
          "The same over HTTP",
          `${beside(medians.http)}; what the server takes, the response written out`,
          medians.http / medians.statement,
          NO_BOUND,
        ),
      ],
      figures: { medians, findings },
      notes: [],
    };
  },
};
