import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import { ChargeMeter } from "../../../src/store/charge-meter.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import { ACCOUNT, accountOptions, dropAccount, provisionAccount } from "./account.ts";
import { OPERATIONS } from "./documented-operations.ts";
import { serviceOver } from "./graphql-operations.ts";

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
      const { spent } = await meter.measured(() => ask(source));
      rows.push(`| ${name} | ${spent.requests} | ${spent.units.toFixed(1)} |`);
      expect(spent.units).toBeGreaterThan(0);
    }
    await store.close();
    await dropAccount(options);
    process.stdout.write(
      ["| operation | requests | request units |", "| --- | --- | --- |", ...rows, ""].join("\n"),
    );
  });
});
