import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SpaceStore } from "../../../src/store/port.ts";
import { SpaceFile } from "../../../src/store/sqlite/database/space-file.ts";
import { textNumber } from "../../../src/store/sqlite/search/text-number.ts";
import { VectorIndex } from "../../../src/store/sqlite/vectors/vector-index.ts";
import { asOf, at, fact, record, recordFacts, textOf, vectorOf } from "../../contract/records.ts";
import { embedder } from "../../contract/stores.ts";
import { newDirectory, openStore } from "./directory.ts";

const ID = { tenant: "t", user: "u" };
const WORDS = "The piano arrived";

describe("vectors of the SQLite store", () => {
  const nearest = async (
    space: SpaceStore,
    vector: Float32Array,
    second = 99,
  ): Promise<[string, number][]> =>
    (await space.searchVector(vector, { kinds: ["FACT"], at: asOf(second), limit: 5 })).map(
      (hit) => [hit.text.subject, Math.round(hit.score * 100) / 100],
    );

  it("of another embedder are never compared, and stay for their own", async () => {
    const directory = await newDirectory();
    const mine = await vectorOf(WORDS);
    const theirs = Float32Array.of(1, 0, 0);
    const ours = await openStore(directory);
    await recordFacts(await ours.space(ID), 1, [fact("old", 1, { text: WORDS })]);
    await ours.close();
    const other = await openStore(directory, { embedder: { id: "other", dimensions: 3 } });
    const space = await other.space(ID);
    expect(await nearest(space, theirs)).toEqual([]);
    await record(space, 2, {
      facts: [fact("new", 2)],
      texts: [{ ...(await textOf(fact("new", 2))), vector: theirs }],
    });
    expect(await nearest(space, theirs)).toEqual([["new", 1]]);
    await other.close();
    const again = await (await openStore(directory)).space(ID);
    expect(await nearest(again, mine)).toEqual([["old", 1]]);
    await recordFacts(again, 3, [fact("third", 3, { text: WORDS })]);
    expect(await nearest(again, mine)).toEqual([
      ["third", 1],
      ["old", 1],
    ]);
  });

  it("are embedded again for another embedder, text by text, from a commit on", async () => {
    const directory = await newDirectory();
    const ours = await openStore(directory);
    await recordFacts(await ours.space(ID), 1, [fact("f", 1, { text: WORDS })]);
    await ours.close();
    const space = await (
      await openStore(directory, { embedder: { id: "other", dimensions: 3 } })
    ).space(ID);
    await record(space, 2, { vectors: [{ text: "text-f", vector: Float32Array.of(0, 1, 0) }] });
    expect([
      await nearest(space, Float32Array.of(0, 1, 0), 1),
      await nearest(space, Float32Array.of(0, 1, 0), 2),
    ]).toEqual([[], [["f", 1]]]);
  });

  it("are refused if the embedder of that name had other dimensions", async () => {
    const directory = await newDirectory();
    const ours = await openStore(directory);
    await recordFacts(await ours.space(ID), 1, [fact("f", 1)]);
    await ours.close();
    const space = await (
      await openStore(directory, { embedder: { id: embedder.id, dimensions: 8 } })
    ).space(ID);
    await expect(
      space.searchVector(new Float32Array(8), { kinds: ["FACT"], at: asOf(1), limit: 1 }),
    ).rejects.toThrow("32");
  });

  it("answer the same when cached, changed and added to, by this process and by another", async () => {
    const directory = await newDirectory();
    const [one, two] = [await openStore(directory), await openStore(directory)];
    const [space, other] = [await one.space(ID), await two.space(ID)];
    const axis = (n: number): Float32Array =>
      Float32Array.from({ length: embedder.dimensions }, (_, i) => (i === n ? 1 : 0));
    const facts = Array.from({ length: 5_000 }, (_, i) => fact(`f${i}`, 1));
    await record(space, 1, {
      facts,
      texts: facts.map((version) => ({
        id: version.textId,
        kind: "FACT",
        subject: version.fact,
        text: version.text,
        recordedAt: at(1),
        expiredAt: version.expiredAt,
        vector: axis(1),
      })),
    });
    for (const reader of [space, other, space])
      expect((await nearest(reader, axis(0))).map(([, score]) => score)).toEqual([0, 0, 0, 0, 0]);
    await record(space, 2, { vectors: [{ text: "text-f7", vector: axis(0) }] });
    await record(other, 3, {
      vectors: [{ text: "text-f4000", vector: axis(0) }],
      facts: [fact("late", 3)],
      texts: [{ ...(await textOf(fact("late", 3))), vector: axis(0) }],
    });
    for (const reader of [space, other])
      expect((await nearest(reader, axis(0))).slice(0, 4)).toEqual([
        ["late", 1],
        ["f4000", 1],
        ["f7", 1],
        [expect.any(String), 0],
      ]);
  });

  it("answer the same if the cache holds them packed, or only some of them", async () => {
    const path = join(await newDirectory(), "vectors.sqlite");
    const file = SpaceFile.open(path, ID, { maxBytes: null, sync: () => Promise.resolve() });
    const few = { id: "few", dimensions: 64 };
    const vector = (n: number): Float32Array =>
      Float32Array.from({ length: 64 }, (_, i) => (i % 11 === n % 11 ? 1 + ((n * i) % 7) : 0));
    file.write(() => {
      const writer = new VectorIndex(few).writer(file);
      for (let n = 1; n <= 5_000; n++) writer.add(textNumber("FACT", n, 3), vector(n), at(1));
      writer.finish();
    });
    const cosines = (index: VectorIndex, n: number) =>
      index.cosines(file, vector(n), new Set(["FACT"]), at(2));
    const whole = new VectorIndex(few);
    for (const bytes of [300_000, 60_000]) {
      const small = new VectorIndex(few, bytes);
      for (const n of [3, 4, 3]) expect(cosines(small, n)).toEqual(cosines(whole, n));
    }
    expect(cosines(whole, 3).numbers).toHaveLength(5_000);
    file.close();
  });

  it("alone decide which facts of a large subject are similar, if the embedder says so", async () => {
    const directory = await newDirectory();
    const store = await openStore(directory, { embedder: { ...embedder, decides: true } });
    const space = await store.space(ID);
    const facts = Array.from({ length: 2_500 }, (_, i) =>
      fact(`f${i}`, 1, { text: `item ${i}`, entity: i % 2 === 0 ? "clara" : "bob" }),
    );
    await recordFacts(space, 1, [
      ...facts,
      fact("theirs", 1, { entity: "bob", text: "zyx wvu" }),
      fact("near", 1, { text: "wvu zyx" }),
    ]);
    const [best] = await space.similarFacts({
      entities: ["clara"],
      text: "nothing shared",
      vector: await vectorOf("zyx wvu"),
      at: asOf(1),
      limit: 3,
    });
    expect([best?.version.fact, best?.similarity]).toEqual(["near", expect.closeTo(1, 2)]);
  });
});
