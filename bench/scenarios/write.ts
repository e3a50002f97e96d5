import { statSync } from "node:fs";
import { pathOf } from "../../src/store/sqlite/space-path.ts";
import { write } from "../../src/write/write.ts";
import { measure, type Sampling } from "../measure.ts";
import { LOCAL, openPalimpsest } from "../palimpsest.ts";
import { scenario } from "../scenario.ts";
import { seedFacts, type Layout } from "../seed/spaces.ts";
import { writtenAfter } from "../traffic.ts";

/** Writes into a small space of its own, with which the code is warmed up. */
const REHEARSALS = 200;

export interface WriteFigures {
  /** CPU milliseconds of one write. */
  readonly write: number;
  readonly factsPerWrite: number;
  readonly megabytes: number;
}

/** One offline `write` at a time into a space of so many facts. */
await scenario<{ readonly facts: number; readonly layout: Layout; readonly sampling: Sampling }, WriteFigures>(async ({ folder, facts, layout, sampling }) => {
  const { services, store, space, ledger } = await openPalimpsest(folder);
  await seedFacts(ledger(), layout, facts);
  const rehearsal = await store.space({ ...LOCAL, user: "rehearsal" });
  await seedFacts(ledger(rehearsal), layout, 100);
  for (let run = 0; run < REHEARSALS; run++) await write(services.write, rehearsal, { message: writtenAfter(layout, 100, run).message });

  let writes = 0;
  let added = 0;
  const figures = await measure({
    write: async (run) => {
      const report = await write(services.write, space, { message: writtenAfter(layout, facts, run).message });
      if (report.error !== null) throw new Error(report.error);
      writes += 1;
      added += report.added.length;
    },
  }, sampling);
  return { ...figures, factsPerWrite: added / writes, megabytes: statSync(pathOf(folder, LOCAL)).size / 1_048_576 };
});
