import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SpaceStore } from "../../../src/store/port.ts";
import { event, record, session, turn } from "../../contract/records.ts";
import { filesIn, newDirectory, openStore } from "./directory.ts";

const RECOUNT_MILLIS = 1_100;
const pause = (millis: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, millis));

/** Writes messages until one is refused. Returns the number of those that were accepted. */
const fill = async (space: SpaceStore, bytes: number): Promise<number> => {
  for (let n = 1; ; n++) {
    const message = { ...event(`e${n}`, n), message: "x".repeat(bytes) };
    try {
      await record(space, n, { events: [message] });
    } catch (error) {
      expect(error).toMatchObject(REFUSED);
      return n - 1;
    }
  }
};

const sizeOf = async (directory: string): Promise<number> => {
  const names = await filesIn(directory);
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(directory, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

const REFUSED = { code: "QUOTA_EXCEEDED" };

describe("a quota of a tenant", () => {
  it("on users refuses a further one, but not one of another tenant", async () => {
    const quotas = { maxSpaces: 2, maxBytes: null };
    const store = await openStore(await newDirectory(), { quotas });
    const spaceOf = (tenant: string, user: string) => store.space({ tenant, user });
    const said = { events: [event("e", 1)] };
    for (const user of ["a", "b"]) await record(await spaceOf("t", user), 1, said);
    const third = await spaceOf("t", "c");
    await expect(record(third, 1, said)).rejects.toMatchObject(REFUSED);
    await expect(third.createSession(session("s", 1))).rejects.toMatchObject(REFUSED);
    expect((await third.head()).recordedAt).toBeNull();
    await record(await spaceOf("t", "a"), 2, { events: [event("f", 2)] });
    await record(await spaceOf("other", "c"), 1, said);
  });

  it("on bytes refuses messages and turns, and lets the user read and erase", async () => {
    const quotas = { maxSpaces: null, maxBytes: 100_000 };
    const directory = await newDirectory();
    const open = await openStore(directory);
    const id = { tenant: "t", user: "u" };
    const before = await open.space(id);
    await record(before, 1, { events: [event("e", 1)] });
    await before.createSession(session("s", 1));
    const space = await (await openStore(directory, { quotas })).space(id);
    await expect(record(space, 2, { events: [event("f", 2)] })).rejects.toMatchObject(REFUSED);
    await expect(space.appendTurns("s", [turn("t")])).rejects.toMatchObject(REFUSED);
    expect(await space.sessionsById(["s"])).toHaveLength(1);
    expect(await space.deleteSession("s")).toBe(true);
    expect(await space.eraseAll()).toMatchObject({ EVENT: 1 });
  });

  it("on bytes is not exceeded by more than the last message, however fast they come", async () => {
    const maxBytes = 1_500_000;
    const directory = await newDirectory();
    const store = await openStore(directory, { quotas: { maxSpaces: null, maxBytes } });
    const space = await store.space({ tenant: "t", user: "u" });
    expect(await fill(space, 20_000)).toBeGreaterThan(10);
    const size = await sizeOf(directory);
    expect(size).toBeGreaterThan(maxBytes - 100_000);
    expect(size).toBeLessThan(maxBytes + 100_000);
  });

  it("on bytes counts what other users of the tenant write, but not another tenant", async () => {
    const quotas = { maxSpaces: null, maxBytes: 1_500_000 };
    const store = await openStore(await newDirectory(), { quotas });
    const spaceOf = (tenant: string, user: string) => store.space({ tenant, user });
    await fill(await spaceOf("t", "u"), 20_000);
    const said = { events: [event("e", 1)] };
    await expect(record(await spaceOf("t", "v"), 1, said)).rejects.toMatchObject(REFUSED);
    await record(await spaceOf("other", "u"), 1, said);
  });

  it("has room a second after an erasure", async () => {
    const said = { events: [event("e", 1)] };
    const bytes = await openStore(await newDirectory(), {
      quotas: { maxSpaces: null, maxBytes: 1_500_000 },
    });
    const full = await bytes.space({ tenant: "t", user: "u" });
    await fill(full, 20_000);
    const users = await openStore(await newDirectory(), {
      quotas: { maxSpaces: 1, maxBytes: null },
    });
    const only = await users.space({ tenant: "t", user: "u" });
    await record(only, 1, said);
    const second = await users.space({ tenant: "t", user: "v" });
    await expect(record(second, 1, said)).rejects.toMatchObject(REFUSED);
    await Promise.all([full.eraseAll(), only.eraseAll()]);
    await pause(RECOUNT_MILLIS);
    await record(await bytes.space({ tenant: "t", user: "v" }), 1, said);
    await record(second, 1, said);
  });

  it("on users counts those of another process, and those who begin at the same moment", async () => {
    const directory = await newDirectory();
    const quotas = { maxSpaces: 2, maxBytes: null };
    const [first, other] = [
      await openStore(directory, { quotas }),
      await openStore(directory, { quotas }),
    ];
    const said = { events: [event("e", 1)] };
    await record(await first.space({ tenant: "t", user: "a" }), 1, said);
    await record(await other.space({ tenant: "t", user: "b" }), 1, said);
    for (const store of [first, other])
      await expect(
        record(await store.space({ tenant: "t", user: "c" }), 1, said),
      ).rejects.toMatchObject(REFUSED);
    const begun = await Promise.allSettled(
      ["c", "d", "e", "f"].map(async (user) =>
        record(await first.space({ tenant: "o", user }), 1, said),
      ),
    );
    expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });
});
