import { mkdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { Database } from "../../../src/store/sqlite/database/database.ts";
import type { Follower, Store } from "../../../src/store/port.ts";
import { TouchedFiles } from "../../../src/store/sqlite/feed/touched-files.ts";
import { pathOf } from "../../../src/store/sqlite/database/space-files.ts";
import { record } from "../../contract/records.ts";
import { newDirectory, openStore } from "./directory.ts";

const LEASE = 60_000;

const write = async (store: Store, user: string, second: number): Promise<void> =>
  record(await store.space({ tenant: "t", user }), second, {});
const follow = async (store: Store, owner = "me"): Promise<Follower> =>
  (await store.follow("worker", owner, LEASE))!;
const told = async (follower: Follower): Promise<string[]> =>
  (await follower.next()).map(({ user }) => user).toSorted();

/** Makes the files look as if nobody had touched them for an hour. */
const age = async (directory: string, users: readonly string[]): Promise<void> => {
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const user of users)
    await utimes(pathOf(directory, { tenant: "t", user }), anHourAgo, anHourAgo);
};

describe("a follower of a data folder", () => {
  it("opens only changed files, even after a restart", async () => {
    const directory = await newDirectory();
    const users = ["a", "b", "c"];
    const first = await openStore(directory);
    for (const user of users) await write(first, user, 1);
    await first.close();
    await age(directory, users);
    const store = await openStore(directory);
    const opened = vi.spyOn(Database.prototype, "pragma");
    const follower = await follow(store);
    const count = async (one: Follower): Promise<[string[], number]> => {
      opened.mockClear();
      const names = await told(one);
      return [names, opened.mock.calls.filter(([source]) => source === "user_version").length];
    };
    expect(await count(follower)).toEqual([users, 3]);
    await follower.acknowledge();
    expect(await count(follower)).toEqual([[], 0]);
    await write(store, "b", 2);
    expect(await count(follower)).toEqual([["b"], 1]);
    await follower.acknowledge();
    expect(await count(follower)).toEqual([[], 1]);
    await follower.release();
    expect(await count(await follow(store, "another"))).toEqual([[], 1]);
    opened.mockRestore();
  });

  it("reports a space whose file is new, and forgets one that is gone", async () => {
    const directory = await newDirectory();
    const store = await openStore(directory);
    await write(store, "a", 1);
    await store.close();
    const again = await openStore(directory);
    const follower = await follow(again);
    expect([await told(follower), await follower.acknowledge()]).toEqual([["a"], true]);
    await rm(pathOf(directory, { tenant: "t", user: "a" }));
    await write(again, "a", 1);
    expect([await told(follower), await follower.acknowledge(), await told(follower)]).toEqual([
      ["a"],
      true,
      [],
    ]);
    await again.close();
    const last = await openStore(directory);
    await rm(pathOf(directory, { tenant: "t", user: "a" }));
    const next = await follow(last);
    expect([await told(next), await next.acknowledge()]).toEqual([[], true]);
    const places = new Database(join(directory, "followers.db"), { readOnly: true });
    expect(places.all("SELECT * FROM place")).toEqual([]);
    places.close();
  });

  it("skips a file that cannot be read, and reports it once it can", async () => {
    const directory = await newDirectory();
    const errors: unknown[] = [];
    const store = await openStore(directory);
    await write(store, "a", 1);
    await write(store, "b", 1);
    await store.close();
    const path = pathOf(directory, { tenant: "t", user: "a" });
    const whole = await readFile(path);
    await writeFile(path, "not a database at all, whatever its name says");
    await age(directory, ["a", "b"]);
    const follower = await follow(
      await openStore(directory, {
        log: { error: ({ cause }, message) => errors.push([cause, message]) },
      }),
    );
    expect([await told(follower), await follower.acknowledge(), await told(follower)]).toEqual([
      ["b"],
      true,
      [],
    ]);
    expect(errors).toEqual([
      [expect.stringContaining("(SQLite 26)"), "The file of a space cannot be followed."],
    ]);
    await writeFile(path, whole);
    expect(await told(follower)).toEqual(["a"]);
  });

  it("names the file and the cause if its places cannot be stored", async () => {
    const directory = await newDirectory();
    await mkdir(join(directory, "followers.db"));
    const errors: unknown[] = [];
    const store = await openStore(directory, { log: { error: (details) => errors.push(details) } });
    await expect(store.follow("f", "me", 1_000)).rejects.toMatchObject({ reason: "UNREACHABLE" });
    expect(errors).toEqual([
      expect.objectContaining({
        file: join(directory, "followers.db"),
        cause: expect.stringContaining("(SQLite 14)"),
      }),
    ]);
  });

  it("loses nothing if its process dies before it acknowledged; its lease excludes others meanwhile", async () => {
    const directory = await newDirectory();
    const dead = await openStore(directory);
    await write(dead, "a", 1);
    expect(await told(await follow(dead))).toEqual(["a"]);
    const store = await openStore(directory);
    expect(await store.follow("worker", "another", LEASE)).toBeNull();
    const follower = await follow(store);
    expect([await told(follower), await follower.acknowledge(), await told(follower)]).toEqual([
      ["a"],
      true,
      [],
    ]);
  });
});

describe("a follower with nothing to do", () => {
  it("opens no file, however many there are, and finds new data", async () => {
    const directory = await newDirectory();
    const store = await openStore(directory);
    const users = Array.from({ length: 20 }, (_, i) => `u${i}`);
    for (const user of users) await write(store, user, 1);
    const touched = new TouchedFiles(directory, () => undefined);
    expect((await touched.take()).paths).toHaveLength(users.length);
    expect(await touched.take()).toEqual({ paths: [], all: false });
    await write(store, "u3", 2);
    await write(store, "new", 1);
    await record(await store.space({ tenant: "other", user: "n" }), 1, {});
    const { paths, all } = await touched.take();
    expect(all).toBe(false);
    const expected = [
      { tenant: "t", user: "u3" },
      { tenant: "t", user: "new" },
      { tenant: "other", user: "n" },
    ].map((id) => pathOf(directory, id));
    expect(paths.toSorted()).toEqual(expected.toSorted());
    touched.close();
  });
});
