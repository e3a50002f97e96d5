import { describe, expect, it } from "vitest";
import type { EntityVersion } from "../../src/memory/entity.ts";
import type { EntityQuery } from "../../src/store/port.ts";
import { OPEN } from "../../src/memory/time.ts";
import { asOf, at, entity, fact, record } from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("entities on $name", ({ open }) => {
  const opened = openForEach(open);

  /** Records the next version of an entity in the place of one. */
  const changed = async (
    second: number,
    old: EntityVersion,
    own: Partial<EntityVersion>,
  ): Promise<EntityVersion> => {
    const next = { ...old, n: old.n + 1, recordedAt: at(second), ...own };
    await record(opened.space, second, {
      entities: [next],
      expiries: [{ kind: "ENTITY", id: old.entity, n: old.n }],
    });
    return next;
  };

  it("are read as they were recorded", async () => {
    const { space } = opened;
    const full = entity("clara", 1, {
      key: "person:clara_rezende",
      name: "Clara Rezende",
      aliases: ["Clarinha", "C. Rezende", "克拉拉"],
      profile: "A designer.\nLives in Lisbon.",
      importance: 0.75,
      self: "INTRODUCED",
      absorbed: ["other", "another"],
      decision: "d",
      validFrom: at(0.5),
      validTo: at(9),
    });
    await record(space, 1, { entities: [full] });
    expect(await space.entitiesAsOf([{ entity: "clara", knownAt: at(1) }])).toEqual([full]);
  });

  it("are read as of each record time, to the millisecond, with their ends only once recorded", async () => {
    const { space } = opened;
    const first = entity("clara", 1, { name: "Clara" });
    await record(space, 1, { entities: [first] });
    const second = await changed(2, first, { name: "Clara Rezende", type: "designer" });
    const third = await changed(3, second, { name: "Clara Souza", mergedInto: "other" });
    const table: [second: number, EntityVersion | null][] = [
      [0.999, null],
      [1, first],
      [1.999, first],
      [2, second],
      [2.999, second],
      [3, third],
      [99, third],
    ];
    for (const [known, expected] of table)
      expect(
        await space.entitiesAsOf([{ entity: "clara", knownAt: at(known) }]),
        `at ${known}`,
      ).toEqual([expected]);
    expect(
      await space.entitiesAsOf(table.map(([known]) => ({ entity: "clara", knownAt: at(known) }))),
    ).toEqual(table.map(([, expected]) => expected));
  });

  it("have a history, as of each record time", async () => {
    const { space } = opened;
    const first = entity("clara", 1, { name: "Clara" });
    await record(space, 1, { entities: [first] });
    const second = await changed(2, first, { name: "Clara Rezende" });
    const ended = { ...first, expiredAt: at(2) };
    const table: [second: number, EntityVersion[]][] = [
      [0.5, []],
      [1, [first]],
      [1.999, [first]],
      [2, [ended, second]],
      [9, [ended, second]],
    ];
    for (const [known, expected] of table)
      expect(
        await space.entityHistory([{ entity: "clara", knownAt: at(known) }]),
        `at ${known}`,
      ).toEqual([expected]);
  });

  it("are gone if their version expired without a successor", async () => {
    const { space } = opened;
    await record(space, 1, { entities: [entity("clara", 1)] });
    await record(space, 2, { expiries: [{ kind: "ENTITY", id: "clara", n: 1 }] });
    expect(
      await space.entitiesAsOf([1, 2].map((second) => ({ entity: "clara", knownAt: at(second) }))),
    ).toMatchObject([{ n: 1, expiredAt: OPEN }, null]);
    expect(await space.entitiesByName(["clara"], at(1))).toEqual([["clara"]]);
    expect(await space.entitiesByName(["clara"], at(2))).toEqual([[]]);
  });

  it("are found by key", async () => {
    const { space } = opened;
    await record(space, 1, {
      entities: [
        entity("1", 1, { key: "person:clara" }),
        entity("2", 1, { key: "url:github.com|x" }),
      ],
    });
    expect(
      await space.entitiesByKey([
        "url:github.com|x",
        "person:CLARA",
        "person:clara",
        "",
        "person:clara",
      ]),
    ).toEqual(["2", null, "1", null, "1"]);
  });

  it("answer in the order of the requests, duplicates included", async () => {
    const { space } = opened;
    await record(space, 1, { entities: ["a", "b", "c"].map((id) => entity(id, 1)) });
    const asked = ["c", "x", "a", "a", "b", "c"];
    const found = await space.entitiesAsOf(asked.map((id) => ({ entity: id, knownAt: at(1) })));
    expect(found.map((version) => version?.entity ?? null)).toEqual([
      "c",
      null,
      "a",
      "a",
      "b",
      "c",
    ]);
  });

  it("find the user: by the best evidence, then by the first recorded", async () => {
    const { space } = opened;
    const speaker = entity("speaker", 1, { self: "SPEAKER" });
    await record(space, 1, { entities: [entity("nobody", 1), speaker] });
    await record(space, 2, { entities: [entity("introduced", 2, { self: "INTRODUCED" })] });
    await record(space, 3, {
      entities: [
        entity("unnamed", 3, { self: "UNNAMED_SPEAKER" }),
        entity("again", 3, { self: "INTRODUCED" }),
      ],
    });
    await record(space, 4, {
      expiries: [{ kind: "ENTITY", id: "introduced", n: 1 }],
      entities: [entity("introduced", 4, { n: 2, self: null })],
    });
    const table: [second: number, self: string | null][] = [
      [0.5, null],
      [1, "speaker"],
      [2, "introduced"],
      [3, "introduced"],
      [3.999, "introduced"],
      [4, "again"],
    ];
    for (const [known, expected] of table)
      expect(await space.self(at(known)), `at ${known}`).toBe(expected);
  });

  describe("in a list", () => {
    const fill = async (): Promise<void> => {
      const { space } = opened;
      const clara = entity("clara", 1, { name: "Clara Rezende", aliases: ["Clarinha"] });
      await record(space, 1, {
        entities: [clara, entity("acme", 1, { name: "ACME Inc", type: "organization" })],
      });
      await record(space, 2, { entities: [entity("joao", 2, { name: "João Pereira" })] });
      await changed(3, clara, { name: "Clara Souza", type: "designer" });
      await record(space, 4, {
        entities: [
          entity("maria", 4, { name: "Maria" }),
          entity("double", 4, { name: "Maria too", mergedInto: "maria" }),
          entity("brief", 4, { name: "Brief", validFrom: at(5), validTo: at(6) }),
        ],
      });
    };
    const list = async (query: Partial<EntityQuery>): Promise<string[]> =>
      itemsOf(await opened.space.entities({ at: asOf(4), page: { first: 50 }, ...query })).map(
        (version) => version.entity,
      );

    it("are in the order of recording, without merged ones", async () => {
      await fill();
      const table: [query: Partial<EntityQuery>, entities: string[]][] = [
        [{}, ["clara", "acme", "joao", "maria"]],
        [{ at: asOf(0.5) }, []],
        [{ at: asOf(1) }, ["clara", "acme"]],
        [{ at: asOf(2.5) }, ["clara", "acme", "joao"]],
        [{ at: asOf(4, 5) }, ["clara", "acme", "joao", "maria", "brief"]],
        [{ at: asOf(4, 6) }, ["clara", "acme", "joao", "maria"]],
        [{ type: "person" }, ["joao", "maria"]],
        [{ type: "person", at: asOf(2) }, ["clara", "joao"]],
        [{ type: "designer" }, ["clara"]],
        [{ type: "designer", at: asOf(2) }, []],
        [{ type: "nothing" }, []],
        [{ nameContains: "cla" }, ["clara"]],
        [{ nameContains: "SOUZA" }, ["clara"]],
        [{ nameContains: "rezende" }, []],
        [{ nameContains: "rezende", at: asOf(2) }, ["clara"]],
        [{ nameContains: "inha" }, ["clara"]],
        [{ nameContains: "joao" }, ["joao"]],
        [{ nameContains: "ÃO PER" }, ["joao"]],
        [{ nameContains: "" }, ["clara", "acme", "joao", "maria"]],
        [{ nameContains: "%" }, []],
        [{ nameContains: "_" }, []],
        [{ nameContains: "a", type: "organization" }, ["acme"]],
      ];
      for (const [query, expected] of table)
        expect(await list(query), JSON.stringify(query)).toEqual(expected);
      for (const [query, expected] of table)
        expect(
          await (
            await opened.space.entities({ at: asOf(4), page: { first: 1 }, ...query })
          ).total(),
          JSON.stringify(query),
        ).toBe(expected.length);
    });

    it("are paged, and pages do not shift when others are added", async () => {
      await fill();
      const { space } = opened;
      const first = await space.entities({ at: asOf(4), page: { first: 2 } });
      await record(space, 5, {
        entities: [entity("late", 5)],
        facts: [fact("f", 5, { entity: "unheard" })],
      });
      const second = await space.entities({
        at: asOf(5, 7),
        page: { first: 2, after: first.items[1]?.cursor },
      });
      const third = await space.entities({
        at: asOf(5, 7),
        page: { first: 2, after: second.items[1]?.cursor },
      });
      expect(
        [first, second, third].map((page) => [
          itemsOf(page).map((version) => version.entity),
          page.hasNextPage,
        ]),
      ).toEqual([
        [["clara", "acme"], true],
        [["joao", "maria"], true],
        [["late"], false],
      ]);
      expect(await Promise.all([first.total(), second.total(), third.total()])).toEqual([4, 5, 5]);
      expect(await space.entities({ at: asOf(5), page: { first: 0 } })).toMatchObject({
        items: [],
        hasNextPage: true,
      });
      expect(
        await list({ type: "person", page: { first: 1, after: first.items[1]?.cursor } }),
      ).toEqual(["joao"]);
    });

    it("reject a cursor of another list", async () => {
      await fill();
      const { space } = opened;
      await record(space, 10, { facts: [fact("f", 10)] });
      const [page] = await space.facts([{ at: asOf(10), page: { first: 1 } }]);
      for (const after of [
        "",
        "x",
        "entities",
        "entities x",
        "0",
        "-1",
        "1e9",
        page?.items[0]?.cursor,
      ])
        await expect(
          space.entities({ at: asOf(4), page: { first: 1, after } }),
          String(after),
        ).rejects.toMatchObject({ code: "INVALID_CURSOR" });
    });
  });
});
