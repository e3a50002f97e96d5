import { describe, expect, it } from "vitest";
import { OPEN } from "../../src/memory/time.ts";
import type { RelationshipVersion } from "../../src/memory/relationship.ts";
import type { RelationshipQuery } from "../../src/store/port.ts";
import { asOf, at, entity, record, relationship } from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("relationships on $name", ({ open }) => {
  const opened = openForEach(open);

  const job = relationship("job", 2, { validFrom: at(1) });
  const stronger: RelationshipVersion = { ...job, n: 2, strength: 0.85, recordedAt: at(3) };
  const ended: RelationshipVersion = { ...stronger, n: 3, validTo: at(4), recordedAt: at(5) };

  /** Said at second 2, said again at 3, over at 4, which is heard at 5; and believed no more at all at 6. */
  const story = async (): Promise<void> => {
    const { space } = opened;
    await record(space, 2, {
      entities: [entity("clara", 2), entity("acme", 2)],
      relationships: [job],
    });
    await record(space, 3, {
      relationships: [stronger],
      expiries: [{ kind: "RELATIONSHIP", id: "job", n: 1 }],
    });
    await record(space, 5, {
      relationships: [ended],
      expiries: [{ kind: "RELATIONSHIP", id: "job", n: 2 }],
    });
    await record(space, 6, { expiries: [{ kind: "RELATIONSHIP", id: "job", n: 3 }] });
  };

  it("are read by id as of each record time, with their ends only once recorded", async () => {
    await story();
    const table: [second: number, expected: RelationshipVersion | null][] = [
      [1.999, null],
      [2, job],
      [3, stronger],
      [4.999, stronger],
      [5, ended],
      [6, { ...ended, expiredAt: at(6) }],
    ];
    for (const [known, expected] of table)
      expect(
        await opened.space.relationshipsAsOf([{ relationship: "job", knownAt: at(known) }]),
        `at ${known}`,
      ).toEqual([expected]);
    expect(
      await opened.space.relationshipsAsOf([
        { relationship: "x", knownAt: at(9) },
        { relationship: "job", knownAt: at(2) },
      ]),
    ).toEqual([null, job]);
  });

  it("have a history as of each record time", async () => {
    await story();
    const table: [second: number, expected: RelationshipVersion[]][] = [
      [1, []],
      [2, [job]],
      [5, [{ ...job, expiredAt: at(3) }, { ...stronger, expiredAt: at(5) }, ended]],
    ];
    for (const [known, expected] of table)
      expect(
        await opened.space.relationshipHistory([{ relationship: "job", knownAt: at(known) }]),
        `at ${known}`,
      ).toEqual([expected]);
  });

  it("are listed while they are visible, to the millisecond on both axes", async () => {
    await story();
    const table: [known: number, valid: number, expected: RelationshipVersion[]][] = [
      [1.999, 2, []],
      [2, 0.999, []],
      [2, 1, [job]],
      [3, 99, [stronger]],
      [5, 3.999, [ended]],
      [5, 4, []],
      [6, 3, []],
    ];
    for (const [known, valid, expected] of table)
      for (const [direction, entities] of [
        ["OUT", ["clara"]],
        ["IN", ["acme"]],
        ["BOTH", ["clara"]],
        ["BOTH", ["clara", "acme"]],
      ] as const) {
        const [page] = await opened.space.relationships([
          { entities, direction, at: asOf(known, valid), page: { first: 9 } },
        ]);
        expect(
          [itemsOf(page), await page?.total()],
          `${direction} at (${known}, ${valid})`,
        ).toEqual([expected, expected.length]);
      }
  });

  const fill = async (): Promise<void> => {
    const { space } = opened;
    await record(space, 1, {
      relationships: [
        relationship("a", 1, { source: "clara", target: "acme", type: "works_at" }),
        relationship("b", 1, { source: "bob", target: "clara", type: "knows" }),
        relationship("c", 1, { source: "clara", target: "bob", type: "knows" }),
        relationship("d", 1, { source: "clara", target: "clara", type: "knows" }),
        relationship("e", 1, { source: "absorbed", target: "clara", type: "likes" }),
        relationship("f", 1, { source: "acme", target: "bob", type: "employs" }),
      ],
    });
  };

  it("can be filtered by entities, direction and types", async () => {
    await fill();
    const table: [query: Partial<RelationshipQuery>, ids: string[]][] = [
      [{}, ["a", "b", "c", "d", "e"]],
      [{ direction: "OUT" }, ["a", "c", "d"]],
      [{ direction: "IN" }, ["b", "d", "e"]],
      [{ types: ["knows"] }, ["b", "c", "d"]],
      [{ types: ["knows", "works_at", "x"], direction: "OUT" }, ["a", "c", "d"]],
      [{ types: [] }, []],
      [{ entities: ["clara", "absorbed"] }, ["a", "b", "c", "d", "e"]],
      [{ entities: ["clara", "absorbed"], direction: "OUT" }, ["a", "c", "d", "e"]],
      [{ entities: ["acme", "bob", "acme"] }, ["a", "b", "c", "f"]],
      [{ entities: ["nobody"] }, []],
      [{ entities: [] }, []],
    ];
    const queries = table.map(([query]): RelationshipQuery => ({
      entities: ["clara"],
      direction: "BOTH",
      at: asOf(1),
      page: { first: 9 },
      ...query,
    }));
    const pages = await opened.space.relationships(queries);
    for (const [i, [query, expected]] of table.entries())
      expect(
        [itemsOf(pages[i]).map((version) => version.relationship), await pages[i]?.total()],
        JSON.stringify(query),
      ).toEqual([expected, expected.length]);
  });

  it("are paged, and pages do not shift when others are added", async () => {
    await fill();
    const { space } = opened;
    const query = (first: number, after?: string): RelationshipQuery => ({
      entities: ["clara"],
      direction: "BOTH",
      at: asOf(9),
      page: { first, after },
    });
    const [first] = await space.relationships([query(2)]);
    await record(space, 2, { relationships: [relationship("g", 2)] });
    const [second] = await space.relationships([query(2, first?.items[1]?.cursor)]);
    const [third] = await space.relationships([query(2, second?.items[1]?.cursor)]);
    expect(
      [first, second, third].map((page) => [
        itemsOf(page).map((version) => version.relationship),
        page?.hasNextPage,
      ]),
    ).toEqual([
      [["a", "b"], true],
      [["c", "d"], true],
      [["e", "g"], false],
    ]);
    for (const after of ["", "x", "facts 1"])
      await expect(space.relationships([query(2, after)]), after).rejects.toMatchObject({
        code: "INVALID_CURSOR",
      });
  });

  it("are found by evidence and by their ends, in their newest versions, closed ones included", async () => {
    const { space } = opened;
    await story();
    await record(space, 7, {
      relationships: [
        relationship("other", 7, { evidence: "evidence-job", source: "bob" }),
        relationship("third", 7, { type: "likes" }),
      ],
    });
    const ids = (versions: readonly RelationshipVersion[]): string[] =>
      versions.map((version) => `${version.relationship}.${version.n}`).toSorted();
    const [closed] = await space.relationshipsBetween({
      sources: ["clara"],
      targets: ["acme"],
      type: "works_at",
    });
    expect(closed).toEqual({ ...ended, expiredAt: at(6) });
    expect(ids(await space.relationshipsByEvidence(["evidence-job"]))).toEqual([
      "job.3",
      "other.1",
    ]);
    expect(
      ids(await space.relationshipsByEvidence(["evidence-third", "x", "evidence-job"])),
    ).toEqual(["job.3", "other.1", "third.1"]);
    expect(ids(await space.relationshipsByEvidence([]))).toEqual([]);
    expect(
      ids(
        await space.relationshipsBetween({
          sources: ["clara", "bob"],
          targets: ["acme", "x"],
          type: "works_at",
        }),
      ),
    ).toEqual(["job.3", "other.1"]);
    expect(
      ids(
        await space.relationshipsBetween({
          sources: ["acme"],
          targets: ["clara"],
          type: "works_at",
        }),
      ),
    ).toEqual([]);
    expect(closed?.expiredAt).not.toBe(OPEN);
  });
});
