import { describe, expect, it } from "vitest";
import type { DerivedMemory } from "../../src/memory/derived-memory.ts";
import type { MemoryQuery, TextQuery } from "../../src/store/port.ts";
import { asOf, at, LATER, memory, record, textOfMemory, vectorOf } from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("derived memories on $name", ({ open }) => {
  const opened = openForEach(open);

  const keep = async (second: number, ...memories: DerivedMemory[]): Promise<void> =>
    record(opened.space, second, {
      memories,
      texts: await Promise.all(memories.map(textOfMemory)),
    });
  /** The next version of a memory takes the place of one that stands. */
  const renew = async (
    second: number,
    old: DerivedMemory,
    own: Partial<DerivedMemory>,
  ): Promise<DerivedMemory> => {
    const next = memory(old.id, second, {
      ...old,
      n: old.n + 1,
      recordedAt: at(second),
      textId: `text-${old.id}-${old.n + 1}`,
      ...own,
    });
    await record(opened.space, second, {
      expiries: [{ kind: "MEMORY", id: old.id, n: old.n }],
      textsExpired: [old.textId],
      memories: [next],
      texts: [await textOfMemory(next)],
    });
    return next;
  };
  const listed = async (own: Partial<MemoryQuery> = {}): Promise<string[]> =>
    itemsOf(await opened.space.derivedMemories({ at: asOf(99), page: { first: 99 }, ...own })).map(
      ({ id, n }) => `${id}.${n}`,
    );

  it("are read as they were recorded", async () => {
    const full = memory("summary_u_s", 2, {
      kind: "EPISODIC",
      session: "s",
      content: "Clara “Clarinha” moved \u{1F3D9}",
      sections: [
        { heading: "topic", lines: ["moving", "a “new” flat"] },
        { heading: "decisions", lines: [] },
      ],
      validFrom: at(1.5),
      covers: { s: 12, "another session": 3 },
      coversEventsTo: at(1.001),
      entities: ["clara", "porto"],
      model: "gpt-x",
    });
    await keep(2, full);
    expect(await opened.space.memoriesAsOf([{ memory: full.id, knownAt: at(2) }])).toEqual([full]);
    expect(await opened.space.memoryHistory([{ memory: full.id, knownAt: at(2) }])).toEqual([
      [full],
    ]);
    expect(
      itemsOf(await opened.space.derivedMemories({ at: asOf(2), page: { first: 1 } })),
    ).toEqual([full]);
  });

  it("are read with content that differs from their search text, and without a search text", async () => {
    const { space } = opened;
    const [one, two] = [memory("one", 1), memory("two", 1)];
    await record(space, 1, {
      memories: [one, two],
      texts: [{ ...(await textOfMemory(one)), text: "Other words" }],
    });
    expect(
      await space.memoriesAsOf([one, two].map(({ id }) => ({ memory: id, knownAt: at(1) }))),
    ).toEqual([one, two]);
  });

  it("are replaced as of a record time, and read unchanged before it", async () => {
    const { space } = opened;
    const first = memory("m", 1);
    await keep(1, first);
    const second = await renew(3, first, { content: "Newer words", covers: { s: 9 } });
    const requests = [0.999, 1, 2.999, 3, LATER].map((known) => ({
      memory: "m",
      knownAt: at(known),
    }));
    expect(await space.memoriesAsOf([...requests, { memory: "none", knownAt: at(9) }])).toEqual([
      null,
      first,
      first,
      second,
      second,
      null,
    ]);
    expect(await space.memoryHistory(requests)).toEqual([
      [],
      [first],
      [first],
      [{ ...first, expiredAt: at(3) }, second],
      [{ ...first, expiredAt: at(3) }, second],
    ]);
    expect([
      await listed({ at: asOf(0.999) }),
      await listed({ at: asOf(2.999) }),
      await listed({ at: asOf(3) }),
    ]).toEqual([[], ["m.1"], ["m.2"]]);
  });

  it("can expire without a successor, and be recorded again", async () => {
    const { space } = opened;
    const first = memory("m", 1);
    await keep(1, first);
    await record(space, 2, {
      expiries: [{ kind: "MEMORY", id: "m", n: 1 }],
      textsExpired: [first.textId],
    });
    expect(
      await space.memoriesAsOf([1.999, 2].map((known) => ({ memory: "m", knownAt: at(known) }))),
    ).toEqual([first, null]);
    expect(await listed({ at: asOf(2) })).toEqual([]);
    const again = memory("m", 3, { n: 2, firstRecordedAt: at(1) });
    await keep(3, again);
    expect(await space.memoryHistory([{ memory: "m", knownAt: at(3) }])).toEqual([
      [{ ...first, expiredAt: at(2) }, again],
    ]);
  });

  it("reject a commit that expires a version twice, and store nothing of it", async () => {
    const { space } = opened;
    await keep(1, memory("m", 1));
    for (const [id, n] of [
      ["m", 2],
      ["none", 1],
    ] as const)
      await expect(
        record(space, 2, { memories: [memory("other", 2)], expiries: [{ kind: "MEMORY", id, n }] }),
        id,
      ).rejects.toThrow(id);
    await record(space, 3, { expiries: [{ kind: "MEMORY", id: "m", n: 1 }] });
    await expect(
      record(space, 4, { expiries: [{ kind: "MEMORY", id: "m", n: 1 }] }),
    ).rejects.toThrow("m");
    expect([
      await space.head(),
      await space.memoriesAsOf([{ memory: "other", knownAt: at(9) }]),
    ]).toMatchObject([{ recordedAt: at(3) }, [null]]);
  });

  it("are listed by kind, session and time as of any time point, the last recorded first", async () => {
    const { space } = opened;
    const a = memory("a", 1, { session: "s" });
    await keep(1, a);
    await keep(2, memory("b", 2, { kind: "EPISODIC", session: "s", validFrom: at(2) }));
    await keep(3, memory("c", 3, { kind: "PROCEDURAL", validFrom: at(1) }));
    await keep(4, memory("d", 4, { kind: "EPISODIC", session: "t", validFrom: at(50) }));
    await renew(5, a, { content: "Again" });
    const table: [query: Partial<MemoryQuery>, ids: string[]][] = [
      [{}, ["a.2", "d.1", "c.1", "b.1"]],
      [{ at: asOf(4, 99) }, ["d.1", "c.1", "b.1", "a.1"]],
      [{ at: asOf(99, 49.999) }, ["a.2", "c.1", "b.1"]],
      [{ at: asOf(99, 0) }, ["a.2"]],
      [{ kinds: ["EPISODIC", "PROCEDURAL"] }, ["d.1", "c.1", "b.1"]],
      [{ kinds: [] }, []],
      [{ session: "s" }, ["a.2", "b.1"]],
      [{ session: "s", kinds: ["EPISODIC"] }, ["b.1"]],
      [{ session: "nowhere" }, []],
      [{ from: at(3), to: at(5) }, ["d.1", "c.1"]],
      [{ from: at(3.001), at: asOf(4, 99) }, ["d.1"]],
    ];
    for (const [query, ids] of table) {
      expect(await listed(query), JSON.stringify(query)).toEqual(ids);
      expect(
        await (await space.derivedMemories({ at: asOf(99), page: { first: 1 }, ...query })).total(),
        JSON.stringify(query),
      ).toBe(ids.length);
    }
    const first = await space.derivedMemories({ at: asOf(5, 99), page: { first: 3 } });
    await keep(6, memory("e", 6));
    const next = await space.derivedMemories({
      at: asOf(5, 99),
      page: { first: 3, after: first.items[2]?.cursor },
    });
    expect(
      [first, next].map((page) => [itemsOf(page).map(({ id }) => id), page.hasNextPage]),
    ).toEqual([
      [["a", "d", "c"], true],
      [["b"], false],
    ]);
    for (const after of ["", "x", "memories 1", "sessions 1 1"])
      await expect(
        space.derivedMemories({ at: asOf(9), page: { first: 1, after } }),
        after,
      ).rejects.toMatchObject({ code: "INVALID_CURSOR" });
  });

  it("are read by prefixes of their ids, each request as of its time point", async () => {
    const { space } = opened;
    const one = memory("about_a_1", 1);
    await keep(
      1,
      one,
      memory("about_a_2", 1),
      memory("about_ab_1", 1),
      memory("about_", 1),
      memory("ABOUT_A_3", 1),
    );
    await keep(2, memory("about_a_\u{1F3D9}", 2, { validFrom: at(50) }));
    await renew(3, one, { content: "Again" });
    const read = async (...requests: Parameters<typeof space.memoriesByPrefix>[0]) =>
      (await space.memoriesByPrefix(requests)).map((found) =>
        found.map(({ id, n }) => `${id}.${n}`),
      );
    const table: [prefixes: string[], point: MemoryQuery["at"], ids: string[]][] = [
      [["about_a_"], asOf(99), ["about_a_1.2", "about_a_\u{1F3D9}.1", "about_a_2.1"]],
      [["about_a_"], asOf(99, 49.999), ["about_a_1.2", "about_a_2.1"]],
      [["about_a_"], asOf(2.999, 9), ["about_a_1.1", "about_a_2.1"]],
      [["about_a_"], asOf(0.999), []],
      [["about_ab_", "about_a_2", "nothing"], asOf(99), ["about_a_2.1", "about_ab_1.1"]],
      [[], asOf(99), []],
    ];
    expect(await read(...table.map(([prefixes, point]) => ({ prefixes, at: point })))).toEqual(
      table.map(([, , ids]) => ids),
    );
    for (const [prefixes, point, ids] of table)
      expect(await read({ prefixes, at: point }), prefixes.join()).toEqual([ids]);
    expect(await read()).toEqual([]);
    expect(await space.memoriesByPrefix([{ prefixes: ["about_ab_"], at: asOf(99) }])).toEqual([
      [memory("about_ab_1", 1)],
    ]);
  });

  it("are found by every search as of a time point, from their start on", async () => {
    const { space } = opened;
    const summary = memory("summary", 1, { content: "Clara moved to Lisbon" });
    await keep(1, summary);
    await keep(
      2,
      memory("episode", 2, { kind: "EPISODIC", content: "Clara moved house", validFrom: at(10) }),
    );
    await renew(3, summary, { content: "Clara moved to Porto" });
    const found = async (query: Partial<TextQuery>): Promise<string[][]> => {
      const asked: TextQuery = { kinds: ["SUMMARY"], at: asOf(99), limit: 9, ...query };
      const lists = [
        await space.searchFullText(["moved"], asked),
        await space.searchVector(await vectorOf("moved"), asked),
        await space.searchSubstring(["moved"], asked),
      ];
      return lists.map((hits) => hits.map(({ text: { id } }) => id).toSorted());
    };
    const table: [query: Partial<TextQuery>, ids: string[]][] = [
      [{ at: asOf(0.999) }, []],
      [{ at: asOf(1) }, ["text-summary-1"]],
      [{ at: asOf(2.999, 9.999) }, ["text-summary-1"]],
      [{ at: asOf(2.999, 10) }, ["text-episode-1", "text-summary-1"]],
      [{ at: asOf(3, 10) }, ["text-episode-1", "text-summary-2"]],
      [{ kinds: ["FACT", "ENTITY", "EVENT"] }, []],
    ];
    for (const [query, ids] of table)
      expect(await found(query), JSON.stringify(query)).toEqual([ids, ids, ids]);
    expect(
      (await space.searchFullText(["porto"], { kinds: ["SUMMARY"], at: asOf(9), limit: 9 }))[0],
    ).toEqual({
      text: {
        id: "text-summary-2",
        kind: "SUMMARY",
        subject: "summary",
        text: "Clara moved to Porto",
      },
      version: null,
      score: expect.any(Number),
      termScores: [expect.any(Number)],
    });
  });
});
