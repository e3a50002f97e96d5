import { describe, expect, it } from "vitest";
import type { ReferenceQuery } from "../../src/store/port.ts";
import { asOf, at, entity, record, reference } from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("references on $name", ({ open }) => {
  const opened = openForEach(open);

  const listed = async (own: Partial<ReferenceQuery> = {}): Promise<string[]> =>
    itemsOf(await opened.space.references({ at: asOf(99), page: { first: 99 }, ...own })).map(
      ({ id }) => id,
    );

  it("are read as they were recorded", async () => {
    const full = reference("r", 2, {
      kind: "INTERESTED_IN",
      entity: "porto",
      session: "s",
      turn: "t",
      snippet: "… about “Porto” \u{1F3D9} …",
      occurredAt: at(0.001),
    });
    await record(opened.space, 2, { entities: [entity("porto", 2)], references: [full] });
    expect(itemsOf(await opened.space.references({ at: asOf(2), page: { first: 9 } }))).toEqual([
      full,
    ]);
  });

  it("are listed by entity, kind and session as of any time point, the last recorded first", async () => {
    const { space } = opened;
    await record(space, 1, { references: [reference("a", 1, { session: "s" })] });
    await record(space, 2, {
      references: [
        reference("b", 2, { entity: "porto", kind: "QUERIED", session: "s", occurredAt: at(1.5) }),
      ],
    });
    await record(space, 3, {
      references: [reference("c", 3, { kind: "DISCUSSED", session: "t", occurredAt: at(50) })],
    });
    await record(space, 4, { references: [reference("d", 4, { entity: "acme", session: "t" })] });
    const table: [query: Partial<ReferenceQuery>, ids: string[]][] = [
      [{}, ["d", "c", "b", "a"]],
      [{ at: asOf(2.999, 99) }, ["b", "a"]],
      [{ at: asOf(99, 49.999) }, ["d", "b", "a"]],
      [{ at: asOf(2, 1.499) }, ["a"]],
      [{ at: asOf(0.999) }, []],
      [{ entities: ["clara"] }, ["c", "a"]],
      [{ entities: ["acme", "porto", "acme", "nobody"] }, ["d", "b"]],
      [{ entities: [] }, []],
      [{ kinds: ["QUERIED", "DISCUSSED"] }, ["c", "b"]],
      [{ session: "s" }, ["b", "a"]],
      [{ session: "t", entities: ["clara"], kinds: ["MENTIONED"] }, []],
      [{ session: "nowhere" }, []],
    ];
    for (const [query, ids] of table) {
      expect(await listed(query), JSON.stringify(query)).toEqual(ids);
      expect(
        await (await space.references({ at: asOf(99), page: { first: 1 }, ...query })).total(),
        JSON.stringify(query),
      ).toBe(ids.length);
    }
    const first = await space.references({ at: asOf(4, 99), page: { first: 3 } });
    await record(space, 6, { references: [reference("e", 6)] });
    const next = await space.references({
      at: asOf(4, 99),
      page: { first: 3, after: first.items[2]?.cursor },
    });
    expect(
      [first, next].map((page) => [itemsOf(page).map(({ id }) => id), page.hasNextPage]),
    ).toEqual([
      [["d", "c", "b"], true],
      [["a"], false],
    ]);
    for (const after of ["", "x", "references 1", "sessions 1 1"])
      await expect(
        space.references({ at: asOf(9), page: { first: 1, after } }),
        after,
      ).rejects.toMatchObject({ code: "INVALID_CURSOR" });
  });

  it("of one commit are all listed, each once", async () => {
    const many = Array.from({ length: 150 }, (_, i) =>
      reference(`r${i}`, 1, { entity: `e${i % 7}` }),
    );
    await record(opened.space, 1, { references: many });
    const pages: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await opened.space.references({ at: asOf(1), page: { first: 40, after } });
      pages.push(...itemsOf(page).map(({ id }) => id));
      if (!page.hasNextPage) break;
      after = page.items.at(-1)?.cursor;
    }
    expect(pages.toSorted()).toEqual(many.map(({ id }) => id).toSorted());
  });

  it("of a session outlast it", async () => {
    const { space } = opened;
    await space.createSession({
      id: "s",
      title: null,
      strategy: "DIRECT",
      createdAt: at(1),
      turnCount: 0,
    });
    await record(space, 1, { references: [reference("r", 1, { session: "s" })] });
    await space.deleteSession("s");
    expect(await listed({ session: "s" })).toEqual(["r"]);
  });
});
