import { createContext } from "../../resolvers/context.ts";
import { DEFAULT_RECALL_BUDGET } from "../../src/read/recall/budget.ts";
import { recall } from "../../src/read/recall/recall.ts";
import { search } from "../../src/read/search/search.ts";
import { viewAt } from "../../src/read/view.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { pathOf } from "../../src/store/sqlite/database/space-files.ts";
import { LOCAL, openPalimpsest } from "../palimpsest.ts";
import { openReplay, recordStatements, type StatementRun } from "../record-statements.ts";
import { scenario } from "../scenario.ts";
import { seedFacts, type Layout } from "../seed/spaces.ts";
import { queryOf, unheardQuery } from "../traffic.ts";
import { cyclicItem, required } from "../lookup.ts";

/** Number of questions that take turns. */
const QUESTIONS = 25;
/** The page cache that the store gives to the file in use. */
const CACHE_KIB = 2_048;

export interface SearchFindings {
  readonly statementsPerSearch: number;
  readonly statementsPerUnheardSearch: number;
}

type Call = (space: SpaceStore) => unknown;

/** A space that records the calls to it. */
const recordingSpace = (space: SpaceStore, calls: Call[]): SpaceStore =>
  new Proxy(space, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...values: unknown[]) => {
        calls.push((other) =>
          (Reflect.get(other, name) as (...values: unknown[]) => unknown).apply(other, values),
        );
        return value.apply(target, values) as unknown;
      };
    },
  });

/** The store calls of one search, and the statements that they ran. */
interface SearchRun {
  readonly calls: readonly Call[];
  readonly statements: readonly StatementRun[];
}

/**
 * HYBRID search in a space of a number of facts, for a question in words that many texts contain
 * and for one in `unheard` words; a recall for the former; the store calls of each, alone; their
 * SQLite statements, alone.
 */
await scenario<
  { readonly facts: number; readonly layout: Layout },
  | "search"
  | "recall"
  | "storeCalls"
  | "statements"
  | "unheard"
  | "unheardStoreCalls"
  | "unheardStatements",
  SearchFindings
>(async ({ folder, facts, layout }) => {
  const recorder = recordStatements();
  const { services, space, ledger } = await openPalimpsest(folder);
  await seedFacts(ledger(), layout, facts);
  const view = viewAt((await createContext(services, space, Date.now())).pin);
  const ask = async (query: string, asked = space): Promise<number> =>
    (
      await search(services.read, asked, view, {
        query,
        mode: "HYBRID",
        kinds: ["FACT", "ENTITY", "EVENT", "SUMMARY"],
      })
    ).hits.length;

  const recallFor = (question: string): Promise<unknown> =>
    recall(services.read, space, view, { question, tokenBudget: DEFAULT_RECALL_BUDGET });

  const heard = Array.from({ length: QUESTIONS }, (_, n) => queryOf(layout, facts, n));
  const unheard = Array.from({ length: QUESTIONS }, (_, n) => unheardQuery(n));
  const note = async (query: string): Promise<SearchRun> => {
    const calls: Call[] = [];
    return {
      calls,
      statements: await recorder.during(() => ask(query, recordingSpace(space, calls))),
    };
  };
  // Every question is asked twice first, so that the recorded runs have full caches, like measured
  // ones.
  for (const query of [...heard, ...unheard, ...heard, ...unheard]) await ask(query);
  const runs = new Map<string, SearchRun>();
  for (const query of [...heard, ...unheard]) runs.set(query, await note(query));
  for (const query of heard)
    if ((await ask(query)) === 0) throw new Error(`Nothing found for ${query}`);
  recorder.stop();
  const replay = openReplay(pathOf(folder, LOCAL), CACHE_KIB);

  const runOf = (query: string): SearchRun => required(runs.get(query), `The run of ${query}`);
  const worksOf = (queries: readonly string[]) => ({
    search: (run: number) => ask(cyclicItem(queries, run)),
    storeCalls: async (run: number) => {
      for (const call of runOf(cyclicItem(queries, run)).calls) await call(space);
    },
    statements: (run: number) => replay(runOf(cyclicItem(queries, run)).statements),
  });
  const {
    search: unheardSearch,
    storeCalls: unheardStoreCalls,
    statements: unheardStatements,
  } = worksOf(unheard);
  const statementsOf = (queries: readonly string[]): number =>
    queries.reduce((sum, query) => sum + runOf(query).statements.length, 0) / queries.length;
  return {
    works: {
      ...worksOf(heard),
      recall: (run: number) => recallFor(cyclicItem(heard, run)),
      unheard: unheardSearch,
      unheardStoreCalls,
      unheardStatements,
    },
    findings: () => ({
      statementsPerSearch: statementsOf(heard),
      statementsPerUnheardSearch: statementsOf(unheard),
    }),
  };
});
