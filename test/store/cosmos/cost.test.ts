import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import { ChargeMeter, type Spending } from "../../../src/store/charge-meter.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { CosmosDouble } from "../../cosmos-double/cosmos-double.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
import { OPERATIONS } from "./documented-operations.ts";
import { clockAfter, serviceOver } from "./graphql-operations.ts";
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

/** Requests in a row that an operation may take. */
const MOST_IN_A_ROW: Readonly<Record<string, number>> = {
  "write, the first message": 7,
  "write, a second message": 7,
  "write, a change of mind": 7,
  "write, another change of mind": 10,
  "assertFact, with a relationship": 8,
  "entity with facts and relationships": 3,
  "search, HYBRID": 6,
  "search, FULL_TEXT": 4,
  "search, VECTOR": 3,
  recall: 10,
};

/**
 * The same figures for the first request of a process that has cached nothing of the space, if they
 * are higher.
 */
const MOST_FIRST: Readonly<Record<string, number>> = {
  "entity with neighbours, two hops": 5,
  "facts with decision, event and history": 4,
  "search, FULL_TEXT": 6,
  "search, VECTOR": 6,
};

/**
 * Operations that begin with a list whose page cannot carry the head: ranked, distinct, or of more rows than one page has. Only they
 * wait for the head that their process has never seen: one more in a row, and none more in all.
 */
const WAITING_FOR_HEAD: ReadonlySet<string> = new Set(["search, VECTOR", "graph"]);

/** An answer of no rows: a process that has asked for it knows the head, and has kept no document. */
const NOTHING = '{ entity(name: "Nobody Atall") { id } }';

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

/** The requests of one operation in a process, and its charge. */
interface Measured {
  readonly requests: readonly ReceivedRequest[];
  readonly spent: Spending;
}

/** Runs the operations one after the other. `inProcess` returns the client for each. */
const measuredBy = async (
  double: CosmosDouble,
  meter: ChargeMeter,
  inProcess: () => Promise<{
    readonly ask: (source: string) => Promise<unknown>;
    readonly close: () => Promise<void>;
  }>,
): Promise<Map<string, Measured>> => {
  const measured = new Map<string, Measured>();
  for (const [name, source] of OPERATIONS) {
    const { ask, close } = await inProcess();
    double.takeRequests();
    const { spending } = await meter.measure(() => ask(source));
    measured.set(name, { requests: double.takeRequests(), spent: spending });
    await close();
  }
  return measured;
};

/** Each operation in the process that has done all before. */
const measuredLater = async (): Promise<Map<string, Measured>> => {
  const meter = new ChargeMeter();
  const on = await storeOnDouble(
    EMBEDDER,
    { onCharge: meter.add },
    { inRounds: true, sockets: false },
  );
  const ask = await serviceOver(await spaceOf(on.store));
  const measured = await measuredBy(on.double, meter, async () => ({
    ask,
    close: async () => undefined,
  }));
  await on.close();
  expect(meter.total.byOperation.get("commit")?.requests).toBeGreaterThan(3);
  return measured;
};

/** Each operation in a process of its own that has asked for nothing before, or for something. */
const measuredAfter = async (asked: string | null): Promise<Map<string, Measured>> => {
  const meter = new ChargeMeter();
  const on = await storeOnDouble(EMBEDDER, {}, { inRounds: true, sockets: false });
  let seconds = 0;
  const measured = await measuredBy(on.double, meter, async () => {
    const begins = seconds;
    seconds += 1;
    const store = await openCosmosStore(
      optionsFor(on.double, EMBEDDER, {
        httpClient: withoutSockets(on.double),
        onCharge: meter.add,
        now: () => clockAfter(begins + 1),
      }),
    );
    const space = await spaceOf(store);
    if (asked !== null) await (await serviceOver(space, undefined, begins))(asked);
    return { ask: await serviceOver(space, undefined, begins), close: () => store.close() };
  });
  await on.close();
  return measured;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const loadedBy = (requests: readonly ReceivedRequest[]): number =>
  sum(requests.map(({ loaded }) => loaded));
/** Number of times that a page contained the head beside its rows: one more document each time. */
const headsBesideRows = (requests: readonly ReceivedRequest[]): number =>
  requests.filter(({ body }) => JSON.stringify(body ?? null).includes(String.raw`c.id = \"head\"`))
    .length;

describe("the operations of the docs", () => {
  let later: Map<string, Measured>;
  let first: Map<string, Measured>;
  /** Not the first request of its process, which has kept as little. */
  let unread: Map<string, Measured>;
  beforeAll(async () => {
    later = await measuredLater();
    first = await measuredAfter(null);
    unread = await measuredAfter(NOTHING);
  }, 180_000);

  it("match the table in the docs, request by request", async () => {
    const measured = Array.from(later, ([name, { requests }]) => {
      const firstRequests = first.get(name)?.requests ?? [];
      return [name, ...countsOf(requests), firstRequests.length, inARow(firstRequests)] as const;
    });
    // For updates of the docs.
    if (process.env["PRINT_COSTS"])
      process.stdout.write(measured.map((row) => `| ${row.join(" | ")} |\n`).join(""));
    expect(await documented()).toEqual(measured);
  });

  it.each(OPERATIONS)("take few requests in a row: %s", (name) => {
    const most = MOST_IN_A_ROW[name] ?? 3;
    expect(inARow(later.get(name)!.requests)).toBeLessThanOrEqual(most);
    expect(inARow(first.get(name)!.requests)).toBeLessThanOrEqual(MOST_FIRST[name] ?? most);
  });

  it.each(OPERATIONS)("take no more as the first of a process: %s", (name) => {
    const [asFirst, asLater] = [first.get(name)!.requests, unread.get(name)!.requests];
    const waits = WAITING_FOR_HEAD.has(name) ? 1 : 0;
    expect([asFirst.length, inARow(asFirst), loadedBy(asFirst)]).toEqual([
      asLater.length,
      inARow(asLater) + waits,
      loadedBy(asLater) + headsBesideRows(asFirst),
    ]);
  });

  it.each(OPERATIONS)("read the head once: %s", (name) => {
    for (const { requests } of [later.get(name)!, first.get(name)!])
      expect(
        requests.filter(({ kind, path }) => kind === "READ" && path.endsWith("/docs/head")),
      ).toHaveLength(1);
  });

  it("are charged in full", () => {
    for (const [name, { requests, spent }] of [...later, ...first])
      expect([name, spent.requests, spent.units]).toEqual([
        name,
        requests.length,
        expect.closeTo(sum(requests.map(({ charge }) => charge))),
      ]);
  });
});

it("is reported by stage in the trace of a write, and adds up to the cost of the write without reading its result", async () => {
  const meter = new ChargeMeter();
  const on = await storeOnDouble(EMBEDDER, { onCharge: meter.add });
  const ask = await serviceOver(await spaceOf(on.store), meter.soFar);
  await ask('mutation { write(input: { message: "My city is Faro." }) { success } }');
  const { value, spending } = await meter.measure(() =>
    ask(
      'mutation { write(input: { message: "My city is Porto.", verbose: true }) { trace { stage storeRequests requestUnits } } }',
    ),
  );
  const { trace } = value["write"] as unknown as {
    trace: { stage: string; storeRequests: number; requestUnits: number }[];
  };
  const of = (name: string) => trace.find(({ stage }) => stage === name)!;
  expect(of("log").storeRequests).toBe(1); // a batch: the settings were read with the head
  expect(of("reconcile").storeRequests).toBeGreaterThan(0);
  expect(of("commit").requestUnits).toBeGreaterThanOrEqual(1);
  const inStages = trace.reduce((sum, { storeRequests }) => sum + storeRequests, 0);
  expect(inStages).toBeGreaterThan(spending.byOperation.get("commit")!.requests);
  expect(inStages).toBeLessThanOrEqual(spending.requests);
  // Outside the stages: the head and the settings at the start of the request; the settings and the speaker between two stages.
  expect(spending.requests - inStages).toBeLessThanOrEqual(4);
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
      meter.measure(async () => {
        for (let n = 0; n < i; n++) await space.head();
      }),
    ),
  );
  expect(spent.map(({ spending: { requests } }) => requests)).toEqual(spaces.map((_, i) => i));
  await on.close();
});
