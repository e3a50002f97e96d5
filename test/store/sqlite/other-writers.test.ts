import { describe, expect, it } from "vitest";
import { Database } from "../../../src/store/sqlite/database/database.ts";
import type { SpaceStore } from "../../../src/store/port.ts";
import { NOTHING_ERASED } from "../../../src/write/erase/planned-removal.ts";
import {
  asOf,
  at,
  decision,
  entity,
  event,
  fact,
  record,
  recordFacts,
  session,
  textOf,
  textOfEvent,
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

  it("return what is found, extracted and said around a message, whichever has changed it", async () => {
    const directory = await newDirectory();
    const [a, b] = await Promise.all([openStore(directory), openStore(directory)]);
    const [mine, theirs] = [await a.space(ID), await b.space(ID)];
    const say = async (space: SpaceStore, id: string, second: number): Promise<void> => {
      const said = event(id, second, { message: `Piano ${id}` });
      await record(space, second, { events: [said], texts: [await textOfEvent(said)] });
    };
    const readAt = async (second: number) => {
      const time = asOf(second);
      const query = { kinds: ["FACT", "EVENT"] as const, at: time, limit: 9 };
      const [[around = []], [decisions = []], changedFacts, hits] = await Promise.all([
        theirs.eventsAround(["m2"], 1, time),
        theirs.decisionsOfEvents(["m2"], time.knownAt),
        theirs.changedFacts(["f"], time),
        theirs.searchFullText(["piano"], query),
      ]);
      return {
        around: around.map((near) => near.event).join(" "),
        decisions: decisions
          .map(({ id, reverted }) => `${id}${reverted ? " reverted" : ""}`)
          .join(" "),
        changed: changedFacts.length,
        found: hits
          .map(({ text: { subject } }) => subject)
          .toSorted()
          .join(" "),
      };
    };
    const expectAt = async (second: number, expected: Awaited<ReturnType<typeof readAt>>) => {
      for (const time of [second, second + 0.5]) expect(await readAt(time)).toEqual(expected);
    };
    await say(mine, "m1", 1);
    await say(mine, "m2", 2);
    await expectAt(2, { around: "m1 m2", decisions: "", changed: 0, found: "m1 m2" });
    await say(theirs, "m3", 3);
    await expectAt(3, { around: "m1 m2 m3", decisions: "", changed: 0, found: "m1 m2 m3" });
    const told = fact("f", 4, { text: "The piano is black", validTo: at(6) });
    await record(mine, 4, {
      facts: [told],
      texts: [await textOf(told)],
      decisions: [decision("d", 4, { event: "m2", fact: "f" })],
    });
    await expectAt(4, { around: "m1 m2 m3", decisions: "d", changed: 0, found: "f m1 m2 m3" });
    // As of the same head, the fact has ended since.
    expect(await readAt(6)).toEqual({
      around: "m1 m2 m3",
      decisions: "d",
      changed: 1,
      found: "m1 m2 m3",
    });
    await record(mine, 7, { textsExpired: ["m1"] });
    await expectAt(7, { around: "m2 m3", decisions: "d", changed: 1, found: "m2 m3" });
    await mine.erase(await mine.head(), { ...NOTHING_ERASED, texts: ["m3"] });
    expect((await readAt(8)).found).toBe("m2");
    await say(mine, "m4", 9);
    await expectAt(9, { around: "m2 m3", decisions: "d", changed: 1, found: "m2 m4" });
    expect(await readAt(3)).toEqual({
      around: "m1 m2 m3",
      decisions: "",
      changed: 0,
      found: "m1 m2",
    });
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
