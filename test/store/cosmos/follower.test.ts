import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { Follower, SpaceId, Store } from "../../../src/store/port.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";
import { aFact, EMBEDDER, minute } from "./samples.ts";
import { turn } from "../../contract/records.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
let other: Store;
beforeEach(async () => {
  on = await storeOnDouble(EMBEDDER);
  other = await openCosmosStore(optionsFor(on.double, EMBEDDER));
});
afterEach(async () => {
  await other.close();
  await on.close();
});

const LEASE = 60_000;
const write = async (store: Store, id: SpaceId, n: number): Promise<void> => {
  const space = await spaceOf(store, id);
  expect(
    await space.commit(await space.head(), {
      recordedAt: minute(n),
      facts: [aFact(`f${n}`, minute(n))],
    }),
  ).toBe(true);
};
const chat = async (store: Store, id: SpaceId): Promise<void> => {
  const space = await spaceOf(store, id);
  await space.createSession({
    id: "s",
    title: null,
    strategy: "DIRECT",
    createdAt: minute(1),
    turnCount: 0,
  });
  await space.appendTurns("s", [
    turn("t", { content: "hello", occurredAt: minute(1), recordedAt: minute(1) }),
  ]);
};
const follow = async (store: Store = on.store, owner = "me"): Promise<Follower> =>
  (await store.follow("worker", owner, LEASE))!;
const told = async (follower: Follower): Promise<string[]> =>
  (await follower.next()).map(({ tenant, user }) => `${tenant}/${user}`).toSorted();
const crowd = Array.from({ length: 12 }, (_, i) => ({ tenant: `t${i % 3}`, user: `u${i}` }));
const names = (spaces: readonly SpaceId[]): string[] =>
  spaces.map(({ tenant, user }) => `${tenant}/${user}`).toSorted();
const isLeaseWrite = ({ kind, container }: ReceivedRequest): boolean =>
  container === "leases" && kind === "REPLACE";

describe("a follower on Cosmos DB", () => {
  it("learns of commits and turns of other processes, in all physical partitions", async () => {
    const follower = await follow();
    expect(await told(follower)).toEqual([]);
    for (const [i, id] of crowd.entries())
      await (i % 2 === 0 ? write(other, id, 1) : chat(other, id));
    for (const name of ["graph", "turns"])
      expect(
        new Set(
          on.double.account
            .container("memory", name)
            .items.alive()
            .map(({ range }) => range.id),
        ).size,
      ).toBe(2);
    expect(await told(follower)).toEqual(names(crowd));
  });

  it("gets existing spaces from a list, once, and not from the beginning of the feeds", async () => {
    for (const [i, id] of crowd.entries())
      await (i % 2 === 0 ? write(on.store, id, 1) : chat(on.store, id));
    const first = await follow();
    on.double.takeRequests();
    expect(await told(first)).toEqual(names(crowd));
    const requests = on.double.takeRequests();
    expect(requests.filter(({ kind, status }) => kind === "CHANGE_FEED" && status !== 304)).toEqual(
      [],
    );
    expect(requests.filter(({ kind }) => kind === "QUERY").length).toBeGreaterThan(0);
    await first.acknowledge();
    await first.release();
    const second = await follow(other, "another");
    on.double.takeRequests();
    expect(await told(second)).toEqual([]);
    expect(on.double.takeRequests().filter(({ kind }) => kind === "QUERY")).toEqual([]);
  });

  it("returns all existing spaces and later changes to its successor if the first never acknowledged them", async () => {
    await write(on.store, crowd[0]!, 1);
    const first = await follow();
    await first.next();
    await first.release();
    await write(on.store, crowd[1]!, 1);
    expect(await told(await follow(other, "another"))).toEqual(names([crowd[0]!, crowd[1]!]));
  });

  it("returns again what it had found before a feed failed", async () => {
    const follower = await follow();
    await follower.next();
    await follower.acknowledge();
    await write(on.store, crowd[0]!, 1);
    on.double.faults.plan(
      { kind: "STATUS", status: 500 },
      ({ kind, container }) => kind === "CHANGE_FEED" && container === "turns",
      Number.POSITIVE_INFINITY,
    );
    await expect(follower.next()).rejects.toThrow("Cosmos DB is temporarily unavailable.");
    on.double.faults.clear();
    expect(await follower.acknowledge()).toBe(true);
    expect(await told(follower)).toEqual(names([crowd[0]!]));
  });

  it("keeps its lease if the response to a renewal was lost", async () => {
    await write(on.store, crowd[0]!, 1);
    const follower = await follow();
    on.double.faults.plan({ kind: "ANSWER_LOST" }, isLeaseWrite);
    await expect(follower.next()).rejects.toMatchObject({ name: "StoreUnavailable" });
    expect(await told(follower)).toEqual(names([crowd[0]!]));
    on.double.faults.plan({ kind: "ANSWER_LOST" }, isLeaseWrite);
    await expect(follower.acknowledge()).rejects.toMatchObject({ name: "StoreUnavailable" });
    expect(await follower.acknowledge()).toBe(true);
    expect(await told(follower)).toEqual([]);
  });

  it("exists once if two ask for it at the same time", async () => {
    const asked = await Promise.all([
      on.store.follow("worker", "one", LEASE),
      other.follow("worker", "two", LEASE),
    ]);
    expect(asked.filter((follower) => follower !== null)).toHaveLength(1);
  });

  it("acknowledges nothing if another took the lease meanwhile", async () => {
    await write(on.store, crowd[0]!, 1);
    const follower = await follow();
    await follower.next();
    on.double.faults.plan(
      { kind: "BEFORE", act: async () => void (await other.follow("worker", "me", LEASE)) },
      isLeaseWrite,
    );
    expect(await follower.acknowledge()).toBe(false);
    expect(await told(follower)).toEqual([]);
  });

  it("learns only tenants and users, and sends no query that returns more", async () => {
    await write(on.store, crowd[0]!, 1);
    const follower = await follow();
    on.double.takeRequests();
    expect(await follower.next()).toEqual([crowd[0]]);
    const texts = on.double
      .takeRequests()
      .filter(({ kind }) => kind === "QUERY")
      .map(({ body }) => (body as { query: string }).query);
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).toMatch(/^SELECT c\.tenant, c\.user FROM c WHERE /u);
  });
});
