import { describe, expect, it } from "vitest";
import { BEGINNING } from "../../src/memory/time.ts";
import type { DuringQuery, EventQuery, GraphTime } from "../../src/store/port/overview.ts";
import {
  asOf,
  at,
  entity,
  event,
  fact,
  OUTCOME,
  record,
  recordFacts,
  relationship,
  revised,
  session,
  superseded,
} from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { stores } from "./stores.ts";

describe.each(stores)("pictures of a space on $name", ({ open }) => {
  const opened = openForEach(open);

  const lisbon = fact("lisbon", 1, { slot: "residence", value: "Lisbon" });
  const porto = fact("porto", 4, { slot: "residence", value: "Porto", validFrom: at(3) });

  /** Clara lives in Lisbon (said at second 1), and in Porto from second 3 on, which is said at 4. Bob mentions her at 5. */
  const story = async (): Promise<void> => {
    const { space } = opened;
    await recordFacts(space, 1, [lisbon], { entities: [entity("clara", 1), entity("bob", 1)] });
    await superseded(space, 4, lisbon, porto);
    await recordFacts(space, 5, [
      fact("friend", 5, { entity: "bob", mentions: ["bob", "clara"], validTo: at(7) }),
    ]);
    const never = fact("never", 6, { validTo: at(6) });
    await recordFacts(space, 6, [never]);
  };

  it("return the relationships of a moment, or all that were ever believed", async () => {
    const { space } = opened;
    const job = relationship("job", 2);
    const ended = { ...job, n: 2, recordedAt: at(4), validTo: at(3) };
    await record(space, 2, {
      entities: [entity("clara", 2), entity("acme", 2)],
      relationships: [job, relationship("void", 2, { type: "owns", validTo: at(2) })],
    });
    await record(space, 4, {
      relationships: [ended, relationship("home", 4, { type: "lives_in" })],
      expiries: [{ kind: "RELATIONSHIP", id: "job", n: 1 }],
    });
    const list = async (time: GraphTime, types?: readonly string[], limit = 9) =>
      (await space.graphRelationships({ at: time, types, limit })).map(
        (one) => `${one.relationship}.${one.n}`,
      );
    expect(await list(asOf(1.9))).toEqual([]);
    expect(await list(asOf(3))).toEqual(["job.1"]);
    expect(await list(asOf(4))).toEqual(["home.1"]);
    expect(await list(asOf(4, 2.5))).toEqual(["job.2"]);
    expect(await list({ knownAt: at(3), validAt: null })).toEqual(["job.1"]);
    expect(await list({ knownAt: at(9), validAt: null })).toEqual(["job.1", "job.2", "home.1"]);
    expect(await list({ knownAt: at(9), validAt: null }, ["lives_in"])).toEqual(["home.1"]);
    expect(await list({ knownAt: at(9), validAt: null }, undefined, 1)).toHaveLength(1);
    expect(
      (await space.graphRelationships({ at: { knownAt: at(3), validAt: null }, limit: 9 }))[0]
        ?.expiredAt,
    ).toBe(job.expiredAt);
  });

  it("name the entities of facts", async () => {
    await story();
    const owners = (time: GraphTime) => opened.space.factOwners({ at: time, limit: 9 });
    expect(await owners(asOf(0.5))).toEqual([]);
    expect(await owners(asOf(4))).toEqual(["clara"]);
    expect((await owners(asOf(6))).toSorted()).toEqual(["bob", "clara"]);
    expect(await owners(asOf(9))).toEqual(["clara"]);
    expect((await owners({ knownAt: at(9), validAt: null })).toSorted()).toEqual(["bob", "clara"]);
  });

  it("list facts that were true at any moment of an interval, ended ones included", async () => {
    await story();
    const list = async (query: Partial<DuringQuery>) =>
      itemsOf(
        await opened.space.factsDuring({
          during: {},
          knownAt: at(9),
          page: { first: 9 },
          ...query,
        }),
      ).map((version) => `${version.fact}.${version.n}`);
    const table: [query: Partial<DuringQuery>, facts: string[]][] = [
      [{}, ["lisbon.2", "porto.1", "friend.1"]],
      [{ during: { to: at(3) } }, ["lisbon.2"]],
      [{ during: { from: at(3) } }, ["porto.1", "friend.1"]],
      [{ during: { from: at(2.999), to: at(3.001) } }, ["lisbon.2", "porto.1"]],
      [{ during: { from: at(7) } }, ["porto.1"]],
      [{ during: { to: at(1) } }, []],
      [{ knownAt: at(3) }, ["lisbon.1"]],
      [{ entities: ["bob"] }, ["friend.1"]],
      [{ entities: [] }, []],
      [{ slot: "residence", during: { from: at(6) } }, ["porto.1"]],
      [{ minConfidence: 0.99 }, []],
      [{ tier: "LONG_TERM" }, []],
    ];
    for (const [query, expected] of table)
      expect(await list(query), JSON.stringify(query)).toEqual(expected);
    const first = await opened.space.factsDuring({
      during: {},
      knownAt: at(9),
      page: { first: 1 },
    });
    expect([await first.total(), first.hasNextPage]).toEqual([3, true]);
    expect(await list({ page: { first: 1, after: first.items[0]?.cursor } })).toEqual(["porto.1"]);
  });

  it("list facts about others that mention an entity", async () => {
    await story();
    const list = async (entities: readonly string[], time = asOf(6)) => {
      const [page] = await opened.space.factsMentioning([
        { entities, at: time, page: { first: 9 } },
      ]);
      expect(await page?.total()).toBe(page?.items.length);
      return itemsOf(page).map((version) => version.fact);
    };
    expect(await list(["clara"])).toEqual(["friend"]);
    expect(await list(["clara"], asOf(7))).toEqual([]);
    expect(await list(["clara"], asOf(4))).toEqual([]);
    expect(await list(["bob"])).toEqual([]);
    expect(await list(["clara", "bob"])).toEqual([]);
    expect(await list(["cla"])).toEqual([]);
  });

  it("return every version of the facts about entities, without the empty ones", async () => {
    await story();
    const lists = await opened.space.factVersionsAbout([
      { entities: ["clara"], knownAt: at(9) },
      { entities: ["clara"], slot: "residence", knownAt: at(3) },
      { entities: ["clara", "bob"], slot: "employer", knownAt: at(9) },
    ]);
    expect(lists.map((list) => list.map(({ fact, n }) => `${fact}.${n}`))).toEqual([
      ["lisbon.1", "lisbon.2", "porto.1"],
      ["lisbon.1"],
      [],
    ]);
    expect(lists[0]?.map(({ expiredAt }) => expiredAt)[0]).toBe(at(4));
    expect(lists[1]?.[0]).toEqual(lisbon);
  });

  it("return the first and the last instant", async () => {
    const nothing = { validFrom: null, validTo: null, recordedFrom: null, recordedTo: null };
    expect(await opened.space.extent(at(9))).toEqual(nothing);
    await story();
    expect(await opened.space.extent(at(0.5))).toEqual(nothing);
    expect(await opened.space.extent(at(3))).toEqual({
      validFrom: at(1),
      validTo: at(1),
      recordedFrom: at(1),
      recordedTo: at(1),
    });
    expect(await opened.space.extent(at(9))).toEqual({
      validFrom: at(1),
      validTo: at(7),
      recordedFrom: at(1),
      recordedTo: at(5),
    });
  });

  it("do not count an unknown start", async () => {
    const { space } = opened;
    await recordFacts(space, 1, [fact("old", 1, { validFrom: BEGINNING, validTo: at(0.5) })], {
      entities: [entity("clara", 1)],
    });
    expect(await space.extent(at(9))).toMatchObject({ validFrom: at(0.5), validTo: at(0.5) });
    const all = { axis: "VALID", from: BEGINNING, to: at(9), knownAt: at(9) } as const;
    expect(await space.factBoundaries(all)).toEqual({
      starts: [],
      ends: [{ at: at(0.5), count: 1 }],
    });
  });

  it("count starts and ends on each axis", async () => {
    await story();
    const { space } = opened;
    const boundaries = (axis: "VALID" | "RECORD", known = 9, own = {}) =>
      space.factBoundaries({ axis, from: at(0), to: at(9), knownAt: at(known), ...own });
    const one = (...seconds: number[]) => seconds.map((second) => ({ at: at(second), count: 1 }));
    expect(await boundaries("VALID")).toEqual({ starts: one(1, 3, 5), ends: one(3, 7) });
    expect(await boundaries("VALID", 3)).toEqual({ starts: one(1), ends: [] });
    expect(await boundaries("VALID", 9, { from: at(3), to: at(5) })).toEqual({
      starts: one(3),
      ends: one(3),
    });
    expect(await boundaries("RECORD")).toEqual({
      starts: [...one(1), { at: at(4), count: 2 }, ...one(5)],
      ends: one(4),
    });
    expect(await boundaries("RECORD", 3)).toEqual({ starts: one(1), ends: [] });
    expect(await boundaries("VALID", 9, { entities: ["bob"] })).toEqual({
      starts: one(5),
      ends: one(7),
    });
  });

  it("list events as they were at a record time, newest first", async () => {
    const { space } = opened;
    await record(space, 1, { events: [event("e1", 1, { session: "s" })] });
    await record(space, 2, {
      events: [
        event("e2", 2, { speaker: null, status: "APPLIED", outcome: OUTCOME, settledAt: at(2) }),
      ],
    });
    await record(space, 3, {
      settled: [{ event: "e1", status: "FAILED", emotion: null, outcome: OUTCOME }],
      events: [event("e3", 3), event("e4", 3)],
    });
    const list = async (query: Partial<EventQuery>) =>
      itemsOf(await space.eventLog({ knownAt: at(9), page: { first: 9 }, ...query })).map(
        ({ id }) => id,
      );
    const table: [query: Partial<EventQuery>, events: string[]][] = [
      [{}, ["e4", "e3", "e2", "e1"]],
      [{ knownAt: at(2) }, ["e2", "e1"]],
      [{ statuses: ["PENDING"] }, ["e4", "e3"]],
      [{ statuses: ["PENDING"], knownAt: at(2) }, ["e1"]],
      [{ statuses: ["FAILED", "APPLIED"] }, ["e2", "e1"]],
      [{ statuses: [] }, []],
      [{ session: "s" }, ["e1"]],
      [{ speaker: "Clara", to: at(3) }, ["e1"]],
      [{ from: at(2), to: at(3) }, ["e2"]],
    ];
    for (const [query, expected] of table) {
      expect(await list(query), JSON.stringify(query)).toEqual(expected);
      const { total } = await space.eventLog({ knownAt: at(9), page: { first: 1 }, ...query });
      expect(await total(), JSON.stringify(query)).toBe(expected.length);
    }
    const pages: string[][] = [];
    for (let after: string | undefined; pages.length < 4;) {
      const page = await space.eventLog({ knownAt: at(9), page: { first: 1, after } });
      pages.push(itemsOf(page).map(({ id }) => id));
      after = page.items[0]?.cursor;
    }
    expect(pages.flat()).toEqual(["e4", "e3", "e2", "e1"]);
    await expect(
      space.eventLog({ knownAt: at(9), page: { first: 1, after: "x" } }),
    ).rejects.toMatchObject({ code: "INVALID_CURSOR" });
  });

  it("list the sessions that were created by a record time", async () => {
    const { space } = opened;
    for (const second of [1, 2, 3]) await space.createSession(session(`s${second}`, second));
    const list = async (known?: number) => {
      const page = await space.sessions({ first: 9 }, known === undefined ? undefined : at(known));
      expect(await page.total()).toBe(page.items.length);
      return itemsOf(page).map(({ id }) => id);
    };
    expect(await list()).toEqual(["s3", "s2", "s1"]);
    expect(await list(2)).toEqual(["s2", "s1"]);
    expect(await list(0.5)).toEqual([]);
  });

  it("show a later version only from its record time on", async () => {
    const { space } = opened;
    await recordFacts(space, 1, [lisbon], { entities: [entity("clara", 1)] });
    await record(space, 2, {
      expiries: [
        {
          kind: "FACT",
          id: "lisbon",
          n: 1,
          closing: { reason: "CORRECTED", by: null, decision: "d" },
        },
      ],
      facts: [revised(lisbon, 2, { value: "Lisboa" })],
    });
    const [then, now] = await space.factVersionsAbout([
      { entities: ["clara"], knownAt: at(1) },
      { entities: ["clara"], knownAt: at(2) },
    ]);
    expect(then?.map(({ value }) => value)).toEqual(["Lisbon"]);
    expect(now?.map(({ value }) => value)).toEqual(["Lisbon", "Lisboa"]);
  });
});
