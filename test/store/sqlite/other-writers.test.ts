import { describe, expect, it } from "vitest";
import { Database } from "../../../src/store/sqlite/database/database.ts";
import {
  asOf,
  at,
  entity,
  fact,
  record,
  recordFacts,
  session,
  turn,
} from "../../contract/records.ts";
import { itemsOf } from "../../contract/open-store.ts";
import { newDirectory, onlyFile, openStore } from "./directory.ts";

const ID = { tenant: "t", user: "u" };

/** Two stores on one directory share nothing but the files: to each the other is another process. */
describe("two stores on one folder", () => {
  it("create a space's file together", async () => {
    const directory = await newDirectory();
    const spaces = await Promise.all(
      Array.from({ length: 4 }, async () => (await openStore(directory)).space(ID)),
    );
    const won = await Promise.all(
      spaces.map(async (space, i) =>
        space.commit(await space.head(), {
          recordedAt: at(i + 1),
          entities: [entity(`e${i}`, i + 1)],
        }),
      ),
    );
    expect(won.filter(Boolean).length).toBeGreaterThan(0);
    for (const space of spaces)
      expect(itemsOf(await space.entities({ at: asOf(9), page: { first: 9 } }))).toHaveLength(
        won.filter(Boolean).length,
      );
  });

  it("see each other's commits at once, and guard one head", async () => {
    const directory = await newDirectory();
    const [a, b] = await Promise.all([openStore(directory), openStore(directory)]);
    const [mine, theirs] = [await a.space(ID), await b.space(ID)];
    await recordFacts(mine, 1, [fact("f", 1)]);
    const stale = await theirs.head();
    expect(stale.recordedAt).toBe(at(1));
    await recordFacts(mine, 2, [fact("g", 2)]);
    expect(await theirs.commit(stale, { recordedAt: at(3) })).toBe(false);
    expect(itemsOf((await theirs.facts([{ at: asOf(2), page: { first: 9 } }]))[0])).toHaveLength(2);
  });

  it("are read, and written in turn, while one makes a large commit", async () => {
    const directory = await newDirectory();
    const [a, b] = await Promise.all([openStore(directory), openStore(directory)]);
    const [mine, theirs] = [await a.space(ID), await b.space(ID)];
    await record(mine, 1, { entities: [entity("clara", 1)] });
    const many = Array.from({ length: 400 }, (_, i) => fact(`f${i}`, 2));
    const progress = { isDone: false };
    const large = recordFacts(mine, 2, many).then(() => (progress.isDone = true));
    const added = Promise.all(
      [mine, theirs].map(async (space, i) => {
        await space.createSession(session(`s${i}`, 3));
        return space.appendTurns(`s${i}`, [turn(`t${i}`)]);
      }),
    );
    const seen = new Set<number>();
    let readsBefore = 0;
    while (!progress.isDone) {
      for (const space of [mine, theirs]) {
        const [page] = await space.facts([{ at: asOf(9), page: { first: many.length } }]);
        seen.add(itemsOf(page).length);
      }
      if (!progress.isDone) readsBefore += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await large;
    expect(readsBefore).toBeGreaterThan(2);
    expect([...seen].filter((count) => count !== 0)).toEqual(seen.size > 1 ? [many.length] : []);
    expect((await added).map((turns) => turns?.length)).toEqual([1, 1]);
    for (const space of [mine, theirs]) expect((await space.head()).recordedAt).toBe(at(2));
  });

  it("return an entity as the other has changed it, and as it was", async () => {
    const directory = await newDirectory();
    const [a, b] = await Promise.all([openStore(directory), openStore(directory)]);
    const [mine, theirs] = [await a.space(ID), await b.space(ID)];
    const names = async (...seconds: readonly number[]) =>
      (
        await theirs.entitiesAsOf(seconds.map((second) => ({ entity: "e", knownAt: at(second) })))
      ).map((found) => found?.name);
    await record(mine, 1, { entities: [entity("e", 1, { name: "Bob" })] });
    expect(await names(1, 9)).toEqual(["Bob", "Bob"]);
    await record(mine, 2, { entities: [entity("e", 2, { n: 2, name: "Robert" })] });
    expect(await names(1, 2, 9)).toEqual(["Bob", "Robert", "Robert"]);
    await record(mine, 3, { entities: [entity("e", 3, { n: 3, name: "Rob" })] });
    expect(await names(9, 3, 2, 1)).toEqual(["Rob", "Rob", "Robert", "Bob"]);
  });

  it("number turns together without gaps", async () => {
    const directory = await newDirectory();
    const [mine, theirs] = await Promise.all(
      [openStore(directory), openStore(directory)].map(async (store) => (await store).space(ID)),
    );
    await mine!.createSession(session("s", 1));
    const stored = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 === 0 ? mine : theirs)!.appendTurns("s", [turn(String(i))]),
      ),
    );
    expect(
      stored.flatMap((turns) => turns?.map(({ seq }) => seq) ?? []).toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  it("notify their listeners of each other's commits", async () => {
    const directory = await newDirectory();
    const [mine, theirs] = await Promise.all(
      [openStore(directory), openStore(directory)].map(async (store) => (await store).space(ID)),
    );
    await record(mine!, 1, {});
    for (const second of [2, 3]) {
      const told = new Promise<void>((resolve) => {
        const end = theirs!.onCommit(() => {
          end();
          resolve();
        });
      });
      await record(mine!, second, {});
      await told;
    }
    expect((await theirs!.head()).recordedAt).toBe(at(3));
  });
});

describe("a file locked by another process", () => {
  it("is waited for, while other spaces and readers continue", async () => {
    const directory = await newDirectory();
    const store = await openStore(directory);
    const space = await store.space(ID);
    await recordFacts(space, 1, [fact("f", 1)]);
    const other = new Database(await onlyFile(directory));
    other.exec("BEGIN IMMEDIATE");
    const order: string[] = [];
    const waiting = recordFacts(space, 2, [fact("g", 2)]).then(() => order.push("written"));
    expect(await space.factsAsOf([{ fact: "f", knownAt: at(1) }])).toEqual([fact("f", 1)]);
    await record(await store.space({ tenant: "t", user: "other" }), 1, {});
    order.push("others went on");
    other.exec("ROLLBACK");
    other.close();
    await waiting;
    expect(order).toEqual(["others went on", "written"]);
    expect(await space.factsAsOf([{ fact: "g", knownAt: at(2) }])).toEqual([fact("g", 2)]);
  });
});
