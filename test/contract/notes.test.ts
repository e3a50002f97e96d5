import { beforeEach, describe, expect, it } from "vitest";
import { epochMillis } from "../../src/memory/time.ts";
import type { NoteChange, NoteValue } from "../../src/store/port.ts";
import { asOf, at, record, session } from "./records.ts";
import { openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("notes on $name", ({ open }) => {
  let second = 1;
  const opened = openForEach(open, () => epochMillis(at(second)));
  beforeEach(async () => {
    second = 1;
    await opened.space.createSession(session("s", 1));
  });

  const paths = async (prefix: string, owner: string | null = null): Promise<string[]> =>
    (await opened.space.notes(owner, prefix)).map(({ path }) => path);
  const change = (changes: readonly NoteChange[], owner: string | null = null): Promise<boolean> =>
    opened.space.changeNotes(owner, changes);
  const tagOf = async (path: string): Promise<string> =>
    (await opened.space.notes(null, path))[0]!.tag;

  it("are read by path prefix as they were written", async () => {
    const values: Record<string, NoteValue> = {
      "/jobs/2": { list: [1, null, "x", { deep: true }], text: "“fine” \u{1F600}\u0000" },
      "/jobs/10": null,
      "/jobs": false,
      "/jobs%": 0.5,
      "/settings": "",
      "/JOBS/1": [],
    };
    expect(await change(Object.entries(values).map(([path, value]) => ({ path, value })))).toBe(
      true,
    );
    const all = await opened.space.notes(null, "");
    expect(Object.fromEntries(all.map(({ path, value }) => [path, value]))).toEqual(values);
    expect(all.map(({ expiresAt }) => expiresAt)).toEqual(all.map(() => null));
    expect([
      await paths("/jobs/"),
      await paths("/jobs"),
      await paths("/jobs%"),
      await paths("/none"),
      await paths("/settings"),
    ]).toEqual([
      ["/jobs/10", "/jobs/2"],
      ["/jobs", "/jobs%", "/jobs/10", "/jobs/2"],
      ["/jobs%"],
      [],
      ["/settings"],
    ]);
  });

  it("are read one by one by their whole path", async () => {
    await change([
      { path: "/a", value: 1 },
      { path: "/a/b", value: 2 },
      { path: "/brief", value: 3, expiresAt: at(3) },
    ]);
    await change([{ path: "/a", value: 4 }], "s");
    const { space } = opened;
    expect(await space.note(null, "/a")).toEqual((await space.notes(null, "/a"))[0]);
    expect([await space.note("s", "/a"), await space.note(null, "/brief")]).toMatchObject([
      { path: "/a", value: 4 },
      { path: "/brief", value: 3, expiresAt: at(3) },
    ]);
    second = 3;
    expect([
      await space.note(null, "/brief"),
      await space.note(null, "/A"),
      await space.note(null, ""),
      await space.note("s", "/a/b"),
      await space.note("nowhere", "/a"),
    ]).toEqual([null, null, null, null, null]);
  });

  it("belong to the space or to one session", async () => {
    expect([
      await change([{ path: "/a", value: 1 }]),
      await change([{ path: "/a", value: 2 }], "s"),
      await change([{ path: "/a", value: 3 }], "nowhere"),
    ]).toEqual([true, true, false]);
    expect([
      await opened.space.notes(null, "/"),
      await opened.space.notes("s", "/"),
      await opened.space.notes("nowhere", "/"),
    ]).toMatchObject([[{ value: 1 }], [{ value: 2 }], []]);
    const elsewhere = await opened.store.space({ tenant: "tenant", user: "another" });
    expect(await elsewhere.notes(null, "")).toEqual([]);
  });

  it("are replaced and removed, and get another tag even when changed back", async () => {
    const tags = new Set<string>();
    for (const value of [1, 2, 1, undefined, 1]) {
      expect(await change([{ path: "/a", ...(value === undefined ? {} : { value }) }])).toBe(true);
      const [note] = await opened.space.notes(null, "/a");
      expect(note?.value).toBe(value);
      if (note) tags.add(note.tag);
    }
    expect(tags.size).toBe(4);
    expect(await tagOf("/a")).toBe(await tagOf("/a"));
    expect(await change([{ path: "/never", value: undefined }])).toBe(true);
    expect(await change([])).toBe(true);
  });

  it("are changed all together or not at all, depending on the expected tags", async () => {
    expect(
      await change([
        { path: "/a", value: 1, expectedTag: null },
        { path: "/b", value: 1 },
      ]),
    ).toBe(true);
    const tag = await tagOf("/a");
    const table: [changes: NoteChange[], done: boolean][] = [
      [
        [
          { path: "/c", value: 2 },
          { path: "/a", value: 2, expectedTag: null },
        ],
        false,
      ],
      [
        [
          { path: "/c", value: 2 },
          { path: "/a", value: 2, expectedTag: "no such tag" },
        ],
        false,
      ],
      [
        [
          { path: "/b", expectedTag: tag === "x" ? "y" : "x" },
          { path: "/a", value: 2 },
        ],
        false,
      ],
      [
        [
          { path: "/none", expectedTag: tag },
          { path: "/a", value: 2 },
        ],
        false,
      ],
      [
        [
          { path: "/none", expectedTag: null },
          { path: "/a", value: 2, expectedTag: tag },
        ],
        true,
      ],
      [[{ path: "/a", value: 3, expectedTag: tag }], false],
    ];
    for (const [changes, done] of table)
      expect(await change(changes), JSON.stringify(changes)).toBe(done);
    expect((await opened.space.notes(null, "")).map(({ path, value }) => [path, value])).toEqual([
      ["/a", 2],
      ["/b", 1],
    ]);
  });

  it("count correctly under concurrent changes", async () => {
    const count = async (): Promise<void> => {
      for (;;) {
        const [note] = await opened.space.notes(null, "/count");
        if (
          await change([
            { path: "/count", value: Number(note?.value ?? 0) + 1, expectedTag: note?.tag ?? null },
          ])
        )
          return;
      }
    };
    await Promise.all(Array.from({ length: 12 }, count));
    expect(await opened.space.notes(null, "/count")).toMatchObject([{ value: 12 }]);
  });

  it("are hidden from the millisecond on at which they expire, and count as absent", async () => {
    await change([
      { path: "/a", value: 1, expiresAt: at(10) },
      { path: "/b", value: 1, expiresAt: null },
    ]);
    await change([{ path: "/c", value: 1, expiresAt: at(10) }], "s");
    const tag = await tagOf("/a");
    second = 9.999;
    expect(
      (await opened.space.notes(null, "/")).map(({ path, expiresAt }) => [path, expiresAt]),
    ).toEqual([
      ["/a", at(10)],
      ["/b", null],
    ]);
    expect(await paths("/", "s")).toEqual(["/c"]);
    second = 10;
    expect([await paths("/"), await paths("/", "s")]).toEqual([["/b"], []]);
    expect([
      await change([{ path: "/a", value: 2, expectedTag: tag }]),
      await change([{ path: "/a", value: 2, expectedTag: null }]),
    ]).toEqual([false, true]);
    second = 99;
    expect(await opened.space.notes(null, "/a")).toMatchObject([{ value: 2, expiresAt: null }]);
  });

  it("can be changed up to 100 at once, up to 1 MB in all, each path once", async () => {
    const many = (count: number): NoteChange[] =>
      Array.from({ length: count }, (_, i) => ({ path: `/${i}`, value: i }));
    expect(await change(many(100))).toBe(true);
    await expect(change(many(101))).rejects.toThrow(RangeError);
    await expect(change([{ path: "/long", value: "x".repeat(1_000_001) }])).rejects.toThrow(
      RangeError,
    );
    await expect(change([{ path: "/a", value: 1 }, { path: "/a" }])).rejects.toThrow(RangeError);
    expect(await paths("/")).toHaveLength(100);
  });

  it("do not move the head", async () => {
    await record(opened.space, 1, {});
    const head = await opened.space.head();
    await change([{ path: "/a", value: 1 }]);
    expect(await opened.space.head()).toEqual(head);
    expect(await opened.space.self(asOf(1).knownAt)).toBeNull();
  });
});
