import { statSync } from "node:fs";
import { pathOf } from "../../src/store/sqlite/database/space-files.ts";
import { write } from "../../src/write/write.ts";
import { LOCAL, openPalimpsest } from "../palimpsest.ts";
import { scenario } from "../scenario.ts";
import { seedFacts, type Layout } from "../seed/spaces.ts";
import { writtenAfter } from "../traffic.ts";

/**
 * Number of writes to a separate small space, which warm up the code before the measured space gets
 * any.
 */
const REHEARSALS = 4_000;
const REHEARSED_FACTS = 100;

/**
 * Minimum of facts per write. A few messages add none: "I sold the ivory tent", of which nothing was
 * known.
 */
const LEAST_PER_WRITE = 0.9;

export interface WriteFindings {
  readonly factsPerWrite: number;
  readonly megabytes: number;
}

/** One offline `write` at a time to a space of a number of facts. */
await scenario<{ readonly facts: number; readonly layout: Layout }, "write", WriteFindings>(
  async ({ folder, facts, layout }) => {
    const { services, store, space, ledger } = await openPalimpsest(folder);
    await seedFacts(ledger(), layout, facts);
    const rehearsal = await store.space({ ...LOCAL, user: "rehearsal" });
    await seedFacts(ledger(rehearsal), layout, REHEARSED_FACTS);
    for (let run = 0; run < REHEARSALS; run++)
      await write(services.write, rehearsal, {
        message: writtenAfter(layout, REHEARSED_FACTS, run).message,
      });

    let writes = 0;
    let addedCount = 0;
    return {
      works: {
        write: async (run) => {
          const report = await write(services.write, space, {
            message: writtenAfter(layout, facts, run).message,
          });
          if (report.error !== null) throw new Error(report.error);
          writes += 1;
          addedCount += report.addedFacts.length;
        },
      },
      findings: () => {
        const factsPerWrite = addedCount / writes;
        if (factsPerWrite < LEAST_PER_WRITE) throw new Error("Most writes added nothing.");
        return { factsPerWrite, megabytes: statSync(pathOf(folder, LOCAL)).size / 1_048_576 };
      },
    };
  },
);
