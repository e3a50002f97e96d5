import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../measure.ts";
import { LOCAL, openPalimpsest } from "../palimpsest.ts";
import { count, ms, times } from "../row.ts";
import { seedFacts, type Layout } from "../seed/spaces.ts";
import { startService } from "../service.ts";
import { queryOf } from "../traffic.ts";
import { measureInTurn, type Measured, type Part, type Progress } from "./part.ts";
import { ABOUT, LARGE, LAYOUTS, SMALL } from "./sizes.ts";

const FACTS = 1_500;
/** Maximum ratio to a search for the same question. */
const BESIDE_SEARCH = 1.5;
/** Maximum ratio of a recall in a large memory to one in a small memory. */
const GROWTH = 3;
const WARM_UP = 300;
const BATCHES = 21;
const PER_BATCH = 50;

/** The queries of an agent before it answers: a block of context, or hits with their texts. */
const OPERATIONS = {
  search:
    "query ($question: String!) { search(query: $question) { hits { relevance node { id ... on Fact { text validFrom } ... on Event { message } ... on Entity { name } } } } }",
  recall: "query ($question: String!) { recall(question: $question) { text tokens } }",
} as const;
type Operation = keyof typeof OPERATIONS;
const NAMES = ["search", "recall"] as const satisfies readonly Operation[];

/** A memory of a number of facts, behind the service. */
interface ServedMemory {
  /** CPU milliseconds of the service per run, over runs from a number on. */
  readonly ask: (operation: Operation, from: number, runs: number) => Promise<number>;
  readonly end: () => Promise<void>;
}

const serveMemory = async (layout: Layout, facts: number): Promise<ServedMemory> => {
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const { store, ledger } = await openPalimpsest(folder);
    await seedFacts(ledger(), layout, facts);
    await store.close();
    const service = await startService(folder);
    return {
      ask: async (operation, from, runs) => {
        const before = await service.cpuMillis();
        for (let run = from; run < from + runs; run++) {
          const question = queryOf(layout, facts, run);
          await service.ask(LOCAL.user, OPERATIONS[operation], { question });
        }
        return ((await service.cpuMillis()) - before) / runs;
      },
      end: async () => {
        await service.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
};

/** Measures recall and search for the same questions, in turn. */
const measureBesideSearch = async (layout: Layout, progress: Progress): Promise<Measured> => {
  progress(`recall: ${count(FACTS)} facts, ${ABOUT[layout]}, over HTTP`);
  const memory = await serveMemory(layout, FACTS);
  try {
    const samples: Record<Operation, number[]> = { search: [], recall: [] };
    for (const name of NAMES) await memory.ask(name, 0, WARM_UP);
    for (let batch = 0; batch < BATCHES; batch++)
      for (const name of NAMES) samples[name].push(await memory.ask(name, 0, PER_BATCH));
    const [search, recall] = [median(samples.search), median(samples.recall)];
    return {
      rows: [
        times(
          "One `recall` over HTTP, beside one `search` for the same question",
          `${count(FACTS)} facts, ${ABOUT[layout]}; what the service takes: ${ms(recall)} beside ${ms(search)}`,
          recall / search,
          BESIDE_SEARCH,
        ),
      ],
      figures: { [layout]: samples },
      notes: [],
    };
  } finally {
    await memory.end();
  }
};

/** Measures recall in a large and a small memory, in turn, for questions not asked before. */
const measureGrowth = async (layout: Layout, progress: Progress): Promise<Measured> => {
  progress(`recall: ${count(SMALL)} and ${count(LARGE)} facts, ${ABOUT[layout]}, over HTTP`);
  const memories: { readonly memory: ServedMemory; readonly samples: number[] }[] = [];
  try {
    for (const facts of [SMALL, LARGE])
      memories.push({ memory: await serveMemory(layout, facts), samples: [] });
    for (const { memory } of memories) await memory.ask("recall", 0, WARM_UP);
    for (let batch = 0; batch < BATCHES; batch++)
      for (const { memory, samples } of memories)
        samples.push(await memory.ask("recall", WARM_UP + batch * PER_BATCH, PER_BATCH));
    const [small = NaN, large = NaN] = memories.map(({ samples }) => median(samples));
    return {
      rows: [
        times(
          `One \`recall\` over HTTP at ${count(LARGE)} facts, beside one at ${count(SMALL)}`,
          `${ABOUT[layout]}; a question not asked before; what the service takes: ${ms(large)} beside ${ms(small)}`,
          large / small,
          GROWTH,
        ),
      ],
      figures: { [`growth ${layout}`]: { small, large } },
      notes: [],
    };
  } finally {
    for (const { memory } of memories) await memory.end();
  }
};

/** Recall and search in the form of a client of the service. */
export const recalling: Part = {
  name: "recall",
  run: (progress) =>
    measureInTurn(
      [measureBesideSearch, measureGrowth].flatMap((measureOne) =>
        LAYOUTS.map((layout) => () => measureOne(layout, progress)),
      ),
    ),
};
