import { open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Store } from "../../../src/store/port.ts";
import { backUp } from "../../../src/store/sqlite/backup/backup.ts";
import { restore } from "../../../src/store/sqlite/backup/restore.ts";
import { asOf, at, entity, LATER, session } from "../../contract/records.ts";
import { filesIn, newDirectory, openStore } from "./directory.ts";

const last = async <T>(progress: AsyncIterable<T>): Promise<T> => {
  let latest: T | undefined;
  for await (latest of progress);
  if (latest === undefined) throw new Error("There was no progress.");
  return latest;
};
const backedUp = (data: string, backup: string, prune = false) =>
  last(backUp({ data, backup, prune, now: () => 0 }));
const restored = (backup: string, data: string, options = {}) =>
  last(restore({ backup, data, of: null, dryRun: false, ...options }));

let number = 0;

/** Commits one entity at a second, and returns its id. */
const commit = async (store: Store, user: string, second: number): Promise<string> => {
  const space = await store.space({ tenant: "acme", user });
  const id = `e${(number += 1)}`;
  const entities = [entity(id, second)];
  await space.commit(await space.head(), { recordedAt: at(second), entities });
  return id;
};
const idsOf = async (store: Store, user: string): Promise<string[]> => {
  const space = await store.space({ tenant: "acme", user });
  const { items } = await space.entities({ at: asOf(LATER), page: { first: 100 } });
  return items.map(({ item }) => item.entity);
};

describe("a backup", () => {
  it("of a folder in use reads as it was, after it is restored", async () => {
    const [data, backup, other] = [
      await newDirectory(),
      await newDirectory(),
      await newDirectory(),
    ];
    const store = await openStore(data);
    const ana = await commit(store, "ana", 1);
    await (await store.space({ tenant: "acme", user: "ana" })).createSession(session("s1", 1));
    const rui = await commit(store, "rui", 1);
    expect(await backedUp(data, backup)).toMatchObject({ copied: 2, unchanged: 0, failed: [] });
    await commit(store, "ana", 2);

    expect(await restored(backup, other)).toEqual({
      checked: 2,
      restored: 2,
      failed: [],
      total: 2,
    });
    const copy = await openStore(other);
    expect([await idsOf(copy, "ana"), await idsOf(copy, "rui")]).toEqual([[ana], [rui]]);
    const space = await copy.space({ tenant: "acme", user: "ana" });
    expect((await space.sessions({ first: 9 })).items).toHaveLength(1);
    expect(await commit(copy, "ana", 3)).toBeTruthy();
    for (const file of await filesIn(other))
      expect((await stat(join(other, file))).mode & 0o077).toBe(0);
  });
  it("copies again only what has changed", async () => {
    const [data, backup] = [await newDirectory(), await newDirectory()];
    const store = await openStore(data);
    await commit(store, "ana", 1);
    await commit(store, "rui", 1);
    await backedUp(data, backup);
    expect(await backedUp(data, backup)).toMatchObject({ copied: 0, unchanged: 2 });
    await commit(store, "rui", 2);
    expect(await backedUp(data, backup)).toMatchObject({ copied: 1, unchanged: 1 });
    const ana = await store.space({ tenant: "acme", user: "ana" });
    await ana.changeNotes(null, [{ path: "/settings", value: 1 }]);
    expect(await backedUp(data, backup)).toMatchObject({ copied: 1, unchanged: 1 });
    await ana.createSession(session("s1", 1));
    expect(await backedUp(data, backup)).toMatchObject({ copied: 1, unchanged: 1 });
  });
  it("keeps the copy of an erased user until it is told to prune", async () => {
    const [data, backup, other] = [
      await newDirectory(),
      await newDirectory(),
      await newDirectory(),
    ];
    const store = await openStore(data);
    await commit(store, "ana", 1);
    await commit(store, "rui", 1);
    await backedUp(data, backup);
    await (await store.space({ tenant: "acme", user: "ana" })).eraseAll();
    expect(await backedUp(data, backup)).toMatchObject({ unchanged: 1, gone: 1 });
    expect(await backedUp(data, backup, true)).toMatchObject({ unchanged: 1, gone: 1 });
    expect(await restored(backup, other)).toMatchObject({ restored: 1, total: 1 });
  });
  it("restores one memory beside others", async () => {
    const [data, backup] = [await newDirectory(), await newDirectory()];
    const store = await openStore(data);
    const ana = await commit(store, "ana", 1);
    await commit(store, "rui", 1);
    await backedUp(data, backup);
    await (await store.space({ tenant: "acme", user: "ana" })).eraseAll();
    const of = { tenant: "acme", user: "ana" };
    expect(await restored(backup, data, { of })).toMatchObject({ restored: 1, failed: [] });
    expect(await idsOf(store, "ana")).toEqual([ana]);
    await expect(restored(backup, data, { of })).rejects.toThrow("has a memory");
    const nobody = { of: { tenant: "acme", user: "nobody" } };
    await expect(restored(backup, data, nobody)).rejects.toThrow("no memory of user nobody");
  });
  it("that was changed or truncated is detected, and nothing of it is restored", async () => {
    const [data, backup, other] = [
      await newDirectory(),
      await newDirectory(),
      await newDirectory(),
    ];
    const store = await openStore(data);
    await commit(store, "ana", 1);
    await commit(store, "rui", 1);
    await backedUp(data, backup);
    const [first, second] = (await filesIn(backup)).filter((name) => name.endsWith(".db"));
    const handle = await open(join(backup, first!), "r+");
    await handle.write(Buffer.from("x"), 0, 1, 5_000);
    await handle.close();
    await rm(join(backup, second!));
    const { failed } = await restored(backup, other, { dryRun: true });
    expect(failed.map(({ cause }) => cause).toSorted()).toEqual([
      "It is missing.",
      "The file is not the one that the backup wrote.",
    ]);
    expect(await restored(backup, other)).toMatchObject({ restored: 0 });
    expect(await filesIn(other)).toEqual([]);
  });
  it.each<[string, (list: string) => string, number]>([
    ["is cut off", (list) => list.slice(0, -20), 1],
    ["is empty", () => "", 2],
    ["has a row that names a file elsewhere", (list) => list.replace(/[0-9a-f]{32}\//u, "../"), 1],
  ])("whose list %s names the files that it does not restore", async (_, harm, count) => {
    const [data, backup] = [await newDirectory(), await newDirectory()];
    const store = await openStore(data);
    await commit(store, "ana", 1);
    await commit(store, "rui", 1);
    await backedUp(data, backup);
    const list = join(backup, "backup.jsonl");
    await writeFile(list, harm(await readFile(list, "utf8")));
    const { failed, restored: restoredCount, total } = await restored(backup, await newDirectory());
    expect([failed.length, restoredCount, total]).toEqual([count, 2 - count, 2]);
    expect(failed[0]).toMatchObject({
      file: expect.stringContaining(backup),
      cause: expect.stringContaining("Run the backup again."),
    });
    await backedUp(data, backup);
    expect(await restored(backup, await newDirectory())).toMatchObject({ restored: 2, failed: [] });
  });
  it("keeps its copy of a file that was damaged since, and says so", async () => {
    const [data, backup] = [await newDirectory(), await newDirectory()];
    const store = await openStore(data);
    await commit(store, "ana", 1);
    await store.close();
    await backedUp(data, backup);
    const [file] = (await filesIn(data)).filter((name) => name.endsWith(".db"));
    const handle = await open(join(data, file!), "r+");
    await handle.write(Buffer.alloc(4_096, "x"), 0, 4_096, 0);
    await handle.close();
    const { failed, copied } = await backedUp(data, backup);
    expect([failed.length, copied]).toEqual([1, 0]);
    expect(await restored(backup, await newDirectory())).toMatchObject({ restored: 1 });
  });
  it("refuses folders that would harm each other", async () => {
    const [data, backup] = [await newDirectory(), await newDirectory()];
    const store = await openStore(data);
    await commit(store, "ana", 1);
    await expect(backedUp(data, join(data, "backup"))).rejects.toThrow("cannot be in");
    await expect(backedUp(data, data)).rejects.toThrow("cannot be in");
    await expect(backedUp(join(data, "none"), backup)).rejects.toThrow("no data folder");
    expect(await readdir(backup)).toEqual([]);
    await expect(restored(backup, join(data, "none"))).rejects.toThrow("no backup");
    await backedUp(data, backup);
    await expect(restored(backup, data)).rejects.toThrow("not empty");
  });
});
