import { afterEach, beforeEach, expect, it } from "vitest";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import { OPEN } from "../../../src/memory/time.ts";
import { spaceOf, storeOnDouble } from "./provisioned.ts";
import { aFact, aText, anEntity, EMBEDDER, minute } from "./samples.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
let space: CosmosSpace;
beforeEach(async () => {
  on = await storeOnDouble(EMBEDDER);
  space = await spaceOf(on.store);
});
afterEach(() => on.close());

it("smokes", async () => {
  expect(await space.head()).toEqual({ recordedAt: null, tag: "" });
  const f1 = aFact("f1", minute(1), { text: "Ann likes strong tea", importance: 0.9 });
  const f2 = aFact("f2", minute(1), { text: "Ann lives in Porto", slot: "residence", value: "Porto" });
  expect(await space.commit(await space.head(), { recordedAt: minute(1), entities: [anEntity("ann", minute(1), { aliases: ["Annie"] })], facts: [f1, f2], texts: [aText(f1, [1, 0]), aText(f2, [0, 1])] })).toBe(true);
  const at = { knownAt: minute(1), validAt: minute(2) };
  const [page] = await space.facts([{ entities: ["ann"], at, page: { first: 10 } }]);
  expect(page!.items.map(({ item }) => item)).toEqual([f1, f2]);
  expect(await page!.total()).toBe(2);
  expect((await space.searchFullText(["tea"], { kinds: ["FACT"], at, limit: 5 })).map(({ version }) => version)).toEqual([f1]);
  expect((await space.searchVector(Float32Array.from([0, 1]), { kinds: ["FACT"], at, limit: 5 })).map(({ version, score }) => [version!.fact, score])).toEqual([["f2", 1], ["f1", 0]]);
  expect((await space.searchHybrid(["tea"], Float32Array.from([0, 1]), [1, 0.5], { kinds: ["FACT"], at, limit: 5 })).map(({ version }) => version!.fact)).toEqual(["f1", "f2"]);
  expect((await space.searchSubstring(["PORTO"], { kinds: ["FACT"], at, limit: 5 })).map(({ version }) => version!.fact)).toEqual(["f2"]);
  const f22 = { ...f2, n: 2, recordedAt: minute(3), validTo: minute(3), end: { reason: "UPDATE" as const, by: "f3" } };
  expect(await space.commit(await space.head(), { recordedAt: minute(3), facts: [f22], expiries: [{ kind: "FACT", id: "f2", n: 1, closing: { reason: "UPDATE", by: "f3", decision: "d" } }] })).toBe(true);
  expect((await space.searchSubstring(["PORTO"], { kinds: ["FACT"], at: { knownAt: minute(3), validAt: minute(2) }, limit: 5 })).map(({ version }) => version!.n)).toEqual([2]);
  expect((await space.searchSubstring(["PORTO"], { kinds: ["FACT"], at, limit: 5 })).map(({ version }) => version)).toEqual([f2]);
  expect(await space.line({ entities: ["ann"], slot: "residence" })).toEqual([f22]);
  expect(await space.slots(["ann"])).toEqual(["residence"]);
  expect((await space.importantFacts([{ entities: ["ann"], at, limit: 3 }])).flat().map(({ fact }) => fact)).toEqual(["f1", "f2"]);
  expect(await space.entitiesByName(["annie"], minute(3))).toEqual([["ann"]]);
  expect(await space.entitiesByNamePart(["anni"], minute(3), 3)).toEqual(["ann"]);
  expect((await space.factHistory([{ fact: "f2", knownAt: minute(3) }]))[0]!.map(({ expiredAt }) => expiredAt)).toEqual([minute(3), OPEN]);
  expect((await space.changes({ from: minute(0), to: minute(9), page: { first: 5 } })).items).toEqual([]);
  expect(on.double.requests.flatMap(({ unindexed }) => unindexed)).toEqual([]);
});
