import { describe, expect, it } from "vitest";
import type { RecentFactQuery } from "../../src/store/port.ts";
import { asOf, at, entity, fact, recordFacts, superseded } from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("recent facts on $name", ({ open }) => {
  const opened = openForEach(open);
  const list = async (query: Partial<RecentFactQuery>): Promise<string[]> =>
    itemsOf(await opened.space.recentFacts({ at: asOf(99), page: { first: 50 }, ...query })).map(
      (version) => `${version.fact}.${version.n}`,
    );

  it("are the visible facts, the newest first, whichever version is visible", async () => {
    const { space } = opened;
    const lisbon = fact("lisbon", 1, { validFrom: at(1) });
    await recordFacts(space, 1, [lisbon], { entities: [entity("clara", 1), entity("bob", 1)] });
    await recordFacts(space, 2, [fact("tea", 2, { entity: "bob" }), fact("jazz", 2)]);
    await superseded(space, 4, lisbon, fact("porto", 4, { validFrom: at(3) }));
    const table: [known: number, valid: number, facts: string[]][] = [
      [0.999, 9, []],
      [1, 1, ["lisbon.1"]],
      [2, 9, ["jazz.1", "tea.1", "lisbon.1"]],
      [4, 9, ["porto.1", "jazz.1", "tea.1"]],
      [4, 2.5, ["jazz.1", "tea.1", "lisbon.2"]],
      [4, 1, ["lisbon.2"]],
    ];
    for (const [known, valid, expected] of table)
      expect(await list({ at: asOf(known, valid) }), `(${known}, ${valid})`).toEqual(expected);
  });

  it("can be filtered by session and by first record time", async () => {
    const { space } = opened;
    await recordFacts(space, 1, [fact("a", 1, { session: "s" })]);
    await recordFacts(space, 2, [fact("b", 2)]);
    await recordFacts(space, 3, [fact("c", 3, { session: "s" }), fact("d", 3, { session: "t" })]);
    const table: [query: Partial<RecentFactQuery>, facts: string[]][] = [
      [{ session: "s" }, ["c.1", "a.1"]],
      [{ session: "nobody's" }, []],
      [{ from: at(2) }, ["d.1", "c.1", "b.1"]],
      [{ to: at(3) }, ["b.1", "a.1"]],
      [{ from: at(1.001), to: at(3), session: "s" }, []],
      [{ from: at(3), session: "t" }, ["d.1"]],
    ];
    for (const [query, expected] of table) {
      expect(await list(query), JSON.stringify(query)).toEqual(expected);
      expect(
        await (await space.recentFacts({ at: asOf(99), page: { first: 1 }, ...query })).total(),
        JSON.stringify(query),
      ).toBe(expected.length);
    }
  });

  it("are paged, and reject a cursor of another list", async () => {
    const { space } = opened;
    for (let second = 1; second <= 5; second++)
      await recordFacts(space, second, [fact(`f${second}`, second)]);
    const first = await space.recentFacts({ at: asOf(5), page: { first: 2 } });
    await recordFacts(space, 6, [fact("f6", 6)]);
    const then = await space.recentFacts({
      at: asOf(5),
      page: { first: 3, after: first.items.at(-1)?.cursor },
    });
    expect(
      [first, then].map((page) => [itemsOf(page).map((version) => version.fact), page.hasNextPage]),
    ).toEqual([
      [["f5", "f4"], true],
      [["f3", "f2", "f1"], false],
    ]);
    const [other] = await space.facts([{ at: asOf(5), page: { first: 1 } }]);
    for (const after of ["", "recent", other?.items[0]?.cursor])
      await expect(
        space.recentFacts({ at: asOf(5), page: { first: 1, after } }),
      ).rejects.toMatchObject({ code: "INVALID_CURSOR" });
  });
});
