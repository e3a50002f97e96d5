import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { required } from "../lookup.ts";
import { median } from "../measure.ts";
import { LOCAL, openPalimpsest } from "../palimpsest.ts";
import { count, ms, times } from "../row.ts";
import { seedFacts, type Layout } from "../seed/spaces.ts";
import { startService } from "../service.ts";
import { queryOf } from "../traffic.ts";
import { measureInTurn, type Measured, type Part, type Progress } from "./part.ts";
import { ABOUT, LAYOUTS } from "./sizes.ts";

const FACTS = 1_500;
/** Maximum ratio to a search for the same question. */
const BESIDE_SEARCH = 1.5;
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

const fill = async (folder: string, layout: Layout): Promise<void> => {
  const { store, ledger } = await openPalimpsest(folder);
  await seedFacts(ledger(), layout, FACTS);
  await store.close();
};

const measureIn = async (folder: string, layout: Layout): Promise<Measured> => {
  await fill(folder, layout);
  const service = await startService(folder);
  const ask = async (operation: Operation, runs: number): Promise<void> => {
    for (let run = 0; run < runs; run++) {
      const question = queryOf(layout, FACTS, run);
      await service.ask(LOCAL.user, OPERATIONS[operation], { question });
    }
  };
  const samples: Record<Operation, number[]> = { search: [], recall: [] };
  for (const name of NAMES) await ask(name, WARM_UP);
  for (let batch = 0; batch < BATCHES; batch++)
    for (const name of NAMES) {
      const before = await service.cpuMillis();
      await ask(name, PER_BATCH);
      samples[name].push(((await service.cpuMillis()) - before) / PER_BATCH);
    }
  await service.stop();
  const [search, recall] = NAMES.map((name) => median(samples[name]));
  const [ofSearch, ofRecall] = [required(search, "A search"), required(recall, "A recall")];
  return {
    rows: [
      times(
        "One `recall` over HTTP, beside one `search` for the same question",
        `${count(FACTS)} facts, ${ABOUT[layout]}; what the service takes: ${ms(ofRecall)} beside ${ms(ofSearch)}`,
        ofRecall / ofSearch,
        BESIDE_SEARCH,
      ),
    ],
    figures: { [layout]: samples },
    notes: [],
  };
};

const measureLayout = async (layout: Layout, progress: Progress): Promise<Measured> => {
  progress(`recall: ${count(FACTS)} facts, ${ABOUT[layout]}, over HTTP`);
  const folder = await mkdtemp(join(tmpdir(), "palimpsest-bench-"));
  try {
    return await measureIn(folder, layout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Recall and search in the form of a client of the service. */
export const recalling: Part = {
  name: "recall",
  run: (progress) => measureInTurn(LAYOUTS.map((layout) => () => measureLayout(layout, progress))),
};
