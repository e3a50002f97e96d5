import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import { ChargeMeter } from "../../../src/store/cosmos/charge-meter.ts";
import type { Seen } from "../../cosmos-double/faults.ts";
import { serviceOver } from "./graphql-operations.ts";
import { spaceOf, storeOnDouble } from "./provisioned.ts";

const KINDS = ["READ", "PLAN", "QUERY", "BATCH"] as const;

/** Point reads, plans, queries, batches and all of them, as the table in docs/cosmos.md has them: where this fails, the table is to be brought up to date. */
const countsOf = (requests: readonly Seen[]): number[] => [...KINDS.map((kind) => requests.filter((request) => request.kind === kind).length), requests.length];

const FACT = "fragment F on Fact { id text validFrom validTo }";

/** What the docs tell of, in the order in which it is done. */
const OPERATIONS: readonly (readonly [name: string, source: string])[] = [
  ["write, the first message", 'mutation { write(input: { message: "Hi, I\'m Ann Lee and I work at Acme in Porto. My city is Porto." }) { success } }'],
  ["write, a second message", 'mutation { write(input: { message: "Bob Stone works at Acme too. He lives in Faro." }) { success } }'],
  ["write, a change of mind", 'mutation { write(input: { message: "My city has changed to Lisbon." }) { success } }'],
  ["assertFact, with a relationship", 'mutation { assertFact(input: { entity: { name: "Bob Stone", type: "person" }, text: "Bob Stone knows Carol Dean", relationship: { type: "knows", target: { name: "Carol Dean", type: "person" } } }) { factsAdded { fact { id } } } }'],
  ["me", "{ me { name } }"],
  ["entity by name", '{ entity(name: "Bob Stone") { id name } }'],
  ["entity with facts and relationships", '{ entity(name: "Bob Stone") { name facts { nodes { text } } relationships { nodes { type target { name } } } } }'],
  ["entity with neighbours, two hops", '{ entity(name: "Bob Stone") { neighbours(hops: 2) { nodes { name } } } }'],
  ["entities, first 20", "{ entities { nodes { name } } }"],
  ["facts, first 20", `{ facts { nodes { ...F } } } ${FACT}`],
  ["facts of an entity as of the past", `{ facts(entity: "Bob Stone", at: { knownAt: "2026-01-01T00:00:03.000Z" }) { nodes { ...F } } } ${FACT}`],
  ["facts with decision, event and history", `{ facts(first: 5) { nodes { ...F decision { reason } event { message } history { text } } } } ${FACT}`],
  ["search, HYBRID", '{ search(query: "where does Bob live?") { hits { score node { id } } } }'],
  ["search, FULL_TEXT", '{ search(query: "where does Bob live?", mode: FULL_TEXT) { hits { score node { id } } } }'],
  ["search, VECTOR", '{ search(query: "where does Bob live?", mode: VECTOR) { hits { score node { id } } } }'],
  ["recall", '{ recall(question: "where does Bob live?") { text } }'],
  ["changes, first 50", '{ changes(from: "2026-01-01T00:00:00.000Z") { nodes { kind } } }'],
  ["createSession", "mutation { createSession { id } }"],
  ["sessions, first 20", "{ sessions { nodes { title } } }"],
];

/** The rows of the table of requests in the docs. */
const documented = async (): Promise<(readonly [string, ...number[]])[]> => {
  const text = await readFile(join(import.meta.dirname, "../../../docs/cosmos.md"), "utf8");
  const table = /<!-- requests -->(?<rows>.*?)<!-- \/requests -->/su.exec(text)?.groups?.["rows"] ?? "";
  return table.split("\n").filter((line) => /\| \d/u.test(line)).map((line) => {
    const [name, ...counts] = line.split("|").slice(1, -1).map((cell) => cell.trim());
    return [name!, ...counts.map(Number)] as const;
  });
};

it("is what the docs say, request by request", async () => {
  const meter = new ChargeMeter();
  const { id, dimensions } = createOfflineModels().embedder;
  const on = await storeOnDouble({ id, dimensions }, { onCharge: meter.add });
  const ask = await serviceOver(await spaceOf(on.store));
  const measured: (readonly [string, ...number[]])[] = [];
  for (const [name, source] of OPERATIONS) {
    on.double.takeRequests();
    const { spent } = await meter.measured(() => ask(source));
    const requests = on.double.takeRequests();
    measured.push([name, ...countsOf(requests)]);
    expect([name, spent.requests, spent.units]).toEqual([name, requests.length, expect.closeTo(requests.reduce((sum, { charge }) => sum + charge, 0))]);
  }
  await on.close();
  expect(await documented()).toEqual(measured);
  expect(meter.total.byOperation.get("commit")?.requests).toBeGreaterThan(3);
});

it("belongs to whoever asked, of many who ask at once", async () => {
  const meter = new ChargeMeter();
  const on = await storeOnDouble({ id: "e", dimensions: 2 }, { onCharge: meter.add });
  const spaces = await Promise.all(Array.from({ length: 10 }, (_, i) => spaceOf(on.store, { tenant: "t", user: `u${i}` })));
  const spent = await Promise.all(spaces.map((space, i) => meter.measured(async () => {
    for (let n = 0; n < i; n++) await space.head();
  })));
  expect(spent.map(({ spent: { requests } }) => requests)).toEqual(spaces.map((_, i) => i));
  await on.close();
});
