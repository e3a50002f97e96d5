import { describe, expect, it } from "vitest";
import type { ChangeQuery } from "../../src/store/port.ts";
import { at, change, entity, record } from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("changes on $name", ({ open }) => {
  const opened = openForEach(open);

  it("are read as they were recorded", async () => {
    const { space } = opened;
    const full = change(1, 1, {
      kind: "FACT_UPDATED",
      before: { kind: "FACT", id: "f", n: 1 },
      after: { kind: "FACT", id: "g", n: 2 },
      entities: ["clara", "acme"],
      decision: "d",
      event: "e",
    });
    const closed = change(0, 1, {
      kind: "RELATIONSHIP_CLOSED",
      before: { kind: "RELATIONSHIP", id: "r", n: 1 },
      after: null,
      entities: [],
    });
    await record(space, 1, { changes: [full, closed] });
    expect(itemsOf(await space.changes({ from: at(0), to: at(1), page: { first: 5 } }))).toEqual([
      closed,
      full,
    ]);
  });

  /** Seconds 1, 2 and 3, with three changes each: of clara, of acme, of both. */
  const fill = async (): Promise<void> => {
    await record(opened.space, 0.5, { entities: [entity("clara", 0.5), entity("acme", 0.5)] });
    for (const second of [1, 2, 3])
      await record(opened.space, second, {
        changes: [
          change(0, second),
          change(1, second, { entities: ["acme"] }),
          change(2, second, { entities: ["acme", "clara"] }),
        ],
      });
  };
  const list = async (query: Partial<ChangeQuery>): Promise<string[]> => {
    const page = await opened.space.changes({
      from: at(0),
      to: at(9),
      page: { first: 50 },
      ...query,
    });
    return itemsOf(page).map(
      (one) => `${(Date.parse(one.at) - Date.parse(at(0))) / 1000}.${one.ordinal}`,
    );
  };

  it("are listed between two instants, oldest first, for all or some entities", async () => {
    await fill();
    const table: [query: Partial<ChangeQuery>, changes: string[]][] = [
      [{}, ["1.0", "1.1", "1.2", "2.0", "2.1", "2.2", "3.0", "3.1", "3.2"]],
      [{ from: at(1) }, ["2.0", "2.1", "2.2", "3.0", "3.1", "3.2"]],
      [{ from: at(0.999), to: at(1) }, ["1.0", "1.1", "1.2"]],
      [{ from: at(1), to: at(1.999) }, []],
      [{ from: at(3), to: at(1) }, []],
      [{ entities: ["clara"], to: at(2) }, ["1.0", "1.2", "2.0", "2.2"]],
      [{ entities: ["clara", "acme"], from: at(2) }, ["3.0", "3.1", "3.2"]],
      [{ entities: ["nobody"] }, []],
      [{ entities: [] }, []],
    ];
    for (const [query, expected] of table) {
      expect(await list(query), JSON.stringify(query)).toEqual(expected);
      expect(
        await (
          await opened.space.changes({ from: at(0), to: at(9), page: { first: 1 }, ...query })
        ).total(),
        JSON.stringify(query),
      ).toBe(expected.length);
    }
  });

  it("are paged, and pages do not shift when others are added", async () => {
    await fill();
    const { space } = opened;
    const seen: string[] = [];
    let after: string | undefined;
    for (let second = 4; ; second++) {
      const page = await space.changes({
        from: at(1),
        to: at(99),
        entities: ["clara"],
        page: { first: 2, after },
      });
      seen.push(
        ...itemsOf(page).map(
          (one) => `${(Date.parse(one.at) - Date.parse(at(0))) / 1000}.${one.ordinal}`,
        ),
      );
      if (second < 6) await record(space, second, { changes: [change(0, second)] });
      if (!page.hasNextPage) break;
      after = page.items.at(-1)?.cursor;
    }
    expect(seen).toEqual(["2.0", "2.2", "3.0", "3.2", "4.0", "5.0"]);
  });

  it("reject a cursor of another list", async () => {
    await fill();
    const other = (
      await opened.space.entities({ at: { knownAt: at(9), validAt: at(9) }, page: { first: 1 } })
    ).items[0]?.cursor;
    for (const after of ["", "x", "changes", "changes 1", "changes 1 x", other])
      await expect(list({ page: { first: 1, after } }), String(after)).rejects.toMatchObject({
        code: "INVALID_CURSOR",
      });
  });
});
