import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import { ChargeMeter, type Spending } from "../../../src/store/charge-meter.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import { ACCOUNT, accountOptions, dropAccount, provisionAccount } from "./account.ts";
import { OPERATIONS } from "./documented-operations.ts";
import { serviceOver } from "./graphql-operations.ts";

/** How often an operation that changes nothing is timed. */
const TIMED_RUNS = 30;

/** The value that a share of some values does not exceed. */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0;

const { id, dimensions } = createOfflineModels().embedder;
const account = accountOptions(process.env, { id, dimensions });

/** Needs an account, since only the service knows its request units. */
describe.runIf(account)(`the operations of the docs on ${ACCOUNT}`, () => {
  it("have their request units measured", async () => {
    const options = { ...account!, database: `palimpsest-cost-${randomUUID()}` };
    await provisionAccount(options);
    const meter = new ChargeMeter();
    const store = await openCosmosStore({ ...options, onCharge: meter.add });
    const ask = await serviceOver(await store.space({ tenant: "cost", user: "cost" }), meter.soFar);
    const rows: string[] = [];
    for (const [name, source] of OPERATIONS) {
      const times: number[] = [];
      let spent: Spending = { requests: 0, units: 0 };
      // The first run is charged, as in the table of the docs. Reads are timed again.
      for (let run = 0; run < (source.startsWith("mutation") ? 1 : TIMED_RUNS); run++) {
        const started = performance.now();
        const measured = await meter.measured(() => ask(source));
        times.push(performance.now() - started);
        if (run === 0) ({ spent } = measured);
      }
      const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(0));
      rows.push(
        `| ${name} | ${spent.requests} | ${spent.units.toFixed(1)} | ${p50} | ${p99} | ${times.length} |`,
      );
      expect(spent.units).toBeGreaterThan(0);
    }
    await store.close();
    await dropAccount(options);
    process.stdout.write(
      [
        "| operation | requests | request units | p50 ms | p99 ms | runs |",
        "| --- | --- | --- | --- | --- | --- |",
        ...rows,
        "",
      ].join("\n"),
    );
  });
});
