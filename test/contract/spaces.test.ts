import { describe, expect, it } from "vitest";
import {
  at,
  entity,
  fact,
  LATER,
  record,
  recordFacts,
  session,
  asOf,
  turn,
  vectorOf,
} from "./records.ts";
import { itemsOf, openForEach } from "./open-store.ts";
import { SERVICE_TENANT } from "../../src/store/port.ts";
import { stores } from "./stores.ts";

describe.each(stores)("spaces on $name", ({ open }) => {
  const opened = openForEach(open);

  const LOOK_ALIKES: readonly (readonly [tenant: string, user: string])[] = [
    ["a", "b:c"],
    ["a:b", "c"],
    ["a", "b/c"],
    ["a/b", "c"],
    ["a", "b"],
    ["A", "b"],
    ["a", "B"],
    ["", "ab"],
    ["ab", ""],
    ["", ""],
    ["..", "x"],
    ["../x", "x"],
    ["x", "../x"],
    ["x", "..\\x"],
    ["x", "x.db"],
    ["x", "x\0y"],
    ["x", "x"],
    ["x", "x "],
    [" x", "x"],
    ["é", "u"],
    ["e\u0301", "u"],
    ["日本", "語"],
    ["日", "本語"],
    ["x", "con"],
    ["x", "'; DROP TABLE fact; --"],
    ["x", "%"],
    ["x", "_"],
    ["x".repeat(500), "y".repeat(500)],
  ];

  it("keeps the memories of similar tenants and users apart", async () => {
    for (const [i, [tenant, user]] of LOOK_ALIKES.entries()) {
      const space = await opened.store.space({ tenant, user });
      await recordFacts(
        space,
        1,
        [fact(`fact-${i}`, 1, { text: `The secret of number ${i} is shared by nobody` })],
        { entities: [entity("clara", 1, { name: `Clara ${i}` })] },
      );
    }
    for (const [i, [tenant, user]] of LOOK_ALIKES.entries()) {
      const space = await opened.store.space({ tenant, user });
      const [page] = await space.facts([{ at: asOf(1), page: { first: 100 } }]);
      const query = { kinds: ["FACT"] as const, at: asOf(1), limit: 100 };
      const found = [
        itemsOf(page).map((version) => version.fact),
        (await space.searchFullText(["secret"], query)).map((hit) => hit.text.subject),
        (await space.searchVector(await vectorOf("secret"), query)).map((hit) => hit.text.subject),
        (await space.searchSubstring(["the secret of"], query)).map((hit) => hit.text.subject),
      ];
      expect(found, JSON.stringify([tenant, user])).toEqual([
        [`fact-${i}`],
        [`fact-${i}`],
        [`fact-${i}`],
        [`fact-${i}`],
      ]);
      expect(
        (await space.entitiesAsOf([{ entity: "clara", knownAt: at(1) }])).map(
          (version) => version?.name,
        ),
      ).toEqual([`Clara ${i}`]);
    }
  });

  it("names the space of a handle", async () => {
    const id = { tenant: "t", user: "u" };
    expect((await opened.store.space(id)).id).toEqual(id);
  });

  it("returns the same handle for a space while somebody holds it", async () => {
    expect(await opened.store.space({ tenant: "tenant", user: "user" })).toBe(opened.space);
  });

  it("reads an unused space as empty", async () => {
    const { space } = opened;
    const now = asOf(LATER);
    const knownAt = at(LATER);
    const query = { kinds: ["FACT", "ENTITY", "EVENT", "SUMMARY"] as const, at: now, limit: 10 };
    expect((await space.head()).recordedAt).toBeNull();
    expect(await space.entitiesAsOf([{ entity: "x", knownAt }])).toEqual([null]);
    expect(await space.entityHistory([{ entity: "x", knownAt }])).toEqual([[]]);
    expect(await space.entitiesByKey(["x"])).toEqual([null]);
    expect(await space.entitiesByName(["x"], knownAt)).toEqual([[]]);
    expect(await space.entitiesByNamePart(["x"], knownAt, 10)).toEqual([]);
    expect(await space.self(knownAt)).toBeNull();
    expect(await space.factsAsOf([{ fact: "x", knownAt }])).toEqual([null]);
    expect(await space.factHistory([{ fact: "x", knownAt }])).toEqual([[]]);
    expect(await space.factVersions([{ version: "x.1", knownAt }])).toEqual([null]);
    expect(await space.factsSupersededBy([{ fact: "x", knownAt }])).toEqual([[]]);
    expect(await space.line({ entities: ["x"], slots: ["s"] })).toEqual([]);
    expect(await space.line({ chain: "x" }, at(1))).toEqual([]);
    expect(await space.slots(["x"])).toEqual([]);
    expect(await space.factsByHash(["x"], "h", now)).toEqual([]);
    expect(
      await space.similarFacts({
        entities: ["x"],
        text: "x",
        vector: await vectorOf("x"),
        at: now,
        limit: 5,
      }),
    ).toEqual([]);
    expect(await space.importantFacts([{ entities: ["x"], at: now, limit: 5 }])).toEqual([[]]);
    expect(await space.relationshipsAsOf([{ relationship: "x", knownAt }])).toEqual([null]);
    expect(await space.relationshipHistory([{ relationship: "x", knownAt }])).toEqual([[]]);
    expect(await space.relationshipsByEvidence(["x"])).toEqual([]);
    expect(await space.relationshipsBetween({ sources: ["x"], targets: ["y"], type: "t" })).toEqual(
      [],
    );
    expect(await space.events(["x"], knownAt)).toEqual([null]);
    expect(await space.eventByIdempotencyKey("x")).toBeNull();
    expect(await space.pendingEvents(10)).toEqual([]);
    expect(await space.decisions(["x"], knownAt)).toEqual([null]);
    expect(await space.decisionsOfEvents(["x"], knownAt)).toEqual([[]]);
    expect(await space.confirmations([{ fact: "x", knownAt }])).toEqual([[]]);
    expect(await space.entityTexts(["x"])).toEqual([null]);
    expect(await space.searchFullText(["x"], query)).toEqual([]);
    expect(await space.searchVector(await vectorOf("x"), query)).toEqual([]);
    expect(await space.searchSubstring(["x", "xyz"], query)).toEqual([]);
    expect(await space.sessionsById(["x"])).toEqual([null]);
    expect(await space.turnsById(["x"])).toEqual([null]);
    expect(await space.appendTurns("x", [turn("y")])).toBeNull();
    expect(await space.turns({ session: "x", first: 5 })).toEqual({
      turns: [],
      hasNextPage: false,
      hasPreviousPage: false,
    });
    for (const page of [
      ...(await space.facts([
        { entities: ["x"], at: now, page: { first: 5 } },
        { at: now, page: { first: 5 } },
      ])),
      ...(await space.relationships([
        { entities: ["x"], direction: "BOTH", at: now, page: { first: 5 } },
      ])),
      await space.entities({ at: now, page: { first: 5 } }),
      await space.changes({ from: at(0), to: knownAt, page: { first: 5 } }),
      await space.sessions({ first: 5 }),
    ])
      expect([page.items, page.hasNextPage, await page.total()]).toEqual([[], false, 0]);
  });

  it("answers empty requests with empty results", async () => {
    const { space } = opened;
    await record(space, 1, { entities: [entity("clara", 1)] });
    expect(await space.entitiesAsOf([])).toEqual([]);
    expect(await space.facts([])).toEqual([]);
    expect(await space.relationships([])).toEqual([]);
    expect(await space.importantFacts([])).toEqual([]);
    expect(await space.events([], at(1))).toEqual([]);
    expect(
      (await space.facts([{ entities: [], at: asOf(1), page: { first: 5 } }])).map(
        (page) => page.items,
      ),
    ).toEqual([[]]);
    expect(await space.searchFullText([], { kinds: ["FACT"], at: asOf(1), limit: 5 })).toEqual([]);
    expect(await space.searchSubstring([], { kinds: ["FACT"], at: asOf(1), limit: 5 })).toEqual([]);
    expect(await space.searchFullText(["clara"], { kinds: [], at: asOf(1), limit: 5 })).toEqual([]);
  });

  it("rejects calls once it is closed", async () => {
    const { store } = opened;
    const space = await store.space({ tenant: "t", user: "other" });
    await space.createSession(session("s", 1));
    await store.close();
    await expect(space.head()).rejects.toMatchObject({
      name: "StoreUnavailable",
      reason: "UNREACHABLE",
    });
    await expect(store.check()).rejects.toMatchObject({ name: "StoreUnavailable" });
  });

  it("lists the spaces with recorded data, but not those of the service", async () => {
    const own = await opened.store.space({ tenant: SERVICE_TENANT, user: "worker" });
    await own.changeNotes(null, [{ path: "/open/a", value: 1 }]);
    await record(opened.space, 1, { entities: [entity("clara", 1)] });
    const listed = [];
    for await (const id of opened.store.spaces()) listed.push(id);
    expect(listed).toEqual([opened.space.id]);
  });

  it("can serve", async () => {
    await expect(opened.store.check()).resolves.toBeUndefined();
  });
});
