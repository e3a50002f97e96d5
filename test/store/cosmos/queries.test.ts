import { describe, expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { OPERATIONS } from "./documented-operations.ts";
import { serviceOver } from "./graphql-operations.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";

/** Facts that are added before the reads run again. */
const MORE_FACTS = 100;

interface SeenQuery {
  readonly text: string;
  readonly scope: string;
  readonly operations: Set<string>;
  readonly unindexed: Set<string>;
  /** Documents that one run loads at most, in the small memory and in the larger one. */
  readonly loaded: [small: number, large: number];
}

/** The query without the numbers of its parameters, limits and statistics, which differ from run to run. */
const textOf = ({ body }: ReceivedRequest): string =>
  String((body as { readonly query?: unknown }).query)
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/\d+/gu, "…")
    .replaceAll(/(?<name>@\w+…)(?:(?:,| OR ARRAY_CONTAINS\(c\.lines,) \k<name>\)?)+/gu, "$<name>")
    .replaceAll(/\[…(?:,…)*\]/gu, "[…]");

const scopeOf = ({ container, headers }: ReceivedRequest): string => {
  const key = headers["x-ms-documentdb-partitionkey"];
  const range = headers["x-ms-documentdb-partitionkeyrangeid"];
  const parts = key === undefined ? 0 : (JSON.parse(key) as unknown[]).length;
  return `${container}, ${parts > 0 ? `${parts} parts of the key` : range === undefined ? "all partitions" : "a physical partition"}`;
};

/** Run by `npm run queries:cosmos`. */
describe.runIf(process.env["PRINT_QUERIES"])("every distinct query", () => {
  it("is printed with its scope, the documents that it loads, and paths without an index", async () => {
    const { id, dimensions } = createOfflineModels().embedder;
    const on = await storeOnDouble({ id, dimensions }, {}, { sockets: false });
    const ask = await serviceOver(await spaceOf(on.store));
    const queries = new Map<string, SeenQuery>();
    const note = (operation: string, size: 0 | 1): void => {
      for (const request of on.double.takeRequests().filter(({ kind }) => kind === "QUERY")) {
        const [text, scope] = [textOf(request), scopeOf(request)];
        const seen: SeenQuery = queries.get(`${scope} ${text}`) ?? {
          text,
          scope,
          operations: new Set(),
          unindexed: new Set(),
          loaded: [0, 0],
        };
        queries.set(`${scope} ${text}`, seen);
        seen.operations.add(operation);
        for (const path of request.unindexed) seen.unindexed.add(path);
        seen.loaded[size] = Math.max(seen.loaded[size], request.loaded);
      }
    };
    for (const [name, source] of OPERATIONS) {
      await ask(source);
      note(name, 0);
    }
    // What the first request of a process asks.
    for (const [name, source] of OPERATIONS.filter(([, text]) => !text.startsWith("mutation"))) {
      const store = await openCosmosStore(
        optionsFor(on.double, { id, dimensions }, { httpClient: withoutSockets(on.double) }),
      );
      const askFirst = await serviceOver(await spaceOf(store));
      on.double.takeRequests();
      await askFirst(source);
      note(name, 0);
      await store.close();
    }
    for (let n = 0; n < MORE_FACTS; n++)
      await ask(
        `mutation { assertFact(input: { entity: { name: "Person ${n % 10}", type: "person" }, text: "Person ${n % 10} has been to place number ${n}" }) { factsAdded { fact { id } } } }`,
      );
    on.double.takeRequests();
    for (const [name, source] of OPERATIONS) {
      await ask(source);
      note(name, 1);
    }
    await on.close();
    const rows = [...queries.values()].map(
      ({ text, scope, operations, unindexed, loaded: [small, large] }) =>
        `| ${scope} | ${small} → ${large} | ${[...unindexed].join(", ") || "none"} | ${[...operations].join("; ")} | \`${text}\` |`,
    );
    process.stdout.write(
      [
        `Documents loaded: in the memory of docs/reference/cosmos.md → with ${MORE_FACTS} facts more.`,
        "| scope | documents loaded | paths without an index | operations | query |",
        "| --- | --- | --- | --- | --- |",
        ...rows.toSorted(),
        "",
      ].join("\n"),
    );
    expect(rows.length).toBeGreaterThan(20);
  });
});
