import { describe, expect, it } from "vitest";
import type { FactQuery } from "../../src/store/port.ts";
import { asOf, at, entity, fact, record, recordFacts, superseded } from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("lists of facts on $name", ({ open }) => {
  const opened = openForEach(open);

  const list = async (query: Partial<FactQuery>): Promise<string[]> => {
    const [page] = await opened.space.facts([{ at: asOf(99), page: { first: 50 }, ...query }]);
    return itemsOf(page).map((version) => `${version.fact}.${version.n}`);
  };

  it("show what is visible, to the millisecond on both axes", async () => {
    const { space } = opened;
    const lisbon = fact("lisbon", 2, { validFrom: at(1) });
    await recordFacts(space, 2, [lisbon]);
    await superseded(space, 4, lisbon, fact("porto", 4, { validFrom: at(3) }));
    const table: [known: number, valid: number, facts: string[]][] = [
      [1.999, 2, []],
      [2, 0.999, []],
      [2, 1, ["lisbon.1"]],
      [3.999, 99, ["lisbon.1"]],
      [4, 0.999, []],
      [4, 1, ["lisbon.2"]],
      [4, 2.999, ["lisbon.2"]],
      [4, 3, ["porto.1"]],
      [99, 99, ["porto.1"]],
    ];
    for (const [known, valid, expected] of table) {
      expect(await list({ at: asOf(known, valid) }), `all at (${known}, ${valid})`).toEqual(
        expected,
      );
      expect(
        await list({ at: asOf(known, valid), entities: ["clara"] }),
        `of one at (${known}, ${valid})`,
      ).toEqual(expected);
      expect(
        await (
          await space.facts([{ at: asOf(known, valid), entities: ["clara"], page: { first: 1 } }])
        )[0]?.total(),
      ).toBe(expected.length);
    }
  });

  it("show nothing that was recorded later", async () => {
    const { space } = opened;
    const lisbon = fact("lisbon", 1);
    await recordFacts(space, 1, [lisbon]);
    const before = await space.facts([{ entities: ["clara"], at: asOf(1), page: { first: 9 } }]);
    await superseded(space, 2, lisbon, fact("porto", 2));
    const after = await space.facts([{ entities: ["clara"], at: asOf(1), page: { first: 9 } }]);
    expect(after.map(itemsOf)).toEqual(before.map(itemsOf));
    expect(after.map(itemsOf)).toEqual([[lisbon]]);
  });

  it("can be filtered by entities, slot and confidence", async () => {
    const { space } = opened;
    await recordFacts(space, 1, [
      fact("a", 1, { slot: "residence", confidence: 0.4 }),
      fact("b", 1, { slot: "employer", confidence: 0.6 }),
      fact("c", 1, { entity: "acme", slot: "residence" }),
      fact("d", 1, { entity: "bob" }),
    ]);
    const table: [query: Partial<FactQuery>, facts: string[]][] = [
      [{}, ["a.1", "b.1", "c.1", "d.1"]],
      [{ entities: ["clara"] }, ["a.1", "b.1"]],
      [{ entities: ["bob", "clara", "bob", "nobody"] }, ["a.1", "b.1", "d.1"]],
      [{ entities: [] }, []],
      [{ slot: "residence" }, ["a.1", "c.1"]],
      [{ slot: "residence", entities: ["acme"] }, ["c.1"]],
      [{ slot: "residence", entities: ["acme", "clara"] }, ["a.1", "c.1"]],
      [{ slot: "Residence" }, []],
      [{ minConfidence: 0.6 }, ["b.1", "c.1", "d.1"]],
      [{ minConfidence: 0.61, entities: ["clara"] }, []],
      [{ minConfidence: 0.5, slot: "employer", entities: ["clara"] }, ["b.1"]],
    ];
    for (const [query, expected] of table) {
      expect(await list(query), JSON.stringify(query)).toEqual(expected);
      expect(
        await (await space.facts([{ at: asOf(99), page: { first: 0 }, ...query }]))[0]?.total(),
        JSON.stringify(query),
      ).toBe(expected.length);
    }
  });

  it("are filtered by the slot and confidence of the version as of knownAt", async () => {
    const { space } = opened;
    await recordFacts(space, 1, [fact("f", 1, { slot: "residence", confidence: 0.9 })]);
    await record(space, 2, {
      facts: [
        fact("f", 2, {
          n: 2,
          slot: "birthplace",
          confidence: 0.5,
          firstRecordedAt: at(1),
          validFrom: at(1),
        }),
      ],
      expiries: [
        { kind: "FACT", id: "f", n: 1, closing: { reason: "CORRECTED", by: null, decision: "d" } },
      ],
    });
    const table: [second: number, query: Partial<FactQuery>, facts: string[]][] = [
      [1, { slot: "residence" }, ["f.1"]],
      [1, { slot: "birthplace" }, []],
      [2, { slot: "residence" }, []],
      [2, { slot: "birthplace" }, ["f.2"]],
      [1, { minConfidence: 0.8 }, ["f.1"]],
      [2, { minConfidence: 0.8 }, []],
    ];
    for (const [second, query, expected] of table)
      for (const entities of [undefined, ["clara"]])
        expect(
          await list({ at: asOf(second), entities, ...query }),
          `${second} ${JSON.stringify(query)}`,
        ).toEqual(expected);
  });

  it("are filtered by the tier of the version as of knownAt, and by session", async () => {
    const { space } = opened;
    await recordFacts(space, 1, [
      fact("f", 1, { session: "s" }),
      fact("g", 1, { session: "t" }),
      fact("h", 1, { tier: "LONG_TERM", entity: "bob" }),
    ]);
    await record(space, 2, {
      facts: [
        fact("f", 2, {
          n: 2,
          tier: "LONG_TERM",
          session: "s",
          firstRecordedAt: at(1),
          validFrom: at(1),
        }),
      ],
      expiries: [
        { kind: "FACT", id: "f", n: 1, closing: { reason: "UPDATE", by: null, decision: "d" } },
      ],
    });
    const table: [second: number, query: Partial<FactQuery>, facts: string[]][] = [
      [1, { tier: "SESSION" }, ["f.1", "g.1"]],
      [1, { tier: "LONG_TERM" }, ["h.1"]],
      [2, { tier: "SESSION" }, ["g.1"]],
      [2, { tier: "LONG_TERM" }, ["f.2", "h.1"]],
      [2, { tier: "LONG_TERM", entities: ["clara"] }, ["f.2"]],
      [2, { session: "s" }, ["f.2"]],
      [2, { session: "t", tier: "SESSION" }, ["g.1"]],
      [1, { session: "s", tier: "LONG_TERM" }, []],
      [2, { session: "nowhere" }, []],
    ];
    for (const [second, query, expected] of table) {
      expect(
        await list({ at: asOf(second), ...query }),
        `${second} ${JSON.stringify(query)}`,
      ).toEqual(expected);
      expect(
        await (await space.facts([{ at: asOf(second), page: { first: 0 }, ...query }]))[0]?.total(),
        `${second} ${JSON.stringify(query)}`,
      ).toBe(expected.length);
    }
  });

  it("are in the order of first recording, and do not shift when facts are added or closed", async () => {
    const { space } = opened;
    const facts = Array.from({ length: 7 }, (_, i) =>
      fact(`f${i}`, i + 1, { entity: i % 2 === 0 ? "clara" : "absorbed" }),
    );
    for (const [i, one] of facts.entries()) await recordFacts(space, i + 1, [one]);
    const entities = ["clara", "absorbed"];
    const [first] = await space.facts([{ entities, at: asOf(7), page: { first: 3 } }]);
    const after = first?.items.at(-1)?.cursor;
    await superseded(space, 8, facts[1]!, fact("f7", 8));
    const [then] = await space.facts([{ entities, at: asOf(7), page: { first: 3, after } }]);
    const [now] = await space.facts([{ entities, at: asOf(8), page: { first: 9, after } }]);
    expect(
      [first, then, now].map((page) => [
        itemsOf(page).map((version) => version.fact),
        page?.hasNextPage,
      ]),
    ).toEqual([
      [["f0", "f1", "f2"], true],
      [["f3", "f4", "f5"], true],
      [["f3", "f4", "f5", "f6", "f7"], false],
    ]);
    expect(await Promise.all([first, then, now].map((page) => page?.total()))).toEqual([7, 7, 7]);
  });

  it("answer many queries at once, each with its own time point, page and entities", async () => {
    const { space } = opened;
    await record(space, 1, { entities: ["a", "b", "c"].map((id) => entity(id, 1)) });
    for (let second = 2; second < 12; second++)
      await recordFacts(
        space,
        second,
        ["a", "b", "c"].map((id) =>
          fact(`${id}${second}`, second, { entity: id, slot: second % 2 === 0 ? "even" : null }),
        ),
      );
    const queries: FactQuery[] = [
      { entities: ["c"], at: asOf(4), page: { first: 10 } },
      { entities: ["a"], at: asOf(11), page: { first: 2 } },
      { entities: ["nobody"], at: asOf(11), page: { first: 2 } },
      { entities: ["a"], slot: "even", at: asOf(11), page: { first: 3 } },
      { entities: ["b"], at: asOf(11, 3), page: { first: 10 } },
      { entities: ["a", "b"], at: asOf(2), page: { first: 1 } },
      { at: asOf(2), page: { first: 2 } },
    ];
    const pages = await space.facts(queries);
    expect(
      pages.map((page) => [itemsOf(page).map((version) => version.fact), page.hasNextPage]),
    ).toEqual([
      [["c2", "c3", "c4"], false],
      [["a2", "a3"], true],
      [[], false],
      [["a2", "a4", "a6"], true],
      [["b2", "b3"], false],
      [["a2"], true],
      [["a2", "b2"], true],
    ]);
    expect(await Promise.all(pages.map((page) => page.total()))).toEqual([3, 10, 0, 5, 2, 2, 3]);
  });

  it("reject a cursor of another list", async () => {
    const { space } = opened;
    await recordFacts(space, 1, [fact("f", 1)], { entities: [entity("clara", 1)] });
    const other = (await space.entities({ at: asOf(1), page: { first: 1 } })).items[0]?.cursor;
    for (const after of ["", "x", "facts", "facts NaN", "1", other])
      await expect(
        space.facts([{ at: asOf(1), page: { first: 1, after } }]),
        String(after),
      ).rejects.toMatchObject({ code: "INVALID_CURSOR" });
  });
});
