import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import { ChargeMeter, type Spending } from "../../../src/store/charge-meter.ts";
import type { CosmosOptions } from "../../../src/store/cosmos/connection/options.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import { ACCOUNT, accountOptions, dropAccount, provisionAccount } from "./account.ts";
import { OPERATIONS } from "./documented-operations.ts";
import { serviceOver } from "./graphql-operations.ts";

/** How often an operation is timed: one that changes something, in memories of their own. */
const TIMED_READS = 30;
const TIMED_WRITES = 10;

type Ask = (source: string) => Promise<unknown>;

/** Milliseconds of one operation. */
const timeOf = async (ask: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await ask();
  return performance.now() - started;
};

const isWrite = (source: string): boolean => source.startsWith("mutation");

/** The times of all operations that change something, in the order of the docs, in one memory. */
const timesOfWrites = async (ask: Ask): Promise<Map<string, number>> => {
  const times = new Map<string, number>();
  for (const [name, source] of OPERATIONS)
    if (isWrite(source)) times.set(name, await timeOf(() => ask(source)));
  return times;
};

/** The value that a share of some values does not exceed. */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0;

const { id, dimensions } = createOfflineModels().embedder;
const account = accountOptions(process.env, { id, dimensions });

/** An account may be slow: it has 400 RU/s for each container where nothing else was asked for. */
const TIMEOUT_MS = 900_000;

/** The rows of the table, for the operations in the order of the docs. */
const measuredRows = async (options: CosmosOptions): Promise<string[]> => {
  const meter = new ChargeMeter();
  const store = await openCosmosStore({ ...options, onCharge: meter.add });
  const askAs = async (user: string): Promise<Ask> =>
    serviceOver(await store.space({ tenant: "cost", user }), meter.soFar);
  const writeTimes: Map<string, number>[] = [];
  for (let n = 1; n < TIMED_WRITES; n++) writeTimes.push(await timesOfWrites(await askAs(`${n}`)));
  const ask = await askAs("cost");
  const rows: string[] = [];
  for (const [name, source] of OPERATIONS) {
    // The first run is charged, as in the table of the docs.
    let spending: Spending = { requests: 0, units: 0 };
    const times = [
      await timeOf(async () => ({ spending } = await meter.measure(() => ask(source)))),
      ...writeTimes.flatMap((ofMemory) => ofMemory.get(name) ?? []),
    ];
    while (!isWrite(source) && times.length < TIMED_READS)
      times.push(await timeOf(() => ask(source)));
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(times, share).toFixed(0));
    rows.push(
      `| ${name} | ${spending.requests} | ${spending.units.toFixed(1)} | ${p50} | ${p99} | ${times.length} |`,
    );
    expect(spending.units).toBeGreaterThan(0);
  }
  await store.close();
  return rows;
};

/** Needs an account, since only the service knows its request units. */
describe.runIf(account)(`the operations of the docs on ${ACCOUNT}`, () => {
  it(
    "have their request units measured",
    async () => {
      const warnings = new Set<string>();
      const options: CosmosOptions = {
        ...account!,
        database: `palimpsest-cost-${randomUUID()}`,
        log: {
          warn: (_, message) => void warnings.add(message),
          error: (_, message) => void warnings.add(message),
        },
      };
      await provisionAccount(options);
      try {
        const rows = await measuredRows(options);
        expect(rows).toHaveLength(OPERATIONS.length);
        process.stdout.write(
          [
            "| operation | requests | request units | p50 ms | p99 ms | runs |",
            "| --- | --- | --- | --- | --- | --- |",
            ...rows,
            ...[...warnings].map((warning) => `WARNED: ${warning}`),
            "",
          ].join("\n"),
        );
      } finally {
        await dropAccount(options);
      }
    },
    TIMEOUT_MS,
  );
});
