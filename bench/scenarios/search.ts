import { createContext } from "../../resolvers/context.ts";
import { search, type SearchRequest } from "../../src/read/search.ts";
import { viewAt } from "../../src/read/view.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { pathOf } from "../../src/store/sqlite/space-path.ts";
import { measure, type Sampling } from "../measure.ts";
import { LOCAL, openPalimpsest } from "../palimpsest.ts";
import { openReplay, recordStatements, type Ran } from "../record-statements.ts";
import { scenario } from "../scenario.ts";
import { seedFacts, type Layout } from "../seed/spaces.ts";
import { queryOf } from "../traffic.ts";

/** How many questions take turns. */
const QUESTIONS = 25;
/** As much memory for pages as the store gives a file. */
const CACHE_KIB = 256;

export interface SearchFigures {
  /** CPU milliseconds of one HYBRID search; of the store calls that it makes; of the SQLite statements that those run. */
  readonly search: number;
  readonly storeCalls: number;
  readonly statements: number;
  readonly statementsPerSearch: number;
}

type Call = (space: SpaceStore) => unknown;

/** Notes what a search asks of a space. */
const noteCalls = (space: SpaceStore, calls: Call[]): SpaceStore =>
  new Proxy(space, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        calls.push((other) => (Reflect.get(other, name) as (...given: unknown[]) => unknown).apply(other, given));
        return value.apply(target, given) as unknown;
      };
    },
  });

/** HYBRID search over facts, entities and events, in a space of so many facts. */
await scenario<{ readonly facts: number; readonly layout: Layout; readonly sampling: Sampling }, SearchFigures>(async ({ folder, facts, layout, sampling }) => {
  const recorder = recordStatements();
  const { services, space, ledger } = await openPalimpsest(folder);
  await seedFacts(ledger(), layout, facts);
  const { pin } = await createContext(services, space, Date.now());
  const view = viewAt(pin);
  const requests = Array.from({ length: QUESTIONS }, (_, n): SearchRequest => ({ query: queryOf(layout, facts, n), mode: "HYBRID", kinds: ["FACT", "ENTITY", "EVENT", "SUMMARY"] }));
  const run = async (request: SearchRequest, asked = space): Promise<void> => {
    const { hits } = await search(services.read, asked, view, request);
    if (hits.length === 0) throw new Error(`Nothing found for ${request.query}`);
  };

  const noted: { readonly calls: Call[]; readonly statements: readonly Ran[] }[] = [];
  for (const request of requests) {
    const calls: Call[] = [];
    const statements = await recorder.during(() => run(request, noteCalls(space, calls)));
    noted.push({ calls, statements });
  }
  recorder.stop();
  const replay = openReplay(pathOf(folder, LOCAL), CACHE_KIB);

  const figures = await measure({
    search: (n) => run(requests[n % QUESTIONS]!),
    storeCalls: async (n) => {
      for (const call of noted[n % QUESTIONS]!.calls) await call(space);
    },
    statements: (n) => replay(noted[n % QUESTIONS]!.statements),
  }, sampling);
  return { ...figures, statementsPerSearch: noted.reduce((sum, { statements }) => sum + statements.length, 0) / noted.length };
});
