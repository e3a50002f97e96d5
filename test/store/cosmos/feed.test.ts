import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connect, type Connection } from "../../../src/store/cosmos/connection/connection.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import { CommitFeed, type MovedSpace } from "../../../src/store/cosmos/feed/commit-feed.ts";
import type { SpaceId, Store } from "../../../src/store/port.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";
import { aFact, EMBEDDER, minute } from "./samples.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
let other: Store;
let connection: Connection;
beforeEach(async () => {
  on = await storeOnDouble(EMBEDDER);
  other = await openCosmosStore(optionsFor(on.double, EMBEDDER));
  connection = await connect(optionsFor(on.double, EMBEDDER));
});
afterEach(async () => {
  await connection.close();
  await other.close();
  await on.close();
});

const ANN: SpaceId = { tenant: "acme", user: "ann" };
const BOB: SpaceId = { tenant: "globex", user: "bob" };
const write = async (store: Store, id: SpaceId, n: number): Promise<void> => {
  const space = await spaceOf(store, id);
  expect(
    await space.commit(await space.head(), {
      recordedAt: minute(n),
      facts: [aFact(`f${n}`, minute(n))],
    }),
  ).toBe(true);
};
const pulled = async (feed: CommitFeed): Promise<MovedSpace[]> => {
  const seen: MovedSpace[] = [];
  await feed.pull((moved) => void seen.push(...moved));
  return seen;
};

/** For slow machines. */
const PATIENT = { timeout: 20_000 };

describe("a listener", () => {
  it("is called at once for commits of its own process", async () => {
    const space = await spaceOf(on.store);
    const listener = vi.fn<() => void>();
    const end = space.onCommit(listener);
    await write(on.store, ANN, 1);
    expect(listener).toHaveBeenCalled();
    end();
  });

  it("is called for commits of other processes, and not for those of other spaces", async () => {
    const mine = vi.fn<() => void>();
    const theirs = vi.fn<() => void>();
    (await spaceOf(on.store, ANN)).onCommit(mine);
    (await spaceOf(on.store, BOB)).onCommit(theirs);
    await vi.waitFor(() => expect(mine).toHaveBeenCalledTimes(1)); // the feed has its place
    await vi.waitFor(() => expect(theirs).toHaveBeenCalledTimes(1));
    await write(other, ANN, 1);
    await vi.waitFor(() => expect(mine).toHaveBeenCalledTimes(2));
    expect(theirs).toHaveBeenCalledTimes(1);
  });

  it("is not called after it was removed, and polling ends", async () => {
    const listener = vi.fn<() => void>();
    const end = (await spaceOf(on.store)).onCommit(listener);
    await vi.waitFor(() => expect(listener).toHaveBeenCalled(), PATIENT);
    end();
    const calls = listener.mock.calls.length;
    await write(on.store, ANN, 1);
    await on.store.close();
    on.double.takeRequests();
    await write(other, ANN, 2);
    expect(on.double.takeRequests().filter(({ kind }) => kind === "CHANGE_FEED")).toEqual([]);
    expect(listener).toHaveBeenCalledTimes(calls);
  });

  it("survives a feed that cannot be read for a while", async () => {
    const listener = vi.fn<() => void>();
    on.double.faults.plan({ kind: "STATUS", status: 500 }, ({ kind }) => kind === "CHANGE_FEED", 3);
    (await spaceOf(on.store)).onCommit(listener);
    await vi.waitFor(() => expect(listener).toHaveBeenCalled(), PATIENT);
    const before = listener.mock.calls.length;
    await write(other, ANN, 1);
    await vi.waitFor(() => expect(listener.mock.calls.length).toBeGreaterThan(before), PATIENT);
  });
});

describe("the feed of commits", () => {
  it("delivers every space whose head has moved, in all physical partitions", async () => {
    const feed = new CommitFeed(connection, "worker");
    await feed.start();
    const spaces = Array.from({ length: 8 }, (_, i) => ({ tenant: `t${i}`, user: "u" }));
    for (const space of spaces) await write(on.store, space, 1);
    expect(
      new Set(
        on.double.account
          .container("memory", "graph")
          .items.alive()
          .map(({ range }) => range.id),
      ).size,
    ).toBe(2);
    const seen = await pulled(feed);
    expect(seen.map(({ space }) => space.tenant).toSorted()).toEqual(
      spaces.map(({ tenant }) => tenant),
    );
    expect(await pulled(feed)).toEqual([]);
  });

  it("delivers the latest of several commits", async () => {
    const feed = new CommitFeed(connection, "worker");
    await feed.start();
    await write(on.store, ANN, 1);
    await write(on.store, ANN, 2);
    expect(await pulled(feed)).toEqual([{ space: ANN, recordedAt: minute(2) }]);
  });

  it("resumes where its consumer stopped", async () => {
    await new CommitFeed(connection, "worker").start();
    await write(on.store, ANN, 1);
    const again = new CommitFeed(connection, "worker");
    expect(await pulled(again)).toEqual([{ space: ANN, recordedAt: minute(1) }]);
    await write(on.store, ANN, 2);
    expect(await pulled(new CommitFeed(connection, "worker"))).toEqual([
      { space: ANN, recordedAt: minute(2) },
    ]);
    expect(await pulled(new CommitFeed(connection, "another"))).toEqual([]);
  });

  it("delivers unhandled pages again", async () => {
    const feed = new CommitFeed(connection, "worker");
    await feed.start();
    await write(on.store, ANN, 1);
    await expect(feed.pull(() => Promise.reject(new Error("busy")))).rejects.toThrow("busy");
    expect(await pulled(feed)).toEqual([{ space: ANN, recordedAt: minute(1) }]);
  });
});
