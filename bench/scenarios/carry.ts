import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { v7 as newId } from "uuid";
import { exportFile } from "../../src/portable/export-file.ts";
import { importMemory } from "../../src/portable/import-memory.ts";
import { assertFact } from "../../src/write/operations/assert-fact.ts";
import { openPalimpsest } from "../palimpsest.ts";
import { scenario } from "../scenario.ts";
import { seedFacts, statement, personsIn } from "../seed/spaces.ts";
import { personName } from "../statements.ts";

export interface CarryFindings {
  readonly commits: number;
  /** Number of versions of facts. */
  readonly facts: number;
  readonly bytes: number;
}

/** Imports the export of a memory whose facts were written one by one or recorded in bulk. */
await scenario<
  { readonly facts: number; readonly oneByOne: boolean; readonly embeddings: boolean },
  "import",
  CarryFindings
>(async ({ folder, facts, oneByOne, embeddings }) => {
  const { store, services, embedder, space, ledger } = await openPalimpsest(folder);
  if (!oneByOne) await seedFacts(ledger(), "MANY", facts);
  else
    for (let n = 0; n < facts; n++) {
      const name = personName(n % personsIn("MANY", facts));
      await assertFact(services.write, space, {
        entity: { name, type: "person" },
        text: statement("MANY", n),
        confidence: 1,
        importanceCategory: "SPECIFIC_EVENT",
      });
    }
  const path = join(folder, "memory.jsonl");
  let progress = { commits: 0, records: 0, bytes: 0 };
  for await (progress of exportFile({ embedder, now: Date.now, newId }, space, path, {
    embeddings,
  }));
  let versions = 0;
  return {
    works: {
      import: async (run) => {
        const target = await store.space({ tenant: "local", user: `import-${run}` });
        for await (const progress of importMemory(
          { embedder },
          target,
          createInterface({ input: createReadStream(path), crlfDelay: Infinity }),
        ))
          versions = progress.facts;
      },
    },
    findings: () => ({ commits: progress.commits, facts: versions, bytes: progress.bytes }),
  };
});
