import { createContext } from "../../resolvers/context.ts";
import { search } from "../../src/read/search.ts";
import { viewAt } from "../../src/read/view.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { pathOf } from "../../src/store/sqlite/space-path.ts";
import { LOCAL, openPalimpsest } from "../palimpsest.ts";
import { openReplay, recordStatements, type Ran } from "../record-statements.ts";
import { scenario } from "../scenario.ts";
import { seedFacts, type Layout } from "../seed/spaces.ts";
import { queryOf, unheardQuery } from "../traffic.ts";

/** How many questions take turns. */
const QUESTIONS = 25;
/** As much memory for pages as the store gives a file that was used last. */
const CACHE_KIB = 2_048;

export interface SearchTold {
  readonly statementsPerSearch: number;
  readonly statementsPerUnheardSearch: number;
}

type Call = (space: SpaceStore) => unknown;

/** Notes what a search asks of a space. */
const noteCalls = (space: SpaceStore, calls: Call[]): SpaceStore =>
  new Proxy(space, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        calls.push((other) =>
          (Reflect.get(other, name) as (...given: unknown[]) => unknown).apply(other, given),
        );
        return value.apply(target, given) as unknown;
      };
    },
  });

/** What one search did beneath. */
interface Noted {
  readonly calls: readonly Call[];
  readonly statements: readonly Ran[];
}

/**
 * HYBRID search in a space of so many facts, for a question in words that many texts have and for one in `unheard` words; the store calls
 * that each makes, alone; the SQLite statements that those run, alone.
 */
await scenario<
  { readonly facts: number; readonly layout: Layout },
  "search" | "storeCalls" | "statements" | "unheard" | "unheardStoreCalls" | "unheardStatements",
  SearchTold
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

  const heard = Array.from({ length: QUESTIONS }, (_, n) => queryOf(layout, facts, n));
  const unheard = Array.from({ length: QUESTIONS }, (_, n) => unheardQuery(n));
  const note = async (query: string): Promise<Noted> => {
    const calls: Call[] = [];
    return { calls, statements: await recorder.during(() => ask(query, noteCalls(space, calls))) };
  };
  // Asked twice before: what a search runs is noted with everything in memory that it keeps, as it is when it is measured.
  for (const query of [...heard, ...unheard, ...heard, ...unheard]) await ask(query);
  const noted = new Map<string, Noted>();
  for (const query of [...heard, ...unheard]) noted.set(query, await note(query));
  for (const query of heard)
    if ((await ask(query)) === 0) throw new Error(`Nothing found for ${query}`);
  recorder.stop();
  const replay = openReplay(pathOf(folder, LOCAL), CACHE_KIB);

  const worksOf = (queries: readonly string[]) => ({
    search: (run: number) => ask(queries[run % QUESTIONS]!),
    storeCalls: async (run: number) => {
      for (const call of noted.get(queries[run % QUESTIONS]!)!.calls) await call(space);
    },
    statements: (run: number) => replay(noted.get(queries[run % QUESTIONS]!)!.statements),
  });
  const {
    search: unheardSearch,
    storeCalls: unheardStoreCalls,
    statements: unheardStatements,
  } = worksOf(unheard);
  const statementsOf = (queries: readonly string[]): number =>
    queries.reduce((sum, query) => sum + noted.get(query)!.statements.length, 0) / queries.length;
  return {
    works: { ...worksOf(heard), unheard: unheardSearch, unheardStoreCalls, unheardStatements },
    tell: () => ({
      statementsPerSearch: statementsOf(heard),
      statementsPerUnheardSearch: statementsOf(unheard),
    }),
  };
});
