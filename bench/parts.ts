import type { Sampling } from "./measure.ts";
import { mem0Version } from "./mem0.ts";
import { count, megabytes, ms, times, type Row } from "./row.ts";
import { runScenario } from "./scenario.ts";
import type { MemoryFigures } from "./scenarios/memory.ts";
import type { PastFigures } from "./scenarios/past.ts";
import type { SearchFigures } from "./scenarios/search.ts";
import type { WalkFigures } from "./scenarios/walk.ts";
import type { WriteFigures } from "./scenarios/write.ts";
import type { Layout } from "./seed/spaces.ts";

export interface Measured {
  readonly rows: readonly Row[];
  /** Every figure that a scenario gave, by what it was run with. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** What was left out, or has to be known beside the rows. */
  readonly notes: readonly string[];
}

export interface Part {
  readonly name: string;
  readonly run: (progress: (step: string) => void) => Promise<Measured>;
}

/** What a write and a search must reach against mem0, how much a write may grow from 1,000 to 100,000 facts, … (issue: "What it must reach"). */
const BESIDE_MEM0 = 1 / 100;
const GROWTH = 2;
const BESIDE_STATEMENTS = 2;
const BESIDE_PRESENT = 1.5;
const BESIDE_RECURSION = 4;
const STARTED_MEGABYTES = 200;
const SPACE_MEGABYTES = 1;

const SIZES = [1_000, 10_000, 100_000] as const;
/** At this size mem0 is measured too. */
const SIZE = 10_000;
const VERSIONS = 10;
const SPACES = 100;
const FACTS_PER_SPACE = 1_000;

const WRITES: Sampling = { warmUp: 20, batches: 11, perBatch: 10 };
const READS: Sampling = { warmUp: 200, batches: 11, perBatch: 20 };
const LONG_READS: Sampling = { warmUp: 10, batches: 5, perBatch: 5 };
const WALKS: Sampling = { warmUp: 60, batches: 11, perBatch: 5 };
const PEER: Sampling = { warmUp: 2, batches: 7, perBatch: 1 };

const ABOUT: Readonly<Record<Layout, string>> = { MANY: "ten about each of many subjects", ONE: "all about one subject, the user" };
const LAYOUTS = ["MANY", "ONE"] as const;

const INSTALL = "mem0ai is not installed: the rows beside it are left out. `npm run bench:peers` installs it.";

interface Mem0Figures {
  readonly add: number;
  readonly search: number;
}

/** mem0 is measured once for both parts that need it. */
const mem0Figures = new Map<Layout, Promise<Mem0Figures>>();
const mem0 = (layout: Layout, progress: (step: string) => void): Promise<Mem0Figures> => {
  const known = mem0Figures.get(layout);
  if (known) return known;
  progress(`mem0ai ${mem0Version() ?? ""}, ${count(SIZE)} memories, ${ABOUT[layout]}`);
  const measured = runScenario<object, Mem0Figures>("mem0", { facts: SIZE, layout, sampling: PEER });
  mem0Figures.set(layout, measured);
  return measured;
};

const writing: Part = {
  name: "write",
  run: async (progress) => {
    const rows: Row[] = [];
    const figures: Record<string, unknown> = {};
    const version = mem0Version();
    for (const layout of LAYOUTS) {
      const writes = new Map<number, WriteFigures>();
      for (const facts of SIZES) {
        progress(`write into ${count(facts)} facts, ${ABOUT[layout]}`);
        writes.set(facts, await runScenario<object, WriteFigures>("write", { facts, layout, sampling: WRITES }));
      }
      figures[layout] = Object.fromEntries(writes);
      const of = (facts: number) => writes.get(facts)!.write;
      if (version !== null) {
        const { add } = await mem0(layout, progress);
        figures[`mem0 add, ${layout}`] = add;
        rows.push(times(`One offline write, beside an add of mem0ai ${version}`, `${count(SIZE)} facts, ${ABOUT[layout]}: ${ms(of(SIZE))} of CPU beside ${ms(add)}`, of(SIZE) / add, BESIDE_MEM0));
      }
      rows.push(times("A write into 100,000 facts, beside one into 1,000", `${ABOUT[layout]}: ${SIZES.map((facts) => ms(of(facts))).join(", ")} of CPU at ${SIZES.map(count).join(", ")}`, of(SIZES[2]) / of(SIZES[0]), GROWTH));
    }
    return { rows, figures, notes: version === null ? [INSTALL] : [] };
  },
};

const searching: Part = {
  name: "search",
  run: async (progress) => {
    const rows: Row[] = [];
    const figures: Record<string, unknown> = {};
    const version = mem0Version();
    for (const layout of LAYOUTS) {
      const searches = new Map<number, SearchFigures>();
      for (const facts of SIZES) {
        progress(`search ${count(facts)} facts, ${ABOUT[layout]}`);
        searches.set(facts, await runScenario<object, SearchFigures>("search", { facts, layout, sampling: facts > SIZE ? LONG_READS : READS }));
      }
      figures[layout] = Object.fromEntries(searches);
      const { search, statements, storeCalls } = searches.get(SIZE)!;
      if (version !== null) {
        const { search: theirs } = await mem0(layout, progress);
        figures[`mem0 search, ${layout}`] = theirs;
        rows.push(times(`One HYBRID search, beside a search of mem0ai ${version}`, `${count(SIZE)} facts, ${ABOUT[layout]}: ${ms(search)} of CPU beside ${ms(theirs)}`, search / theirs, BESIDE_MEM0));
      }
      rows.push(times("The same search, beside the bare SQLite statements that it runs", `${ms(search)} of CPU beside ${ms(statements)} (its store calls: ${ms(storeCalls)})`, search / statements, BESIDE_STATEMENTS));
      rows.push(times("A search of 100,000 facts, beside one of 1,000", `${ABOUT[layout]}: ${SIZES.map((facts) => ms(searches.get(facts)!.search)).join(", ")} of CPU at ${SIZES.map(count).join(", ")}`, searches.get(SIZES[2])!.search / searches.get(SIZES[0])!.search, null));
    }
    return { rows, figures, notes: version === null ? [INSTALL] : [] };
  },
};

const past: Part = {
  name: "past",
  run: async (progress) => {
    progress(`reading as of the past: ${count(SIZE)} facts, ${VERSIONS} versions of each`);
    const figures = await runScenario<object, PastFigures>("past", { facts: SIZE, versions: VERSIONS, sampling: READS });
    const rows = Object.entries(figures).map(([read, { present, ...then }]) => {
      const worst = Math.max(...Object.values(then));
      return times(`Reading as of the past, beside reading the present: ${read}`, `${count(SIZE)} facts of ${VERSIONS} versions: ${Object.values(then).map(ms).join(", ")} of CPU as of the first, the middle and the last but one, beside ${ms(present)}`, worst / present, BESIDE_PRESENT);
    });
    return { rows, figures, notes: [] };
  },
};

const walking: Part = {
  name: "walk",
  run: async (progress) => {
    progress("walk of depth 3 through GraphQL");
    const figures = await runScenario<object, WalkFigures>("walk", { sampling: WALKS });
    const { statement, graphql, http, entities } = figures;
    const measured = (what: string, millis: number) => `${count(entities)} entities, fan-out 10: ${ms(millis)} of CPU ${what} beside ${ms(statement)}`;
    return {
      rows: [
        times("A walk of depth 3 through GraphQL, beside one recursive SQL query", measured("for the schema executed", graphql), graphql / statement, BESIDE_RECURSION),
        times("The same over HTTP", measured("for the server", http), http / statement, BESIDE_RECURSION),
      ],
      figures: { ...figures },
      notes: [],
    };
  },
};

const memory: Part = {
  name: "memory",
  run: async (progress) => {
    progress(`resident memory, with ${SPACES} spaces of ${count(FACTS_PER_SPACE)} facts`);
    const figures = await runScenario<object, MemoryFigures>("memory", { spaces: SPACES, facts: FACTS_PER_SPACE });
    const { started, used, opened, perSpace } = figures;
    return {
      rows: [
        megabytes("Resident memory of the service, once started", "the built service, nothing asked yet", started, STARTED_MEGABYTES),
        megabytes("Resident memory for each further open space", `${SPACES} spaces of ${count(FACTS_PER_SPACE)} facts, each searched, read and written to: ${opened.toFixed(0)} MB after, ${used.toFixed(0)} MB before`, perSpace, SPACE_MEGABYTES),
      ],
      figures: { ...figures },
      notes: [],
    };
  },
};

export const PARTS: readonly Part[] = [writing, searching, past, walking, memory];
