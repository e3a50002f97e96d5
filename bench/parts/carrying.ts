import { openContestant } from "../contestant.ts";
import { median } from "../measure.ts";
import { count, millis } from "../row.ts";
import type { CarryFindings } from "../scenarios/carry.ts";
import type { Part } from "./part.ts";

/** Maximum CPU milliseconds per fact: 2,000 facts a second. */
const PER_FACT = 0.5;
const RUNS = 3;

const CASES = [
  {
    what: "Import of a memory whose facts were written one by one",
    facts: 3_000,
    oneByOne: true,
    embeddings: true,
  },
  { what: "the same, embedded anew", facts: 3_000, oneByOne: true, embeddings: false },
  {
    what: "Import of a memory whose facts were recorded many at a time",
    facts: 20_000,
    oneByOne: false,
    embeddings: true,
  },
] as const;

export const carrying: Part = {
  name: "carrying",
  run: async (progress) => {
    const rows = [];
    const figures: Record<string, unknown> = {};
    for (const { what, ...options } of CASES) {
      progress(`carrying: ${what}, ${count(options.facts)} facts`);
      const contestant = await openContestant<CarryFindings>("carry", options);
      const samples: number[] = [];
      for (let run = 0; run < RUNS; run++) samples.push(await contestant.batch("import", run, 1));
      const findings = await contestant.end();
      const perFact = median(samples) / findings.facts;
      rows.push(
        millis(
          `${what}, a fact`,
          `${count(findings.facts)} facts of ${count(findings.commits)} commits, ${(findings.bytes / 1_000_000).toFixed(0)} MB, all indexes: ${count(Math.round(1000 / perFact))} facts a second of CPU`,
          perFact,
          PER_FACT,
        ),
      );
      figures[what] = { ...findings, samples };
    }
    return { rows, figures, notes: [] };
  },
};
