import { describe, expect, it } from "vitest";
import type { LineQuery } from "../../src/store/port.ts";
import { contentHash } from "../../src/memory/content-hash.ts";
import { asOf, at, fact, record, recordFacts, revised, superseded } from "./records.ts";
import { openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("the reads of reconciliation on $name", ({ open }) => {
  const opened = openForEach(open);

  const line = async (query: LineQuery, from?: number): Promise<string[]> =>
    (await opened.space.line(query, from === undefined ? undefined : at(from)))
      .map((version) => `${version.fact}.${version.n}`)
      .toSorted();

  it("return the newest version of every fact of a slot or a chain, including closed ones", async () => {
    const { space } = opened;
    const home = { slot: "residence" };
    const lisbon = fact("lisbon", 1, home);
    await recordFacts(space, 1, [
      lisbon,
      fact("boss", 1, { slot: "employer" }),
      fact("cat", 1),
      fact("kitten", 1, { chain: "cat" }),
      fact("theirs", 1, { ...home, entity: "absorbed" }),
    ]);
    await superseded(space, 2, lisbon, fact("porto", 2, home));
    await record(space, 3, {
      expiries: [
        {
          kind: "FACT",
          id: "porto",
          n: 1,
          closing: { reason: "RETRACTED", by: null, decision: "d" },
        },
      ],
    });
    const table: [query: LineQuery, facts: string[]][] = [
      [{ entities: ["clara"], slots: ["residence"] }, ["lisbon.2", "porto.1"]],
      [
        { entities: ["clara", "absorbed"], slots: ["residence"] },
        ["lisbon.2", "porto.1", "theirs.1"],
      ],
      [{ entities: ["clara"], slots: ["employer"] }, ["boss.1"]],
      [{ entities: ["clara"], slots: ["nothing"] }, []],
      [
        { entities: ["clara"], slots: ["employer", "residence"] },
        ["boss.1", "lisbon.2", "porto.1"],
      ],
      [{ entities: ["clara"], slots: [] }, []],
      [{ entities: [], slots: ["residence"] }, []],
      [{ chain: "cat" }, ["cat.1", "kitten.1"]],
      [{ chain: "nothing" }, []],
    ];
    for (const [query, expected] of table)
      expect(await line(query), JSON.stringify(query)).toEqual(expected);
    const [, porto] = (await space.line({ entities: ["clara"], slots: ["residence"] })).toSorted(
      (a, b) => (a.fact < b.fact ? -1 : 1),
    );
    expect(porto).toMatchObject({
      expiredAt: at(3),
      closing: { reason: "RETRACTED", by: null, decision: "d" },
    });
  });

  it("return from an instant on the facts that may still count: those that end later, and empty ones claimed for longer", async () => {
    const { space } = opened;
    const home = { slot: "residence" };
    const cut = fact("cut", 1, home);
    const emptied = fact("emptied", 1, home);
    const emptiedShort = fact("emptied-short", 1, { ...home, claimedTo: at(5) });
    await recordFacts(space, 1, [
      cut,
      emptied,
      emptiedShort,
      fact("withdrawn", 1, home),
      fact("short", 1, { ...home, claimedTo: at(4) }),
    ]);
    const end = { reason: "UPDATE", by: "open" } as const;
    await record(space, 2, {
      facts: [
        revised(cut, 2, { validTo: at(3), end }),
        ...[emptied, emptiedShort].map((version) =>
          revised(version, 2, { validTo: version.validFrom, end }),
        ),
        fact("open", 2, { ...home, validFrom: at(3) }),
      ],
      expiries: [cut, emptied, emptiedShort].map((version) => ({
        kind: "FACT",
        id: version.fact,
        n: 1,
        closing: { ...end, decision: "d" },
      })),
    });
    await record(space, 3, {
      expiries: [
        {
          kind: "FACT",
          id: "withdrawn",
          n: 1,
          closing: { reason: "CONTRADICT", by: "open", decision: "d" },
        },
      ],
    });
    const table: [from: number | undefined, facts: string[]][] = [
      [undefined, ["cut.2", "emptied-short.2", "emptied.2", "open.1", "short.1", "withdrawn.1"]],
      [0, ["cut.2", "emptied-short.2", "emptied.2", "open.1", "short.1"]],
      [2.999, ["cut.2", "emptied-short.2", "emptied.2", "open.1", "short.1"]],
      [3, ["emptied-short.2", "emptied.2", "open.1", "short.1"]],
      [4, ["emptied-short.2", "emptied.2", "open.1"]],
      [5, ["emptied.2", "open.1"]],
      [99, ["emptied.2", "open.1"]],
    ];
    for (const [from, expected] of table)
      expect(
        await line({ entities: ["clara"], slots: ["residence"] }, from),
        `from ${from}`,
      ).toEqual(expected);
  });

  it("list every slot in which entities have facts, believed or not", async () => {
    const { space } = opened;
    await recordFacts(space, 1, [
      fact("a", 1, { slot: "residence" }),
      fact("b", 1, { slot: "residence" }),
      fact("c", 1, { slot: "employer" }),
      fact("d", 1),
      fact("e", 1, { slot: "hobby", entity: "bob" }),
    ]);
    await record(space, 2, {
      expiries: [
        { kind: "FACT", id: "c", n: 1, closing: { reason: "RETRACTED", by: null, decision: "d" } },
      ],
    });
    const table: [entities: string[], slots: string[]][] = [
      [["clara"], ["employer", "residence"]],
      [
        ["bob", "clara"],
        ["employer", "hobby", "residence"],
      ],
      [["nobody"], []],
      [[], []],
    ];
    for (const [entities, slots] of table)
      expect((await space.slots(entities)).toSorted(), entities.join()).toEqual(slots);
  });

  it("find the visible facts with the same content hash", async () => {
    const { space } = opened;
    const said = fact("f", 1, { text: "Clara has a cat." });
    await recordFacts(space, 1, [
      said,
      fact("g", 1, { text: "Clara has a cat", entity: "bob" }),
      fact("h", 1, { text: "Clara has a dog" }),
    ]);
    await superseded(space, 3, said, fact("i", 3, { validFrom: at(2) }));
    const hash = contentHash("clara has a  CAT!");
    const table: [entities: string[], known: number, valid: number, facts: string[]][] = [
      [["clara"], 0.999, 1, []],
      [["clara"], 1, 0.999, []],
      [["clara"], 1, 1, ["f.1"]],
      [["clara"], 3, 1, ["f.2"]],
      [["clara"], 3, 2, []],
      [["bob"], 3, 3, ["g.1"]],
      [["clara", "bob"], 1, 1, ["f.1", "g.1"]],
      [[], 1, 1, []],
    ];
    for (const [entities, known, valid, expected] of table)
      expect(
        (await space.factsByHash(entities, hash, asOf(known, valid))).map(
          (version) => `${version.fact}.${version.n}`,
        ),
        `${entities.join()} at (${known}, ${valid})`,
      ).toEqual(expected);
    expect(await space.factsByHash(["clara"], "", asOf(1))).toEqual([]);
  });

  it("do not find facts whose text was corrected", async () => {
    const { space } = opened;
    await recordFacts(space, 1, [fact("f", 1, { text: "Clara has a cat" })]);
    await recordFacts(
      space,
      2,
      [
        fact("f", 2, {
          n: 2,
          text: "Clara has a dog",
          textId: "text-dog",
          firstRecordedAt: at(1),
          validFrom: at(1),
        }),
      ],
      {
        expiries: [
          {
            kind: "FACT",
            id: "f",
            n: 1,
            closing: { reason: "CORRECTED", by: null, decision: "d" },
          },
        ],
      },
    );
    const found = async (text: string, second: number): Promise<number> =>
      (await space.factsByHash(["clara"], contentHash(text), asOf(second))).length;
    expect([
      await found("Clara has a cat", 1),
      await found("Clara has a cat", 2),
      await found("Clara has a dog", 1),
      await found("Clara has a dog", 2),
    ]).toEqual([1, 0, 0, 1]);
  });
});
