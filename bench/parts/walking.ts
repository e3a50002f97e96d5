import { openContestant } from "../contestant.ts";
import { measure } from "../measure.ts";
import { count, ms, times } from "../row.ts";
import type { WalkTold } from "../scenarios/walk.ts";
import type { Part } from "./part.ts";

/** At most so many times what the statement takes. */
const BESIDE_STATEMENT = 4;
/** A response of 150 KB is written out, too, which no statement does: told, and held to nothing. */
const NOT_HELD = null;
const BATCHES = 11;
const SAMPLING = { warmUp: 100, perBatch: 10 };

export const walking: Part = {
  name: "walk",
  run: async (progress) => {
    progress("walk: measuring");
    const contestant = await openContestant<WalkTold>("walk", {});
    const took = await measure(
      {
        statement: { contestant, work: "statement", ...SAMPLING },
        graphql: { contestant, work: "graphql", ...SAMPLING },
        http: { contestant, work: "http", ...SAMPLING },
      },
      BATCHES,
    );
    const told = await contestant.end();
    const beside = (millis: number): string =>
      `${count(told.entities)} entities, fan-out 10: ${ms(millis)} beside ${ms(took.statement)}`;
    return {
      rows: [
        times(
          "A walk of depth 3 through GraphQL, beside one recursive SQL query",
          `${beside(took.graphql)}; the schema executed`,
          took.graphql / took.statement,
          BESIDE_STATEMENT,
        ),
        times(
          "The same over HTTP",
          `${beside(took.http)}; what the server takes, the response written out`,
          took.http / took.statement,
          NOT_HELD,
        ),
      ],
      figures: { took, told },
      notes: [],
    };
  },
};
