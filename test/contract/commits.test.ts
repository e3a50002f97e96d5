import { describe, expect, it } from "vitest";
import type { Commit } from "../../src/store/port.ts";
import {
  at,
  change,
  decision,
  entity,
  event,
  fact,
  record,
  recordFacts,
  relationship,
  textOf,
  asOf,
} from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("commits on $name", ({ open }) => {
  const opened = openForEach(open);

  it("move the head: its record time and its tag", async () => {
    const { space } = opened;
    const before = await space.head();
    await record(space, 1, { entities: [entity("clara", 1)] });
    const after = await space.head();
    expect([before.recordedAt, after.recordedAt]).toEqual([null, at(1)]);
    expect(after.tag).not.toBe(before.tag);
  });

  it("can be made on the head of this process's last commit, without another read", async () => {
    const { space } = opened;
    expect(await space.lastHead()).toEqual(await space.head());
    for (const second of [1, 2, 3]) {
      const last = await space.lastHead();
      expect(await space.commit(last, { recordedAt: at(second) })).toBe(true);
      expect(await space.lastHead()).toEqual(await space.head());
      expect(await space.commit(last, { recordedAt: at(9) })).toBe(false);
    }
    await space.eraseAll();
    expect(await space.lastHead()).toEqual(await space.head());
  });

  it("are found by any instant: the last one at or before it", async () => {
    const { space } = opened;
    expect(await space.lastCommits([at(5)])).toEqual([null]);
    await record(space, 2, { entities: [entity("clara", 2)] });
    await record(space, 4, { events: [event("e", 4)] });
    await record(space, 6, {});
    expect(await space.lastCommits([at(1), at(2), at(3), at(5), at(9), at(6)])).toEqual([
      null,
      at(2),
      at(2),
      at(4),
      at(6),
      at(6),
    ]);
    expect(await space.lastCommits([])).toEqual([]);
  });

  it("write nothing if the head has moved", async () => {
    const { space } = opened;
    const stale = await space.head();
    await record(space, 1, { entities: [entity("clara", 1)] });
    const commit: Commit = {
      recordedAt: at(2),
      entities: [entity("acme", 2)],
      facts: [fact("f", 2)],
      events: [event("e", 2)],
    };
    expect(await space.commit(stale, commit)).toBe(false);
    expect((await space.head()).recordedAt).toBe(at(1));
    expect(await space.entitiesAsOf([{ entity: "acme", knownAt: at(9) }])).toEqual([null]);
    expect(await space.factsAsOf([{ fact: "f", knownAt: at(9) }])).toEqual([null]);
    expect(await space.events(["e"], at(9))).toEqual([null]);
  });

  it("of many facts are written whole or not at all", async () => {
    const { space } = opened;
    const facts = (from: number, second: number) =>
      Array.from({ length: 120 }, (_, i) => fact(`f${from + i}`, second));
    const count = async () =>
      (await (await space.facts([{ at: asOf(9), page: { first: 1 } }]))[0]?.total()) ?? 0;
    const stale = await space.head();
    await recordFacts(space, 1, facts(0, 1), { entities: [entity("clara", 1)] });
    expect([(await space.head()).recordedAt, await count()]).toEqual([at(1), 120]);
    expect(
      (await space.searchFullText(["f119"], { kinds: ["FACT"], at: asOf(9), limit: 9 })).map(
        ({ text }) => text.subject,
      ),
    ).toEqual(["f119"]);
    expect(await space.commit(stale, { recordedAt: at(2), facts: facts(200, 2) })).toBe(false);
    const closing = { reason: "UPDATE" as const, by: null, decision: "d" };
    await expect(
      record(space, 3, {
        facts: facts(400, 3),
        expiries: [{ kind: "FACT", id: "nothing", n: 1, closing }],
      }),
    ).rejects.toThrow(Error);
    expect([(await space.head()).recordedAt, await count()]).toEqual([at(1), 120]);
    await record(space, 4, { facts: facts(600, 4) });
    expect(await count()).toBe(240);
  });

  it("let one of many writers on one head win", async () => {
    const { space } = opened;
    const head = await space.head();
    const won = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        space.commit(head, { recordedAt: at(i + 1), entities: [entity(`entity-${i}`, i + 1)] }),
      ),
    );
    expect(won.filter(Boolean)).toHaveLength(1);
    const found = await space.entities({ at: asOf(99), page: { first: 50 } });
    expect(itemsOf(found).map((version) => version.entity)).toEqual([
      `entity-${won.indexOf(true)}`,
    ]);
  });

  it("lose no update of writers that retry", async () => {
    const { space } = opened;
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; n < 10;) {
        const head = await space.head();
        const second =
          head.recordedAt === null
            ? 1
            : (Date.parse(head.recordedAt) - Date.parse(at(0))) / 1000 + 1;
        if (
          await space.commit(head, {
            recordedAt: at(second),
            facts: [fact(`${writer}-${n}`, second)],
          })
        )
          n += 1;
      }
    };
    await Promise.all([write(1), write(2), write(3), write(4)]);
    const [page] = await space.facts([{ at: asOf(99), page: { first: 100 } }]);
    expect(itemsOf(page)).toHaveLength(40);
    expect(new Set(itemsOf(page).map(({ recordedAt }) => recordedAt)).size).toBe(40);
  });

  it("write nothing if a part cannot be written", async () => {
    const { space } = opened;
    await recordFacts(space, 1, [fact("f", 1)], { entities: [entity("clara", 1)] });
    const head = await space.head();
    const commit: Commit = {
      recordedAt: at(2),
      events: [event("e", 2)],
      entities: [entity("acme", 2)],
      facts: [fact("g", 2)],
      relationships: [relationship("r", 2)],
      decisions: [decision("d", 2)],
      changes: [change(0, 2)],
      texts: [await textOf(fact("g", 2))],
      expiries: [
        { kind: "FACT", id: "f", n: 7, closing: { reason: "UPDATE", by: "g", decision: "d" } },
      ],
    };
    await expect(space.commit(head, commit)).rejects.toThrow("f");
    const knownAt = at(9);
    expect(await space.head()).toEqual(head);
    expect(await space.events(["e"], knownAt)).toEqual([null]);
    expect(await space.entitiesAsOf([{ entity: "acme", knownAt }])).toEqual([null]);
    expect(await space.factsAsOf([{ fact: "g", knownAt }])).toEqual([null]);
    expect(await space.relationshipsAsOf([{ relationship: "r", knownAt }])).toEqual([null]);
    expect(await space.decisions(["d"], knownAt)).toEqual([null]);
    expect((await space.changes({ from: at(0), to: knownAt, page: { first: 5 } })).items).toEqual(
      [],
    );
    expect(
      await space.searchSubstring(["called g"], { kinds: ["FACT"], at: asOf(9), limit: 5 }),
    ).toEqual([]);
    expect(await space.commit(head, { ...commit, expiries: [] })).toBe(true);
  });

  it("reject a record time that does not increase", async () => {
    const { space } = opened;
    await record(space, 5, { entities: [entity("clara", 5)] });
    for (const second of [5, 4.999])
      await expect(space.commit(await space.head(), { recordedAt: at(second) })).rejects.toThrow(
        RangeError,
      );
    await record(space, 5.001, {});
    expect((await space.head()).recordedAt).toBe(at(5.001));
  });

  it("can hold 5,000 facts", async () => {
    const { space } = opened;
    const facts = Array.from({ length: 5_000 }, (_, i) =>
      fact(`fact-${i}`, 1, { entity: `entity-${i % 50}` }),
    );
    await record(space, 1, {
      facts,
      texts: facts.map((version) => ({
        id: version.textId,
        kind: "FACT",
        subject: version.fact,
        text: version.text,
        recordedAt: at(1),
        expiredAt: version.expiredAt,
        vector: null,
      })),
    });
    const [all] = await space.facts([{ at: asOf(1), page: { first: 10 } }]);
    expect(await all?.total()).toBe(5_000);
    expect(
      await space.factsAsOf(facts.map((version) => ({ fact: version.fact, knownAt: at(1) }))),
    ).toEqual(facts);
    expect(
      await space.searchSubstring(["fact-4999"], { kinds: ["FACT"], at: asOf(1), limit: 5 }),
    ).toMatchObject([{ text: { subject: "fact-4999" } }]);
  });

  it("call listeners until they are removed", async () => {
    const { space } = opened;
    const told: string[] = [];
    const end = space.onCommit(() => told.push("first"));
    const endSecond = space.onCommit(() => told.push("second"));
    await record(space, 1, {});
    expect(told.toSorted()).toEqual(["first", "second"]);
    end();
    await record(space, 2, {});
    expect(told.toSorted()).toEqual(["first", "second", "second"]);
    endSecond();
    await record(space, 3, {});
    expect(told).toHaveLength(3);
  });

  it("call no listener if nothing was written, or for another space", async () => {
    const { space, store } = opened;
    await record(space, 1, {});
    const stale = await space.head();
    await record(space, 2, {});
    const told: string[] = [];
    const end = space.onCommit(() => told.push("told"));
    await space.commit(stale, { recordedAt: at(3) });
    await record(await store.space({ tenant: "tenant", user: "other" }), 1, {});
    end();
    expect(told).toEqual([]);
  });
});
