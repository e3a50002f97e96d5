import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import { ChargeMeter } from "../../../src/store/charge-meter.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { CosmosDouble } from "../../cosmos-double/cosmos-double.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
import { OPERATIONS } from "./documented-operations.ts";
import { serviceOver } from "./graphql-operations.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";

const { id, dimensions } = createOfflineModels().embedder;
const EMBEDDER = { id, dimensions };

const KINDS = ["READ", "PLAN", "QUERY", "BATCH"] as const;

const inARow = (requests: readonly ReceivedRequest[]): number =>
  Math.max(...requests.map(({ round }) => round));

/** Point reads, plans, queries, batches, their total and the longest chain of them, as in the table of docs/reference/cosmos.md: if this fails, update the table. */
const countsOf = (requests: readonly ReceivedRequest[]): number[] => [
  ...KINDS.map((kind) => requests.filter((request) => request.kind === kind).length),
  requests.length,
  inARow(requests),
];

/** Operations that are also measured in a process that has never seen the space. */
const MEASURED_FIRST: ReadonlySet<string> = new Set([
  "entity with facts and relationships",
  "search, HYBRID",
  "recall",
]);

/** Requests in a row that an operation may take. */
const MOST_IN_A_ROW: Readonly<Record<string, number>> = {
  "write, the first message": 8,
  "write, a second message": 8,
  "write, a change of mind": 8,
  "assertFact, with a relationship": 8,
  "entity with facts and relationships": 3,
  "search, HYBRID": 6,
  "search, FULL_TEXT": 4,
  "search, VECTOR": 3,
  recall: 10,
};

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
      return [name!, ...counts.filter((count) => count !== "").map(Number)] as const;
    });
};

/** The requests of an operation, and how many are in a row, in a process that has never seen the space. */
const firstOf = async (double: CosmosDouble, source: string): Promise<number[]> => {
  const store = await openCosmosStore(
    optionsFor(double, EMBEDDER, { httpClient: withoutSockets(double) }),
  );
  const ask = await serviceOver(await spaceOf(store));
  double.takeRequests();
  await ask(source);
  const requests = double.takeRequests();
  await store.close();
  return [requests.length, inARow(requests)];
};

it("matches the table in the docs, request by request", async () => {
  const meter = new ChargeMeter();
  const on = await storeOnDouble(
    EMBEDDER,
    { onCharge: meter.add },
    { inRounds: true, sockets: false },
  );
  const ask = await serviceOver(await spaceOf(on.store));
  const measured: (readonly [string, ...number[]])[] = [];
  for (const [name, source] of OPERATIONS) {
    on.double.takeRequests();
    const { spent } = await meter.measured(() => ask(source));
    const requests = on.double.takeRequests();
    const first = MEASURED_FIRST.has(name) ? await firstOf(on.double, source) : [];
    measured.push([name, ...countsOf(requests), ...first]);
    expect([name, inARow(requests)]).toEqual([
      name,
      expect.toSatisfy((n: number) => n <= (MOST_IN_A_ROW[name] ?? 3)),
    ]);
    expect([name, spent.requests, spent.units]).toEqual([
      name,
      requests.length,
      expect.closeTo(requests.reduce((sum, { charge }) => sum + charge, 0)),
    ]);
  }
  await on.close();
  // For whoever updates the docs.
  if (process.env["PRINT_COSTS"])
    process.stdout.write(measured.map((row) => `| ${row.join(" | ")} |\n`).join(""));
  expect(await documented()).toEqual(measured);
  expect(meter.total.byOperation.get("commit")?.requests).toBeGreaterThan(3);
});

it("is reported by stage in the trace of a write, and adds up to the cost of the write without reading its result", async () => {
  const meter = new ChargeMeter();
  const on = await storeOnDouble(EMBEDDER, { onCharge: meter.add });
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
