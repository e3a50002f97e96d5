import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import { ChargeMeter } from "../../../src/store/charge-meter.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { OPERATIONS } from "./documented-operations.ts";
import { serviceOver } from "./graphql-operations.ts";
import { spaceOf, storeOnDouble } from "./provisioned.ts";

const KINDS = ["READ", "PLAN", "QUERY", "BATCH"] as const;

/** Point reads, plans, queries, batches, their total and the longest chain of them, as in the table of docs/reference/cosmos.md: if this fails, update the table. */
const countsOf = (requests: readonly ReceivedRequest[]): number[] => [
  ...KINDS.map((kind) => requests.filter((request) => request.kind === kind).length),
  requests.length,
  Math.max(...requests.map(({ round }) => round)),
];

/** The rows of the table in the docs. */
const documented = async (): Promise<(readonly [string, ...number[]])[]> => {
  const text = await readFile(
    join(import.meta.dirname, "../../../docs/reference/cosmos.md"),
    "utf8",
  );
  const table =
    /<!-- requests -->(?<rows>.*?)<!-- \/requests -->/su.exec(text)?.groups?.["rows"] ?? "";
  return table
    .split("\n")
    .filter((line) => /\| \d/u.test(line))
    .map((line) => {
      const [name, ...counts] = line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
      return [name!, ...counts.map(Number)] as const;
    });
};

it("matches the table in the docs, request by request", async () => {
  const meter = new ChargeMeter();
  const { id, dimensions } = createOfflineModels().embedder;
  const on = await storeOnDouble(
    { id, dimensions },
    { onCharge: meter.add },
    { inRounds: true, sockets: false },
  );
  const ask = await serviceOver(await spaceOf(on.store));
  const measured: (readonly [string, ...number[]])[] = [];
  for (const [name, source] of OPERATIONS) {
    on.double.takeRequests();
    const { spent } = await meter.measured(() => ask(source));
    const requests = on.double.takeRequests();
    measured.push([name, ...countsOf(requests)]);
    expect([name, spent.requests, spent.units]).toEqual([
      name,
      requests.length,
      expect.closeTo(requests.reduce((sum, { charge }) => sum + charge, 0)),
    ]);
  }
  await on.close();
  expect(await documented()).toEqual(measured);
  expect(meter.total.byOperation.get("commit")?.requests).toBeGreaterThan(3);
});

it("is reported by stage in the trace of a write, and adds up to the cost of the write without reading its result", async () => {
  const meter = new ChargeMeter();
  const { id, dimensions } = createOfflineModels().embedder;
  const on = await storeOnDouble({ id, dimensions }, { onCharge: meter.add });
  const ask = await serviceOver(await spaceOf(on.store), meter.soFar);
  await ask('mutation { write(input: { message: "My city is Faro." }) { success } }');
  const { value, spent } = await meter.measured(() =>
    ask(
      'mutation { write(input: { message: "My city is Porto.", verbose: true }) { trace { stage storeRequests requestUnits } } }',
    ),
  );
  const { trace } = value["write"] as unknown as {
    trace: { stage: string; storeRequests: number; requestUnits: number }[];
  };
  const of = (name: string) => trace.find(({ stage }) => stage === name)!;
  expect(of("log").storeRequests).toBeGreaterThanOrEqual(2); // the settings and a batch
  expect(of("reconcile").storeRequests).toBeGreaterThan(0);
  expect(of("commit").requestUnits).toBeGreaterThanOrEqual(1);
  const inStages = trace.reduce((sum, { storeRequests }) => sum + storeRequests, 0);
  expect(inStages).toBeGreaterThan(spent.byOperation.get("commit")!.requests);
  expect(inStages).toBeLessThanOrEqual(spent.requests);
  // Outside the stages: the head at the start of the request; the settings and the speaker between two stages.
  expect(spent.requests - inStages).toBeLessThanOrEqual(4);
  await on.close();
});

it("is charged to the right one of many concurrent requests", async () => {
  const meter = new ChargeMeter();
  const on = await storeOnDouble({ id: "e", dimensions: 2 }, { onCharge: meter.add });
  const spaces = await Promise.all(
    Array.from({ length: 10 }, (_, i) => spaceOf(on.store, { tenant: "t", user: `u${i}` })),
  );
  const spent = await Promise.all(
    spaces.map((space, i) =>
      meter.measured(async () => {
        for (let n = 0; n < i; n++) await space.head();
      }),
    ),
  );
  expect(spent.map(({ spent: { requests } }) => requests)).toEqual(spaces.map((_, i) => i));
  await on.close();
});
