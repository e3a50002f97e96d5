import { openContestant } from "../contestant.ts";
import { measure, type Discipline } from "../measure.ts";
import { count, ms, times, type Row } from "../row.ts";
import { scaling } from "../scaling.ts";
import type { SearchTold } from "../scenarios/search.ts";
import type { Part } from "./part.ts";
import { NOT_INSTALLED, openPeer } from "./peer.ts";
import { ABOUT, LARGE, LAYOUTS, MIDDLE, SIZES } from "./sizes.ts";

/** At most this share of what mem0's `search` takes, and at most so many times the bare statements. */
const BESIDE_PEER = 1 / 100;
const BESIDE_STATEMENTS = 2;
/** Vectors are compared in memory, which no statement does: there is nothing to hold that beside. */
const NOT_BY_STATEMENTS = null;

const BATCHES = 9;
/** As with writes, a sample lasts about a second, whosever it is. */
const OURS = { warmUp: 250, perBatch: 250 };
const OURS_IN_LARGE = { warmUp: 25, perBatch: 5 };
const THEIRS = { warmUp: 1, perBatch: 1 };

/** Two kinds of questions, and what each is made of. */
const KINDS = [
  {
    search: "search",
    storeCalls: "storeCalls",
    statements: "statements",
    asks: "in words that many texts have",
    besideStatements: BESIDE_STATEMENTS,
  },
  {
    search: "unheard",
    storeCalls: "unheardStoreCalls",
    statements: "unheardStatements",
    asks: "in words that no text has, so that all vectors are gone through",
    besideStatements: NOT_BY_STATEMENTS,
  },
] as const;

export const searching: Part = {
  name: "search",
  run: async (progress) => {
    const rows: Row[] = [];
    const figures: Record<string, unknown> = {};
    const notes: string[] = [];
    for (const layout of LAYOUTS) {
      const sized = [];
      for (const facts of SIZES) {
        progress(`search: filling a space with ${count(facts)} facts, ${ABOUT[layout]}`);
        sized.push({
          facts,
          contestant: await openContestant<SearchTold>("search", { facts, layout }),
        });
      }
      const peer = await openPeer(layout, progress);
      progress("search: measuring");
      const disciplines: Record<string, Discipline> = {};
      for (const { search, storeCalls, statements } of KINDS) {
        for (const { facts, contestant } of sized)
          disciplines[`${search} ${facts}`] = {
            contestant,
            work: search,
            ...(facts === LARGE ? OURS_IN_LARGE : OURS),
          };
        const { contestant } = sized.find(({ facts }) => facts === MIDDLE)!;
        for (const work of [storeCalls, statements])
          disciplines[work] = { contestant, work, ...OURS };
        if (peer)
          disciplines[`peer ${search}`] = { contestant: peer.contestant, work: search, ...THEIRS };
      }
      const took = await measure(disciplines, BATCHES);
      const told = Object.fromEntries(
        await Promise.all(
          sized.map(async ({ facts, contestant }) => [facts, await contestant.end()] as const),
        ),
      );
      await peer?.contestant.end();
      figures[layout] = { took, told };

      if (!peer) notes.push(NOT_INSTALLED);
      for (const { search, storeCalls, statements, asks, besideStatements } of KINDS) {
        const at = (facts: number): number => took[`${search} ${facts}`]!;
        const beneath = `${ms(at(MIDDLE))} beside ${ms(took[statements]!)}; its store calls alone take ${ms(took[storeCalls]!)}`;
        if (peer) {
          const theirs = took[`peer ${search}`]!;
          rows.push(
            times(
              `One HYBRID \`search\`, beside \`search\` of ${peer.name}`,
              `${count(MIDDLE)} facts, ${ABOUT[layout]}; a question ${asks}: ${ms(at(MIDDLE))} beside ${ms(theirs)}`,
              at(MIDDLE) / theirs,
              BESIDE_PEER,
            ),
          );
        }
        rows.push(
          times(
            "The same, beside the bare SQLite statements that it runs",
            beneath,
            at(MIDDLE) / took[statements]!,
            besideStatements,
          ),
        );
        notes.push(
          scaling(
            `A HYBRID search, ${ABOUT[layout]}, a question ${asks}`,
            SIZES.map((facts) => [facts, at(facts)]),
          ),
        );
      }
    }
    return { rows, figures, notes };
  },
};
