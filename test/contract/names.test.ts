import { describe, expect, it } from "vitest";
import { asOf, at, entity, record } from "./records.ts";
import { openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("names on $name", ({ open }) => {
  const opened = openForEach(open);

  const replace = async (
    second: number,
    id: string,
    n: number,
    name: string,
    aliases: string[],
  ): Promise<void> =>
    record(opened.space, second, {
      entities: [entity(id, second, { n, name, aliases })],
      expiries: [{ kind: "ENTITY", id, n: n - 1 }],
    });

  it("find their entities by folded name as of each record time, the first to get the name first", async () => {
    const { space } = opened;
    await record(space, 1, { entities: [entity("anna", 1, { name: "Anna", aliases: ["Annie"] })] });
    await record(space, 2, { entities: [entity("ana", 2, { name: "Ana Flávia" })] });
    await replace(3, "ana", 2, "Anna Flávia", ["Anna"]);
    await replace(4, "anna", 2, "Annie", []);
    const table: [second: number, names: string[], found: string[][]][] = [
      [0.999, ["anna"], [[]]],
      [1, ["anna", "annie", "ann"], [["anna"], ["anna"], []]],
      [2, ["ana flavia", "ana", "anna"], [["ana"], [], ["anna"]]],
      [3, ["ana flavia", "anna flavia", "anna"], [[], ["ana"], ["anna", "ana"]]],
      [4, ["anna", "annie"], [["ana"], ["anna"]]],
      [9, ["", "x", "anna", "anna"], [[], [], ["ana"], ["ana"]]],
    ];
    for (const [known, names, found] of table)
      expect(await space.entitiesByName(names, at(known)), `at ${known}`).toEqual(found);
  });

  it("still belong to an entity that is merged into another", async () => {
    const { space } = opened;
    await record(space, 1, {
      entities: [entity("bob", 1, { name: "Bob" }), entity("robert", 1, { name: "Robert" })],
    });
    await record(space, 2, {
      entities: [
        entity("bob", 2, { n: 2, name: "Bob", mergedInto: "robert" }),
        entity("robert", 2, { n: 2, name: "Robert", aliases: ["Bob"], absorbed: ["bob"] }),
      ],
      expiries: [
        { kind: "ENTITY", id: "bob", n: 1 },
        { kind: "ENTITY", id: "robert", n: 1 },
      ],
    });
    expect(await space.entitiesByName(["bob"], at(1))).toEqual([["bob"]]);
    expect(await space.entitiesByName(["bob"], at(2))).toEqual([["bob", "robert"]]);
  });

  it("are found by the thousand in one call", async () => {
    const { space } = opened;
    await record(space, 1, { entities: [entity("clara", 1, { name: "Clara" })] });
    const names = Array.from({ length: 5_000 }, (_, i) => (i === 4_321 ? "clara" : `nobody ${i}`));
    const found = await space.entitiesByName(names, at(1));
    expect(found.flatMap((owners, i) => (owners.length > 0 ? [i] : []))).toEqual([4_321]);
  });

  it("find candidates for an uncertain name: by a shared word or a prefix in either direction", async () => {
    const { space } = opened;
    await record(space, 1, {
      entities: [
        entity("carolina", 1, { name: "Carolina Souza", aliases: ["the boss"] }),
        entity("carl", 1, { name: "Carl" }),
        entity("souza", 1, { name: "Pedro de Souza" }),
        entity("other", 1, { name: "Mia" }),
      ],
    });
    await replace(2, "carl", 2, "Karl", []);
    const table: [names: string[], second: number, found: string[]][] = [
      [["carol"], 1, ["carolina"]],
      [["carolina"], 1, ["carolina"]],
      [["carolina souza lima"], 1, ["carolina", "souza"]],
      [["carlos"], 1, ["carl"]],
      [["carlos"], 2, []],
      [["souza"], 1, ["carolina", "souza"]],
      [["boss"], 1, ["carolina"]],
      [["the"], 1, ["carolina"]],
      [["mi", "karl"], 2, ["carl", "other"]],
      [["olina"], 1, []],
      [[""], 1, []],
      [[], 1, []],
      [["carol"], 0.5, []],
    ];
    for (const [names, known, found] of table)
      expect(
        (await space.entitiesByNamePart(names, at(known), 10)).toSorted(),
        `${names.join()} at ${known}`,
      ).toEqual(found);
  });

  it("find as many candidates as requested, those that share more of the name first", async () => {
    const { space } = opened;
    await record(space, 1, {
      entities: Array.from({ length: 30 }, (_, i) =>
        entity(`maria-${i}`, 1, { name: `Maria N${i}` }),
      ),
    });
    await record(space, 2, { entities: [entity("both", 2, { name: "Silva Maria" })] });
    expect(await space.entitiesByNamePart(["dona maria silva"], at(2), 1)).toEqual(["both"]);
    expect(await space.entitiesByNamePart(["maria"], at(2), 5)).toHaveLength(5);
    expect(await space.entitiesByNamePart(["maria"], asOf(2).knownAt, 0)).toEqual([]);
  });
});
