import type { Strategy } from "../../src/memory/session.ts";
import { openContestant, type Contestant } from "../contestant.ts";
import { measure, type Discipline } from "../measure.ts";
import { count, ms, times } from "../row.ts";
import type { Part } from "./part.ts";
import { required } from "../lookup.ts";

const FEW = 100;
const MANY = 10_000;
/** Maximum ratio to the time in a short session. */
const GROWTH = 1.5;
const STRATEGIES: readonly Strategy[] = [
  "SLIDING_WINDOW",
  "HIERARCHICAL",
  "ENTITY_GRAPH",
  "KEY_VALUE",
  "TIERED",
];
const BATCHES = 9;
const SAMPLING = { warmUp: 20, perBatch: 10 };

export const chatting: Part = {
  name: "chat",
  run: async (progress) => {
    const sizedContestants: { readonly turns: number; readonly contestant: Contestant<null> }[] =
      [];
    for (const turns of [FEW, MANY]) {
      progress(`chat: a conversation of ${count(turns)} turns`);
      sizedContestants.push({
        turns,
        contestant: await openContestant<null>("chat", { turns, strategies: STRATEGIES }),
      });
    }
    progress("chat: measuring");
    const disciplines: Record<string, Discipline> = Object.fromEntries(
      STRATEGIES.flatMap((work) =>
        sizedContestants.map(({ turns, contestant }) => [
          `${work} ${turns}`,
          { contestant, work, ...SAMPLING },
        ]),
      ),
    );
    const medians = await measure(disciplines, BATCHES);
    const millisOf = (name: string): number => required(medians[name], name);
    await Promise.all(sizedContestants.map(({ contestant }) => contestant.end()));
    const rows = STRATEGIES.map((strategy) => {
      const few = millisOf(`${strategy} ${FEW}`);
      const many = millisOf(`${strategy} ${MANY}`);
      return times(
        `Putting a context together after ${count(MANY)} turns, beside ${count(FEW)}: ${strategy}`,
        `${ms(many)} beside ${ms(few)}`,
        many / few,
        GROWTH,
      );
    });
    return { rows, figures: medians, notes: [] };
  },
};
