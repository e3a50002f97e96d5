import { beforeEach, describe, expect, it } from "vitest";
import type { Follower } from "../../src/store/port.ts";
import { epochMillis } from "../../src/memory/time.ts";
import { at, record, session, turn } from "./records.ts";
import { openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("a follower on $name", ({ open }) => {
  let second = 1;
  const opened = openForEach(open, () => epochMillis(at(second)));
  beforeEach(() => {
    second = 1;
  });

  const spaceOf = (user: string) => opened.store.space({ tenant: "tenant", user });
  const write = async (user: string, when: number): Promise<void> =>
    record(await spaceOf(user), when, {});
  const follow = async (owner = "me", name = "worker"): Promise<Follower> => {
    const follower = await opened.store.follow(name, owner, 10_000);
    if (!follower) throw new Error(`${owner} did not get the lease`);
    return follower;
  };
  const told = async (follower: Follower): Promise<string[]> =>
    (await follower.next()).map(({ user }) => user).toSorted();

  it("returns each space with news until it is acknowledged", async () => {
    await write("ann", 1);
    await (await spaceOf("bea")).createSession(session("s", 1));
    await (await spaceOf("bea")).appendTurns("s", [turn("1")]);
    await (await spaceOf("cleo")).head();
    const follower = await follow();
    expect(await told(follower)).toEqual(["ann", "bea"]);
    expect(await told(follower)).toEqual(["ann", "bea"]);
    expect(await follower.acknowledge()).toBe(true);
    expect(await told(follower)).toEqual([]);
    await write("ann", 2);
    await write("ann", 3);
    expect(await told(follower)).toEqual(["ann"]);
    await write("ann", 4);
    await (await spaceOf("cleo")).createSession(session("s", 1));
    await (await spaceOf("cleo")).appendTurns("s", [turn("1")]);
    expect(await told(follower)).toEqual(["ann", "cleo"]);
    expect([
      await follower.acknowledge(),
      await told(follower),
      await follower.acknowledge(),
    ]).toEqual([true, [], true]);
  });

  it("returns a space again if anything is stored after it was returned", async () => {
    await write("ann", 1);
    const follower = await follow();
    expect(await told(follower)).toEqual(["ann"]);
    await write("ann", 2);
    expect(await follower.acknowledge()).toBe(true);
    expect(await told(follower)).toEqual(["ann"]);
  });

  it("resumes from the checkpoint of its name, and returns unacknowledged spaces again", async () => {
    await write("ann", 1);
    const first = await follow();
    await first.next();
    await first.acknowledge();
    await write("bea", 1);
    expect(await told(first)).toEqual(["bea"]);
    await first.release();
    const second = await follow("another");
    expect(await told(second)).toEqual(["bea"]);
    expect(await told(await follow("me", "another name"))).toEqual(["ann", "bea"]);
  });

  it("has a lease that nobody else gets before it expires or is released", async () => {
    await write("ann", 1);
    const first = await follow();
    expect(await opened.store.follow("worker", "another", 10_000)).toBeNull();
    second = 10;
    await first.next();
    second = 19.999;
    expect(await opened.store.follow("worker", "another", 10_000)).toBeNull();
    second = 20;
    const next = await follow("another");
    expect([await told(first), await first.acknowledge()]).toEqual([[], false]);
    expect([await told(next), await next.acknowledge(), await told(next)]).toEqual([
      ["ann"],
      true,
      [],
    ]);
    expect(await opened.store.follow("worker", "me", 10_000)).toBeNull();
    await next.release();
    await first.release();
    expect(await told(await follow())).toEqual([]);
  });

  it("loses the lease to a later one of the same owner, such as a restarted process", async () => {
    await write("ann", 1);
    const first = await follow();
    expect(await told(first)).toEqual(["ann"]);
    const again = await follow();
    expect(await first.acknowledge()).toBe(false);
    expect([await told(again), await again.acknowledge()]).toEqual([["ann"], true]);
  });
});
