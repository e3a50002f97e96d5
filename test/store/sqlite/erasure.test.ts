import { describe, expect, it } from "vitest";
import { Database } from "../../../src/store/sqlite/database/database.ts";
import { OPEN } from "../../../src/memory/time.ts";
import type { SpaceStore } from "../../../src/store/port.ts";
import { at, entity, event, fact, LATER, vectorOf } from "../../contract/records.ts";
import { filesIn, newDirectory, onlyFile, openStore } from "./directory.ts";
import { NOTHING_ERASED } from "../../../src/write/erase/planned-removal.ts";

const ID = { tenant: "t", user: "u" };
const say = async (space: SpaceStore, n: number, text: string): Promise<void> => {
  const own = fact(`f${n}`, n, { text });
  expect(
    await space.commit(await space.head(), {
      recordedAt: at(n),
      facts: [own],
      texts: [
        {
          id: own.textId,
          kind: "FACT",
          subject: own.fact,
          text,
          recordedAt: at(n),
          expiredAt: OPEN,
          vector: await vectorOf(text),
        },
      ],
      ...(n === 1 ? { entities: [entity("clara", 1, { aliases: ["Quixotica"] })] } : {}),
    }),
  ).toBe(true);
};
const found = async (space: SpaceStore, word: string, knownAt = LATER) => {
  const query = {
    kinds: ["FACT" as const],
    at: { knownAt: at(knownAt), validAt: at(LATER) },
    limit: 50,
  };
  return [
    await space.searchFullText([word], query),
    await space.searchSubstring([word], query),
    await space.searchVector(await vectorOf(word), query),
  ].map((hits) => hits.map(({ text, score }) => [text.id, Math.round(score * 1e6)]));
};

describe("an erased text", () => {
  it("does not affect ranking at any record time, and indexes stay intact", async () => {
    const [directory, other] = [await newDirectory(), await newDirectory()];
    const [store, without] = [await openStore(directory), await openStore(other)];
    const [space, fresh] = [await store.space(ID), await without.space(ID)];
    const texts = Array.from(
      { length: 120 },
      (_, n) => `Clara said word${n % 7} and word${n % 11} about thing ${n}`,
    );
    for (const [n, text] of texts.entries()) await say(space, n + 1, text);
    for (const [n, text] of texts.entries()) if (n % 10 !== 3) await say(fresh, n + 1, text);
    const gone = [...texts.keys()].filter((n) => n % 10 === 3);
    expect(
      await space.erase(await space.head(), {
        ...NOTHING_ERASED,
        facts: gone.map((n) => `f${n + 1}`),
        texts: gone.map((n) => `text-f${n + 1}`),
      }),
    ).toEqual({ FACT: 12, FACT_VERSION: 12, SEARCH_TEXT: 12, VECTOR: 12 });
    for (const knownAt of [20, 64, LATER])
      for (const word of ["word3", "thing", "clara"])
        expect([knownAt, word, await found(space, word, knownAt)]).toEqual([
          knownAt,
          word,
          await found(fresh, word, knownAt),
        ]);
    await say(space, 200, "Clara said one thing more");
    await say(fresh, 200, "Clara said one thing more");
    expect(await found(space, "thing")).toEqual(await found(fresh, "thing"));
    await store.close();
    await without.close();
    const database = new Database(await onlyFile(directory));
    for (const index of ["stem", "trigram"])
      expect(() =>
        database.run(`INSERT INTO ${index} (${index}) VALUES ('integrity-check')`),
      ).not.toThrow();
    expect(database.pragma("integrity_check")).toBe("ok");
    database.close();
  });

  it("leaves neither the words of a message nor those about it in the full-text index", async () => {
    const directory = await newDirectory();
    const store = await openStore(directory);
    const space = await store.space(ID);
    const logged = event("e", 1, { message: "The harvest is in", speaker: "Quixotica" });
    const text = {
      id: "e",
      kind: "EVENT" as const,
      subject: "e",
      text: logged.message,
      about: "Quixotica 3 May 2026",
      recordedAt: at(1),
      expiredAt: OPEN,
      vector: null,
    };
    await space.commit(await space.head(), { recordedAt: at(1), events: [logged], texts: [text] });
    await space.erase(await space.head(), { ...NOTHING_ERASED, events: ["e"], texts: ["e"] });
    await store.close();
    const database = new Database(await onlyFile(directory));
    expect(database.all("SELECT term FROM stem_place")).toEqual([]);
    database.close();
  });

  it("is returned by no other process that had read it", async () => {
    const directory = await newDirectory();
    const [mine, theirs] = [await openStore(directory), await openStore(directory)];
    const [space, held] = [await mine.space(ID), await theirs.space(ID)];
    await say(space, 1, "Clara sings");
    const asked = [{ entity: "clara", knownAt: at(LATER) }];
    const [version] = await held.entitiesAsOf(asked);
    expect(version!.aliases).toEqual(["Quixotica"]);
    await space.erase(await space.head(), {
      ...NOTHING_ERASED,
      rewrittenRecords: {
        ...NOTHING_ERASED.rewrittenRecords,
        entities: [{ ...version!, aliases: [] }],
      },
    });
    expect((await held.entitiesAsOf(asked))[0]!.aliases).toEqual([]);
    expect(await held.entitiesByName(["quixotica"], at(LATER))).toEqual([[]]);
    expect(await space.erase({ tag: "0" }, NOTHING_ERASED)).toBeNull();
    await mine.close();
    await theirs.close();
  });

  it("is looked for string by string, and others run between", async () => {
    const space = await (await openStore(await newDirectory())).space(ID);
    await say(space, 1, "Clara sings of the sea");
    let turns = 0;
    const count = (): void => {
      turns += 1;
      running = setImmediate(count);
    };
    let running = setImmediate(count);
    const strings = Array.from({ length: 20 }, (_, n) => `song ${n}`);
    const { texts } = await space.traces({ strings: [...strings, "sings", "THE SEA", "a"] });
    clearImmediate(running);
    expect(texts.map(({ id }) => id)).toEqual(["text-f1"]);
    expect(turns).toBeGreaterThan(strings.length / 2);
    expect((await space.traces({ strings })).texts).toEqual([]);
    expect((await space.traces({})).texts).toEqual([]);
  });

  it("in an erased space leaves no file, and a process that had it open starts a new one without losses", async () => {
    const directory = await newDirectory();
    const [mine, theirs] = [await openStore(directory), await openStore(directory)];
    const [space, held] = [await mine.space(ID), await theirs.space(ID)];
    await say(held, 1, "Clara sings");
    const counts = await space.countAll();
    expect(counts).toMatchObject({ FACT: 1, ENTITY: 1 });
    expect(await space.eraseAll()).toEqual(counts);
    expect(await filesIn(directory)).toEqual([]);
    expect(await held.head()).toMatchObject({ recordedAt: null });
    await say(held, 1, "Clara dances");
    expect((await found(space, "dances"))[0]).toHaveLength(1);
    expect((await found(space, "sings"))[0]).toEqual([]);
    const nobody = await mine.space({ tenant: "t", user: "nobody" });
    expect([await nobody.countAll(), await nobody.eraseAll()]).toEqual([{}, {}]);
    await mine.close();
    await theirs.close();
  });

  it("in a space whose removal was interrupted is removed by the next process", async () => {
    const directory = await newDirectory();
    const store = await openStore(directory);
    await say(await store.space(ID), 1, "Clara sings");
    await store.close();
    const database = new Database(await onlyFile(directory));
    database.exec("DELETE FROM space");
    database.close();
    const again = await openStore(directory);
    const space = await again.space(ID);
    expect(await space.head()).toMatchObject({ recordedAt: null });
    await say(space, 1, "Clara dances");
    expect((await found(space, "sings"))[0]).toEqual([]);
    await again.close();
  });
});
