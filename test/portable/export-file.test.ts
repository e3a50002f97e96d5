import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exportFile } from "../../src/portable/export-file.ts";
import type { Instant } from "../../src/memory/time.ts";
import type { SpaceStore, Store } from "../../src/store/port.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { at, fact, recordFacts, session, turn } from "../contract/records.ts";
import { silentModels } from "../fakes/silent-models.ts";

const { embedder } = silentModels;

describe("the file of an export", () => {
  let directory: string;
  let store: Store;
  let space: SpaceStore;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "palimpsest-export-"));
    store = await openSqliteStore({ directory, embedder });
    space = await store.space({ tenant: "t", user: "u" });
    for (const second of [1, 2, 3])
      await recordFacts(space, second, [
        fact(`f${second}`, second, { text: `“${second}” — \u{1F600}` }),
      ]);
    await space.createSession(session("s", 1));
    await space.appendTurns("s", [turn("1")]);
  });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  let ids = 0;
  const write = async (name: string, embeddings = false, knownAt?: Instant): Promise<string> => {
    const path = join(directory, name);
    for await (const progress of exportFile(
      { embedder, now: () => 0, newId: () => `id${++ids}` },
      space,
      path,
      { embeddings, knownAt },
    ))
      expect(progress.records).toBeGreaterThan(0);
    return path;
  };
  const read = (path: string): Promise<string> => readFile(path, "utf8");

  it("can be completed from wherever it was cut, also within a line", async () => {
    const whole = await readFile(await write("whole"));
    const header = whole.indexOf(0x0a) + 1;
    for (let cut = header; cut < whole.length; cut += 37) {
      const path = join(directory, "cut");
      await writeFile(path, whole.subarray(0, cut));
      expect(await read(await write("cut")), `cut at ${cut}`).toBe(whole.toString());
    }
  });

  it("continues no export of another moment", async () => {
    await write("fork", false, at(2));
    const fork = await read(join(directory, "fork"));
    expect(fork).toContain("“2”");
    expect(fork).not.toContain("“3”");
    expect(await read(await write("fork", false, at(2)))).toBe(fork);
    await expect(write("fork", false, at(3))).rejects.toThrow("Name another file");
    await expect(write("fork")).rejects.toThrow("Name another file");
    await write("whole");
    await expect(write("whole", false, at(2))).rejects.toThrow("Name another file");
    expect(await read(join(directory, "fork"))).toBe(fork);
  });

  it("continues no export of another memory", async () => {
    const own = await read(await write("own"));
    const other = await store.space({ tenant: "t", user: "other" });
    await recordFacts(other, 4, [fact("f4", 4, { text: "of another user" })]);
    const exportOther = async (): Promise<void> => {
      for await (const _ of exportFile(
        { embedder, now: () => 0, newId: () => "other" },
        other,
        join(directory, "own"),
        { embeddings: false },
      ));
    };
    await expect(exportOther()).rejects.toThrow("Start a new export, in another file.");
    expect(await read(join(directory, "own"))).toBe(own);
    await recordFacts(space, 5, [fact("f5", 5)]);
    expect(await read(await write("own"))).toContain('"f5"');
  });

  it("rejects if it cannot be written", async () => {
    await expect(write("missing/file")).rejects.toThrow("ENOENT");
  });

  it("starts over if not even its header is complete", async () => {
    const path = join(directory, "cut");
    await writeFile(path, '{"kind":"palimp');
    const lines = (await read(await write("cut"))).trimEnd().split("\n");
    expect(JSON.parse(lines[0]!)).toMatchObject({ kind: "palimpsest", format: 1 });
    expect(JSON.parse(lines.at(-1)!)).toEqual({
      kind: "end",
      head: at(3),
      sessions: 1,
      turns: 1,
      notes: 0,
    });
  });

  it("is updated, with embeddings as at its start", async () => {
    const path = await write("file", true);
    const before = await read(path);
    await recordFacts(space, 4, [fact("f4", 4)]);
    await space.appendTurns("s", [turn("2")]);
    const after = await read(await write("file", false));
    const [old, now] = [before, after].map((text) =>
      text
        .trimEnd()
        .split("\n")
        .map(
          (line) =>
            JSON.parse(line) as { kind: string; facts?: unknown; texts?: { vector: unknown }[] },
        ),
    );
    expect(now!.slice(0, 4)).toEqual(old!.slice(0, 4));
    expect(now!.slice(4).map(({ kind }) => kind)).toEqual([
      "commit",
      "session",
      "turn",
      "turn",
      "end",
    ]);
    expect(typeof now![4]!.texts![0]!.vector).toBe("string");
  });

  it("is left alone if it is another kind of file", async () => {
    const path = join(directory, "mine");
    await writeFile(path, "my notes\nof today\n");
    await expect(write("mine")).rejects.toMatchObject({ code: "BAD_USER_INPUT" });
    expect(await read(path)).toBe("my notes\nof today\n");
  });
});
