import { describe, expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { Store } from "../../../src/store/port.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
import { OPERATIONS } from "./documented-operations.ts";
import { fill, readAll } from "./every-read.ts";
import { serviceOver } from "./graphql-operations.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";
import { aFact, anEntity, anEvent, aText, EMBEDDER, minute } from "./samples.ts";

/** Time limit of a command for people, on a machine that may be busy. */
const TIMEOUT_MS = 300_000;
/** Facts that are added before everything runs again. */
const MORE_FACTS = 100;

interface SeenQuery {
  readonly text: string;
  readonly scope: string;
  readonly operations: Set<string>;
  readonly indexed: Set<string>;
  readonly unindexed: Set<string>;
  /** Documents that one run loads at most, in the small memory and in the larger one; null where it did not run. */
  readonly loaded: [small: number | null, large: number | null];
}
type Size = 0 | 1;

/** The query without the numbers of its parameters, limits and statistics, which differ from run to run. */
const textOf = ({ body }: ReceivedRequest): string =>
  String((body as { readonly query?: unknown }).query)
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/\d+/gu, "…")
    .replaceAll(
      /(?:ARRAY_CONTAINS\(c\.(?<list>\w+), @\w+…\) OR )+(?=ARRAY_CONTAINS\(c\.\k<list>)/gu,
      "",
    )
    .replaceAll(/(?<name>@\w+…)(?:, \k<name>)+/gu, "$<name>")
    .replaceAll(/(?:(?<call>COUNTIF\([^)]*\)\)), )+(?=COUNTIF)/gu, "")
    .replaceAll(/\[…(?:,…)*\]/gu, "[…]");

const scopeOf = ({ container, headers }: ReceivedRequest): string => {
  const key = headers["x-ms-documentdb-partitionkey"];
  const range = headers["x-ms-documentdb-partitionkeyrangeid"];
  const parts = key === undefined ? 0 : (JSON.parse(key) as unknown[]).length;
  return `${container}, ${parts > 0 ? `${parts} parts of the key` : range === undefined ? "all partitions" : "a physical partition"}`;
};

const OWN_INDEXES: readonly (readonly [name: string, function_: RegExp])[] = [
  ["full text /text", /fulltext/iu],
  ["vector /vector", /vector(?:distance|score)/iu],
];

class SeenQueries {
  readonly #queries = new Map<string, SeenQuery>();

  /** Notes the queries among some requests, which an operation has sent in a memory of a size. */
  note(operation: string, size: Size, requests: readonly ReceivedRequest[]): void {
    for (const request of requests.filter(({ kind }) => kind === "QUERY")) {
      const [text, scope] = [textOf(request), scopeOf(request)];
      const seen: SeenQuery = this.#queries.get(`${scope} ${text}`) ?? {
        text,
        scope,
        operations: new Set(),
        indexed: new Set(),
        unindexed: new Set(),
        loaded: [null, null],
      };
      this.#queries.set(`${scope} ${text}`, seen);
      seen.operations.add(operation);
      for (const path of request.filtered)
        (request.unindexed.includes(path) ? seen.unindexed : seen.indexed).add(path);
      for (const [name, function_] of OWN_INDEXES) if (function_.test(text)) seen.indexed.add(name);
      seen.loaded[size] = Math.max(seen.loaded[size] ?? 0, request.loaded);
    }
  }

  rows(): string[] {
    return [...this.#queries.values()]
      .map(({ text, scope, operations, indexed, unindexed, loaded }) =>
        [
          "",
          scope,
          loaded.map((documents) => documents ?? "–").join(" → "),
          [...indexed].toSorted().join(", "),
          [...unindexed].join(", ") || "none",
          [...operations].join("; "),
          `\`${text}\``,
          "",
        ].join(" | "),
      )
      .map((row) => row.trim())
      .toSorted();
  }

  get unindexed(): string[] {
    return [...this.#queries.values()].flatMap(({ unindexed }) => [...unindexed]);
  }
}

type On = Awaited<ReturnType<typeof storeOnDouble>>;

/** A process of its own on the same account, which has kept nothing. */
const asNewProcess = async (
  on: On,
  embedder: { readonly id: string; readonly dimensions: number },
  act: (store: Store) => Promise<void>,
): Promise<void> => {
  const store = await openCosmosStore(
    optionsFor(on.double, embedder, { httpClient: withoutSockets(on.double) }),
  );
  on.double.takeRequests();
  await act(store);
  await store.close();
};

/** The operations of the docs, in the process that has written the memory and in new ones. */
const noteOperations = async (queries: SeenQueries): Promise<void> => {
  const { id, dimensions } = createOfflineModels().embedder;
  const on = await storeOnDouble({ id, dimensions }, {}, { sockets: false });
  const ask = await serviceOver(await spaceOf(on.store));
  const run = async (size: Size): Promise<void> => {
    for (const [name, source] of OPERATIONS) {
      await ask(source);
      queries.note(name, size, on.double.takeRequests());
    }
    for (const [name, source] of OPERATIONS.filter(([, text]) => !text.startsWith("mutation")))
      await asNewProcess(on, { id, dimensions }, async (store) => {
        await (
          await serviceOver(await spaceOf(store))
        )(source);
        queries.note(name, size, on.double.takeRequests());
      });
  };
  await run(0);
  for (let n = 0; n < MORE_FACTS; n++)
    await ask(
      `mutation { assertFact(input: { entity: { name: "Person ${n % 10}", type: "person" }, text: "Person ${n % 10} has been to place number ${n}" }) { factsAdded { fact { id } } } }`,
    );
  on.double.takeRequests();
  await run(1);
  await ask("mutation { erase(input: { scope: SPACE }) { receipt { id } } }");
  queries.note("erase a memory", 1, on.double.takeRequests());
  await on.close();
};

/** More facts about Ann, each with an event, a text and a vector. */
const more = async (space: CosmosSpace): Promise<void> => {
  const [facts, events] = [
    Array.from({ length: MORE_FACTS }, (_, n) =>
      aFact(`more-${n}`, minute(2), { text: `Ann has been to place ${n}`, event: `said-${n}` }),
    ),
    Array.from({ length: MORE_FACTS }, (_, n) =>
      anEvent(`said-${n}`, minute(2), { message: `I have been to place ${n}` }),
    ),
  ];
  await space.commit(await space.head(), {
    recordedAt: minute(2),
    entities: facts.map((_, n) => anEntity(`place-${n}`, minute(2))),
    facts,
    events,
    texts: facts.map((fact) => aText(fact, [1, 1])),
  });
};

/** Every read of the port, and what deletes. */
const notePort = async (queries: SeenQueries): Promise<void> => {
  const on = await storeOnDouble(EMBEDDER, {}, { sockets: false });
  const mine = await spaceOf(on.store);
  await fill(mine, 100);
  const named = (space: CosmosSpace, size: Size): CosmosSpace =>
    new Proxy(space, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...words: readonly unknown[]) => {
          const answer: unknown = Reflect.apply(value, target, words);
          if (!(answer instanceof Promise)) return answer;
          return answer.finally(() => queries.note(String(name), size, on.double.takeRequests()));
        };
      },
    });
  const readAsNewProcess = (size: Size): Promise<void> =>
    asNewProcess(on, EMBEDDER, async (store) => {
      await readAll(named(await spaceOf(store), size));
      for await (const space of store.spaces()) expect(space.tenant).toBe("acme");
      queries.note("spaces", size, on.double.takeRequests());
    });
  await readAsNewProcess(0);
  await more(mine);
  await readAsNewProcess(1);
  const deleting = named(mine, 1);
  await deleting.deleteTurns("s1", 1);
  await deleting.deleteSession("s1");
  await deleting.eraseAll();
  await on.close();
};

/** Run by `npm run queries:cosmos`. */
describe.runIf(process.env["PRINT_QUERIES"])("every distinct query", () => {
  it(
    "is printed with its scope, the documents that it loads, and its indexes",
    async () => {
      const queries = new SeenQueries();
      await noteOperations(queries);
      await notePort(queries);
      const rows = queries.rows();
      process.stdout.write(
        [
          `Documents loaded: in a small memory → with ${MORE_FACTS} facts more; – where it did not run.`,
          "| scope | documents loaded | indexes | paths without an index | operations, or reads of the port | query |",
          "| --- | --- | --- | --- | --- | --- |",
          ...rows,
          `${rows.length} queries.`,
          "",
        ].join("\n"),
      );
      expect(queries.unindexed).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
