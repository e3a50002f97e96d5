import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SpaceStore } from "../../../src/store/port.ts";
import { Database } from "../../../src/store/sqlite/database/database.ts";
import { isBusy, isDamage, isFull } from "../../../src/store/sqlite/port-errors.ts";
import {
  openFileThread,
  ThreadNotStarted,
  type FileThread,
} from "../../../src/store/sqlite/threads/file-thread.ts";
import { receivedError, sentError } from "../../../src/store/sqlite/threads/messages.ts";
import { NOTHING_ERASED } from "../../../src/write/erase/planned-removal.ts";
import { fact, recordFacts } from "../../contract/records.ts";
import { hasPrlimit, withoutDescriptors } from "../../fakes/descriptors.ts";
import { newDirectory, onlyFile, openStore } from "./directory.ts";
import { directThread } from "./direct-thread.ts";

const ID = { tenant: "t", user: "u" };
/** The built thread: Node 20 runs none from the source. */
const builtThread = (): FileThread =>
  openFileThread(new URL("../../../dist/src/store/sqlite/threads/thread.cjs", import.meta.url));
/** A thread that records what it did. */
const recordingThread = (thread: FileThread, names: string[]): FileThread => ({
  ...thread,
  run: (name, ...input) => {
    names.push(name);
    return thread.run(name, ...input);
  },
});

const SECRET = "Quixotica";
/** A space of which everything is large, with a word that was erased. */
const erasedFrom = async (
  openThread: () => FileThread,
): Promise<{ readonly space: SpaceStore; readonly path: string }> => {
  const directory = await newDirectory();
  const store = await openStore(directory, { largeFiles: { openThread, largeBytes: 0 } });
  const space = await store.space(ID);
  await recordFacts(space, 1, [
    fact("f", 1, { text: `Ana knows ${SECRET}` }),
    fact("g", 1, { text: "Ana knows Bob" }),
  ]);
  await space.erase(await space.head(), {
    ...NOTHING_ERASED,
    facts: ["f"],
    texts: ["text-f"],
  });
  return { space, path: await onlyFile(directory) };
};
const bytesOf = async (path: string): Promise<string> =>
  (await Promise.all([readFile(path, "latin1"), readFile(`${path}-wal`, "latin1")])).join("");

describe("a large file", () => {
  it("is rewritten and searched by a thread, which ends with the store", async () => {
    const names: string[] = [];
    const { space, path } = await erasedFrom(() => recordingThread(builtThread(), names));
    expect(await bytesOf(path)).toContain(SECRET);
    expect(await space.scrub()).toBe(true);
    expect(await bytesOf(path)).not.toContain(SECRET);
    const { places, remainders } = await space.findRemainders([SECRET, "Bob", "Bo"]);
    expect(remainders).toContainEqual({ where: "table text", string: 1 });
    expect(remainders.map(({ string }) => string)).not.toContain(0);
    expect(remainders.map(({ string }) => string)).not.toContain(2);
    expect(places).toEqual(
      expect.arrayContaining(["table text", "the file", "the log of the file"]),
    );
    expect(names).toEqual(["vacuum", "emptyLog", "findRemainders"]);
  });

  it("is worked on at once if no thread starts", async () => {
    const missing = new URL("missing-thread.cjs", import.meta.url);
    const { space, path } = await erasedFrom(() => openFileThread(missing));
    expect(await space.scrub()).toBe(true);
    expect(await bytesOf(path)).not.toContain(SECRET);
    const refusing = await erasedFrom(() => {
      throw new ThreadNotStarted();
    });
    expect(await refusing.space.scrub()).toBe(true);
  });

  it("lets reads go on while it is rewritten, and writes wait for that", async () => {
    let finish = (): void => undefined;
    const begun: string[] = [];
    const slowThread = (): FileThread => {
      const thread = directThread();
      return {
        ...thread,
        run: async (name, ...input) => {
          begun.push(name);
          if (name === "vacuum") await new Promise<void>((done) => (finish = done));
          return thread.run(name, ...input);
        },
      };
    };
    const { space } = await erasedFrom(slowThread);
    const order: string[] = [];
    const scrub = space.scrub().then(() => order.push("scrub"));
    await expect.poll(() => begun).toEqual(["vacuum"]);
    const write = space
      .changeNotes(null, [{ path: "/n", value: 1 }])
      .then(() => order.push("write"));
    await space.head();
    order.push("read");
    finish();
    await Promise.all([scrub, write]);
    expect(order[0]).toBe("read");
    expect(await space.note(null, "/n")).toMatchObject({ value: 1 });
  });

  it("that another process writes to is rewritten afterwards", async () => {
    const { space, path } = await erasedFrom(builtThread);
    const other = new Database(path);
    other.beginWriting();
    const scrub = space.scrub();
    await space.head();
    other.endWriting("COMMIT");
    other.close();
    expect(await scrub).toBe(true);
  });

  it("on a full disk keeps bytes, which scrub reports, and other errors pass", async () => {
    const failing = (error: unknown) => (): FileThread => {
      const thread = directThread();
      return {
        ...thread,
        run: async (name, ...input) => {
          if (name === "vacuum") throw receivedError(structuredClone(sentError(error)));
          return thread.run(name, ...input);
        },
      };
    };
    const full = Object.assign(new Error("database or disk is full"), { errcode: 13 });
    const { space } = await erasedFrom(failing(full));
    expect(await space.scrub()).toBe(false);
    const broken = Object.assign(new Error("disk I/O error"), { errcode: 10 });
    await expect((await erasedFrom(failing(broken))).space.scrub()).rejects.toMatchObject({
      reason: "UNREACHABLE",
    });
  });

  it.skipIf(!hasPrlimit)("is reported, and no crash, if nothing can be opened", async () => {
    const { space, path } = await erasedFrom(builtThread);
    await withoutDescriptors(() =>
      expect(space.scrub()).rejects.toMatchObject({ reason: "UNREACHABLE" }),
    );
    expect(await space.scrub()).toBe(true);
    expect(await bytesOf(path)).not.toContain(SECRET);
  });
});

describe("an error of a thread", () => {
  const failureOn = async (path: string): Promise<unknown> => {
    const thread = builtThread();
    try {
      return await thread.run("vacuum", path).catch((error: unknown) => error);
    } finally {
      await thread.end();
    }
  };

  it("keeps SQLite's code", async () => {
    const { path } = await erasedFrom(directThread);
    const other = new Database(path);
    other.beginWriting();
    const busy = await failureOn(path);
    other.endWriting("ROLLBACK");
    other.close();
    expect([isBusy(busy), isFull(busy), isDamage(busy)]).toEqual([true, false, false]);
    const junk = join(await newDirectory(), "junk.db");
    await writeFile(junk, "no database ".repeat(1_000));
    const damage = await failureOn(junk);
    expect([isBusy(damage), isFull(damage), isDamage(damage)]).toEqual([false, false, true]);
  });

  it("keeps the operating system's code, and no other properties", () => {
    const error = Object.assign(new Error("no space"), { code: "ENOSPC", row: "private" });
    const received = receivedError(structuredClone(sentError(error)));
    expect(isFull(received)).toBe(true);
    expect(received).not.toHaveProperty("row");
    expect(receivedError(structuredClone(sentError("text"))).message).toBe("text");
  });
});
