import { chmod, cp, rename, rm, stat, mkdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Store } from "../../../src/store/port.ts";
import { Database } from "../../../src/store/sqlite/database/database.ts";
import type { SyncFile } from "../../../src/store/sqlite/database/log-sync.ts";
import { at, fact, record, recordFacts } from "../../contract/records.ts";
import { filesIn, newDirectory, onlyFile, openStore } from "./directory.ts";

const ID = { tenant: "t", user: "u" };
const OTHER = { tenant: "t", user: "other" };

/** A disk that syncs, or fails, on command. */
const slowDisk = () => {
  const waiting: { readonly done: () => void; readonly fail: (error: Error) => void }[] = [];
  const sync: SyncFile = () =>
    new Promise((done, fail) => {
      waiting.push({ done, fail });
    });
  return { sync, waiting };
};

describe("a disk that is slow to sync", () => {
  it("delays writers until everything is synced, but no readers", async () => {
    const { sync, waiting } = slowDisk();
    const store = await openStore(await newDirectory(), { sync });
    const space = await store.space(ID);
    const order: string[] = [];
    const writes = ["a", "b", "c"].map(async (name) => {
      await space.changeNotes(null, [{ path: `/${name}`, value: name }]);
      order.push(name);
    });
    await expect.poll(() => waiting.length).toBe(1);
    await (await store.space(OTHER)).head();
    await space.head();
    order.push("read");
    waiting[0]!.done();
    while (order.length < 4) {
      waiting.at(-1)?.done();
      await delay(1);
    }
    await Promise.all(writes);
    expect(order[0]).toBe("read");
    expect(waiting.length).toBeLessThanOrEqual(3);
  });

  it("fails no write whose file is closed before its sync", async () => {
    const store = await openStore(await newDirectory(), { maxOpenSpaces: 1 });
    const spaces = await Promise.all(
      ["a", "b", "c", "d"].map((user) => store.space({ tenant: "t", user })),
    );
    await Promise.all(spaces.map((space) => record(space, 1, {})));
    await Promise.all(spaces.map((space) => record(space, 2, {})));
    for (const space of spaces) expect((await space.head()).recordedAt).toBe(at(2));
  });

  it("lets other spaces write", async () => {
    const slow = slowDisk();
    let isSlow = true;
    const sync: SyncFile = async (handle) => (isSlow ? slow.sync(handle) : undefined);
    const store = await openStore(await newDirectory(), { sync });
    const writing = record(await store.space(ID), 1, {});
    await expect.poll(() => slow.waiting.length).toBe(1);
    isSlow = false;
    await record(await store.space(OTHER), 1, {});
    slow.waiting[0]!.done();
    await writing;
  });

  it("and fails is reported, with path and cause in the log", async () => {
    const { sync, waiting } = slowDisk();
    const logged: Readonly<Record<string, unknown>>[] = [];
    const directory = await newDirectory();
    const store = await openStore(directory, {
      sync,
      log: { error: (details) => void logged.push(details) },
    });
    const writing = record(await store.space(ID), 1, {});
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]!.fail(Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" }));
    await expect(writing).rejects.toMatchObject({ reason: "UNREACHABLE" });
    expect(logged).toMatchObject([
      { file: await onlyFile(directory), cause: "EIO: i/o error, fdatasync" },
    ]);
  });
});

describe("a disk that failed to sync once", () => {
  it("keeps everything acknowledged afterwards, whatever happened to the log before", async () => {
    let fails = false;
    const sync: SyncFile = async () => {
      if (!fails) return;
      fails = false;
      throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
    };
    const directory = await newDirectory();
    const store = await openStore(directory, { sync });
    const space = await store.space(ID);
    await recordFacts(space, 1, [fact("before", 1)]);
    fails = true;
    await expect(recordFacts(space, 2, [fact("unsure", 2)])).rejects.toMatchObject({
      reason: "UNREACHABLE",
    });
    await recordFacts(space, 3, [fact("after", 3)]);

    const file = await onlyFile(directory);
    const copied = join(await newDirectory(), relative(directory, file));
    await mkdir(dirname(copied), { recursive: true });
    await cp(file, copied);
    const lost = await openStore(dirname(dirname(copied)));
    expect((await (await lost.space(ID)).head()).recordedAt).toBe(at(3));
  });
});

describe("a file that another process has locked", () => {
  it("delays neither the event loop nor another space", async () => {
    const directory = await newDirectory();
    const store = await openStore(directory);
    const space = await store.space(ID);
    await record(space, 1, {});
    const other = new Database(await onlyFile(directory));
    other.exec("BEGIN IMMEDIATE");
    const writes = Array.from({ length: 20 }, (_, i) =>
      space.changeNotes(null, [{ path: `/n/${i}`, value: i }]),
    );
    const longest = { millis: 0 };
    for (let i = 0; i < 20; i += 1) {
      const began = performance.now();
      await (await store.space(OTHER)).head();
      await delay(5);
      longest.millis = Math.max(longest.millis, performance.now() - began);
    }
    other.exec("ROLLBACK");
    other.close();
    expect(await Promise.all(writes)).toEqual(writes.map(() => true));
    // A wait for the lock takes ten seconds. A core shared with other files takes less than one.
    expect(longest.millis).toBeLessThan(1_000);
  });
});

it("delays writes for ten seconds in all", async () => {
  const directory = await newDirectory();
  const space = await (await openStore(directory)).space(ID);
  await record(space, 1, {});
  const other = new Database(await onlyFile(directory));
  other.exec("BEGIN IMMEDIATE");
  const elapsed = vi.spyOn(performance, "now");
  onTestFinished(() => elapsed.mockRestore());
  const write = () => space.changeNotes(null, [{ path: "/n", value: 1 }]);
  const first = write();
  elapsed.mockReturnValue(performance.timeOrigin);
  await expect(first).rejects.toMatchObject({ reason: "UNREACHABLE" });
  // The clock is stopped, so this write has not waited at all.
  await expect(write()).rejects.toMatchObject({ reason: "UNREACHABLE" });
  elapsed.mockRestore();
  other.exec("ROLLBACK");
  other.close();
  expect(await write()).toBe(true);
});

describe("a data folder", () => {
  const filled = async (): Promise<{ readonly directory: string; readonly store: Store }> => {
    const directory = join(await newDirectory(), "data");
    const store = await openStore(directory);
    await recordFacts(await store.space(ID), 1, [fact("f", 1)]);
    return { directory, store };
  };

  it.each<[string, (directory: string) => Promise<unknown>]>([
    ["removed", (directory) => rm(directory, { recursive: true })],
    [
      "replaced",
      async (directory) => {
        await rename(directory, `${directory}-before`);
        await mkdir(directory);
      },
    ],
  ])("that was %s under a running service takes no write, and is not ready", async (_, harm) => {
    const { directory, store } = await filled();
    await harm(directory);
    const space = await store.space(ID);
    await expect(record(space, 2, {})).rejects.toMatchObject({ reason: "UNREACHABLE" });
    await expect(store.check()).rejects.toThrow(/was removed or replaced/u);
    await delay(150);
    await expect(space.head()).rejects.toMatchObject({ reason: "UNREACHABLE" });
    await expect(store.follow("worker", "me", 1_000)).rejects.toThrow(/was removed or replaced/u);
    await expect(store.spaces()[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      reason: "UNREACHABLE",
      message: expect.stringMatching(/was removed or replaced/u),
    });
  });

  it.each([
    ["in a folder that takes none", "/proc/nowhere/data", "ENOENT"],
    ["in a file", join(import.meta.filename, "data"), "ENOTDIR"],
    ["where a file is", import.meta.filename, "EEXIST"],
  ])("that cannot be made %s is refused with path and cause", async (_, path, cause) => {
    await expect(openStore(path)).rejects.toThrow(
      new RegExp(`^The data folder ${path} cannot be used: ${cause}`, "u"),
    );
  });

  it("that comes back serves again", async () => {
    const { directory, store } = await filled();
    await rename(directory, `${directory}-away`);
    const space = await store.space(ID);
    await expect(record(space, 2, {})).rejects.toMatchObject({ reason: "UNREACHABLE" });
    await rename(`${directory}-away`, directory);
    await record(space, 2, {});
    expect((await space.head()).recordedAt).toBe(at(2));
  });

  it("creates a new file for a space whose file was removed, and finds it again", async () => {
    const { directory, store } = await filled();
    await rm(await onlyFile(directory));
    const space = await store.space(ID);
    // The cached data of the removed file is outdated. The next check finds the new file.
    await expect(record(space, 5, {})).rejects.toThrow("The head moved");
    await record(space, 5, {});
    await store.close();
    const again = await (await openStore(directory)).space(ID);
    expect((await again.head()).recordedAt).toBe(at(5));
  });

  it("is accessible only to the service, with its files", async () => {
    const { directory, store } = await filled();
    await store.follow("worker", "me", 1_000);
    const modes = async () =>
      Promise.all(
        (await filesIn(directory)).map(async (name) =>
          ((await stat(join(directory, name))).mode & 0o777).toString(8),
        ),
      );
    expect(new Set(await modes())).toEqual(new Set(["600"]));
    const file = await onlyFileOf(directory);
    for (const folder of [directory, dirname(file)])
      expect(((await stat(folder)).mode & 0o777).toString(8)).toBe("700");
    await store.close();
    await chmod(file, 0o644);
    const again = await openStore(directory);
    await (await again.space(ID)).head();
    expect(new Set(await modes())).toEqual(new Set(["600"]));
  });
});

const onlyFileOf = async (directory: string): Promise<string> => {
  const [name] = (await filesIn(directory)).filter(
    (file) => file.endsWith(".db") && file.includes("/"),
  );
  return join(directory, name!);
};
