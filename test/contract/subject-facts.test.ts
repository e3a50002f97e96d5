import { describe, expect, it } from "vitest";
import type { TimePoint } from "../../src/memory/time.ts";
import { asOf, at, fact, record, recordFacts, revised, superseded, vectorOf } from "./records.ts";
import { openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("the facts of a subject on $name", ({ open }) => {
  const opened = openForEach(open);

  const important = async (entities: string[], when: TimePoint, limit = 10): Promise<string[]> => {
    const [found] = await opened.space.importantFacts([{ entities, at: when, limit }]);
    return found?.map((version) => `${version.fact}.${version.n}`) ?? [];
  };

  it("are ordered by importance, then by first recording, as of each time point", async () => {
    const { space } = opened;
    const low = fact("low", 1, { importance: 0.1 });
    const high = fact("high", 1, { importance: 0.9 });
    await recordFacts(space, 1, [
      low,
      fact("middle", 1, { importance: 0.5 }),
      high,
      fact("same", 1, { importance: 0.5 }),
      fact("theirs", 1, { entity: "bob", importance: 0.7 }),
    ]);
    await record(space, 2, {
      facts: [revised(low, 2, { importance: 1 })],
      expiries: [
        {
          kind: "FACT",
          id: "low",
          n: 1,
          closing: { reason: "CORRECTED", by: null, decision: "d" },
        },
      ],
    });
    await superseded(space, 4, high, fact("later", 4, { validFrom: at(3), importance: 0.2 }));
    await recordFacts(space, 5, [fact("ending", 5, { importance: 0.95, claimedTo: at(100) })]);
    const table: [entities: string[], when: TimePoint, facts: string[]][] = [
      [["clara"], asOf(0.5), []],
      [["clara"], asOf(1), ["high.1", "middle.1", "same.1", "low.1"]],
      [["clara"], asOf(2), ["low.2", "high.1", "middle.1", "same.1"]],
      [["clara"], asOf(4), ["low.2", "middle.1", "same.1", "later.1"]],
      [["clara"], asOf(4, 2), ["low.2", "high.2", "middle.1", "same.1"]],
      [["clara"], asOf(5), ["low.2", "ending.1", "middle.1", "same.1", "later.1"]],
      [["clara"], asOf(9, 2), ["low.2", "high.2", "middle.1", "same.1"]],
      [["clara"], asOf(9, 100), ["low.2", "middle.1", "same.1", "later.1"]],
      [["clara", "bob", "bob"], asOf(1), ["high.1", "theirs.1", "middle.1", "same.1", "low.1"]],
      [[], asOf(1), []],
    ];
    for (const [entities, when, expected] of table)
      expect(
        await important(entities, when),
        `${entities.join()} at (${when.knownAt}, ${when.validAt})`,
      ).toEqual(expected);
    const many = await space.importantFacts(
      table.map(([entities, when], i) => ({ entities, at: when, limit: i })),
    );
    expect(many.map((found) => found.map((version) => `${version.fact}.${version.n}`))).toEqual(
      table.map(([, , expected], i) => expected.slice(0, i)),
    );
  });

  const similar = async (
    text: string,
    entities = ["clara"],
    when = asOf(99),
    limit = 5,
  ): Promise<(readonly [string, number])[]> =>
    (
      await opened.space.similarFacts({
        entities,
        text,
        vector: await vectorOf(text),
        at: when,
        limit,
      })
    ).map(({ version, similarity }) => [version.fact, Math.round(similarity * 100) / 100] as const);

  it("are ordered by cosine similarity within the subject, as of each time point", async () => {
    const { space } = opened;
    const cat = fact("cat", 1, { text: "Clara has a black cat" });
    await recordFacts(space, 1, [
      cat,
      fact("job", 1, { text: "Bob mows xylophones in Quixburgh" }),
      fact("theirs", 1, { entity: "bob", text: "Clara has a black cat" }),
    ]);
    await superseded(
      space,
      3,
      cat,
      fact("dog", 3, { validFrom: at(2), text: "Clara has a black dog" }),
    );
    const [[first, firstCosine] = [], [second, secondCosine] = []] = await similar(
      "Clara has a black dog",
      ["clara"],
      asOf(3),
    );
    expect([first, firstCosine, second]).toEqual(["dog", 1, "job"]);
    expect(secondCosine).toBeLessThan(0.9);
    expect((await similar("Clara has a black cat", ["clara"], asOf(1))).map(([id]) => id)).toEqual([
      "cat",
      "job",
    ]);
    expect(
      (await similar("Clara has a black cat", ["clara"], asOf(3, 1))).map(([id]) => id),
    ).toEqual(["cat", "job"]);
    expect(
      (await similar("Clara has a black cat", ["clara", "bob"], asOf(1)))
        .map(([id]) => id)
        .toSorted(),
    ).toEqual(["cat", "job", "theirs"]);
    expect(await similar("Clara has a black cat", ["clara"], asOf(0.5))).toEqual([]);
    expect(await similar("Clara has a black cat", [])).toEqual([]);
    expect(await similar("Clara has a black cat", ["clara"], asOf(1), 1)).toHaveLength(1);
  });

  it("that are nearest are found among thousands by shared words", async () => {
    const { space } = opened;
    const towns = ["Lisbon", "Porto", "Faro", "Braga"];
    const facts = Array.from({ length: 2_000 }, (_, i) =>
      fact(`f${i}`, 1, {
        text: `Clara noted item number ${i} about ${towns[i % 4]}`,
        entity: i % 10 === 0 ? "bob" : "clara",
      }),
    );
    await recordFacts(space, 1, [
      ...facts,
      fact("piano", 1, { text: "Clara practises the piano on Sundays" }),
      fact("once", 1, { text: "Clara was here once" }),
    ]);
    const [best] = await similar("Clara practises the piano every Sunday");
    expect(best?.[0]).toBe("piano");
    const [ofStopWords] = await similar("Clara once was here");
    expect(ofStopWords?.[0]).toBe("once");
    const found = await similar("Clara noted item number 1234 about Faro", ["clara"], asOf(1), 8);
    expect(found).toContainEqual(["f1234", 1]);
    expect(found).toHaveLength(8);
    expect(found.every(([id]) => Number(id.slice(1)) % 10 !== 0)).toBe(true);
    expect(found.map(([, similarity]) => similarity)).toEqual(
      found.map(([, similarity]) => similarity).toSorted((a, b) => b - a),
    );
  });

  it("have similarity 0 without a vector", async () => {
    const { space } = opened;
    await record(space, 1, {
      facts: [fact("f", 1)],
      texts: [
        {
          id: "text-f",
          kind: "FACT",
          subject: "f",
          text: fact("f", 1).text,
          recordedAt: at(1),
          expiredAt: fact("f", 1).expiredAt,
          vector: null,
        },
      ],
    });
    expect(await similar("A statement called f")).toEqual([["f", 0]]);
  });
});
