import { open, stat, truncate, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { SpaceStore, Store, StoreUnavailable } from "../../../src/store/port.ts";
import { Database } from "../../../src/store/sqlite/database/database.ts";
import { asOf, fact, record, recordFacts } from "../../contract/records.ts";
import { itemsOf } from "../../contract/open-store.ts";
import { newDirectory, onlyFile, openStore } from "./directory.ts";

const DAMAGED = { tenant: "t", user: "damaged" };
const SOUND = { tenant: "t", user: "sound" };

describe("a space with a damaged file", () => {
  type Logged = { readonly file: string; readonly reason: string };

  /**
   * Fills a space, damages its closed file, and opens the store again together with an undamaged
   * space.
   */
  const harmed = async (
    harm: (path: string) => Promise<void> | void,
  ): Promise<{ store: Store; damaged: SpaceStore; path: string; logged: Logged[] }> => {
    const directory = await newDirectory();
    const before = await openStore(directory);
    await recordFacts(
      await before.space(DAMAGED),
      1,
      Array.from({ length: 200 }, (_, i) => fact(`f${i}`, 1)),
    );
    await before.close();
    const path = await onlyFile(directory);
    await harm(path);
    const logged: Logged[] = [];
    const store = await openStore(directory, {
      log: { error: (details) => logged.push(details as unknown as Logged) },
    });
    return { store, damaged: await store.space(DAMAGED), path, logged };
  };

  const overwrite =
    (from: number) =>
    async (path: string): Promise<void> => {
      const { size } = await stat(path);
      const handle = await open(path, "r+");
      const end = Math.min(size, from + 400_000);
      await handle.write(Buffer.alloc(end - from, 0x5a), 0, end - from, from);
      await handle.close();
    };
  const sql =
    (statement: string) =>
    (path: string): void => {
      const database = new Database(path);
      database.exec(statement);
      database.close();
    };

  const HARMS: readonly (readonly [
    name: string,
    harm: (path: string) => Promise<void> | void,
    reason: StoreUnavailable["reason"],
  ])[] = [
    [
      "no database",
      (path) => writeFile(path, "This is no database at all. ".repeat(1_000)),
      "DAMAGED",
    ],
    ["cut off", async (path) => truncate(path, 20_000), "DAMAGED"],
    ["overwritten", overwrite(4_096), "DAMAGED"],
    ["of another space", sql("UPDATE space SET user = 'somebody else'"), "DAMAGED"],
    ["of a later version", sql("PRAGMA user_version = 99"), "NEWER"],
  ];

  it.each(HARMS)(
    "is reported by name in the log, and harms no other space: %s",
    async (_, harm, reason) => {
      const { store, damaged, path, logged } = await harmed(harm);
      const read = async (): Promise<unknown> => {
        const [page] = await damaged.facts([
          { entities: ["clara"], at: asOf(1), page: { first: 1_000 } },
        ]);
        return itemsOf(page).length;
      };
      await expect(read()).rejects.toMatchObject({ name: "StoreUnavailable", reason });
      await expect(record(damaged, 2, { facts: [fact("g", 2)] })).rejects.toMatchObject({
        reason,
      });
      expect(logged).toMatchObject([
        { file: path, reason },
        { file: path, reason },
      ]);
      const sound = await store.space(SOUND);
      await recordFacts(sound, 1, [fact("f", 1)]);
      expect(itemsOf((await sound.facts([{ at: asOf(1), page: { first: 5 } }]))[0])).toEqual([
        fact("f", 1),
      ]);
      await expect(store.check()).resolves.toBeUndefined();
    },
  );

  it("names a newer version of the service as the cause, for the operator", async () => {
    const { damaged, logged } = await harmed(sql("PRAGMA user_version = 99"));
    const sentence = /^A newer version of the service has written the file: .* 99, .*\.$/u;
    await expect(damaged.head()).rejects.toMatchObject({
      reason: "NEWER",
      message: expect.stringMatching(sentence),
    });
    expect(logged).toMatchObject([{ cause: expect.stringMatching(sentence) }]);
  });

  it("is not used by an older version that had it open while a newer one migrated it", async () => {
    const { damaged: space, path } = await harmed(() => undefined);
    const version = Number(new Database(path, { readOnly: true }).pragma("user_version"));
    await recordFacts(space, 2, [fact("g", 2)]);
    sql("PRAGMA user_version = 99")(path);
    const read = () => space.facts([{ at: asOf(3), page: { first: 500 } }]);
    await expect(read()).rejects.toMatchObject({ reason: "NEWER" });
    await expect(record(space, 3, { facts: [fact("h", 3)] })).rejects.toMatchObject({
      reason: "NEWER",
    });
    sql(`PRAGMA user_version = ${version}`)(path);
    await recordFacts(space, 3, [fact("h", 3)]);
    expect(itemsOf((await read())[0])).toHaveLength(202);
  });

  it("reveals neither the path nor SQLite's message to a client", async () => {
    const { damaged, path } = await harmed((file) => writeFile(file, "no database ".repeat(999)));
    const error = await damaged.head().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).not.toContain(path);
    expect((error as Error).message).toBe("The file of this memory is damaged.");
  });

  it("works again once its file is repaired, without a restart", async () => {
    let copy = Buffer.alloc(0);
    const { damaged, path } = await harmed(async (file) => {
      const handle = await open(file);
      copy = await handle.readFile();
      await handle.close();
      await writeFile(file, "no database ".repeat(999));
    });
    await expect(damaged.head()).rejects.toMatchObject({ reason: "DAMAGED" });
    await writeFile(path, copy);
    expect(itemsOf((await damaged.facts([{ at: asOf(1), page: { first: 500 } }]))[0])).toHaveLength(
      200,
    );
  });
});
