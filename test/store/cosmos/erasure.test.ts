import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OPEN } from "../../../src/memory/time.ts";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { Erasure } from "../../../src/store/port/erasure.ts";
import type { Commit } from "../../../src/store/port.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";
import {
  aDecision,
  aFact,
  aMemory,
  anEntity,
  anEvent,
  aReference,
  aRelationship,
  aText,
  EMBEDDER,
  minute,
} from "./samples.ts";
import { NOTHING_ERASED } from "../../../src/write/erase/planned-removal.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
let space: CosmosSpace;
beforeEach(async () => {
  on = await storeOnDouble(EMBEDDER);
  space = await spaceOf(on.store);
});
afterEach(() => on.close());

const SECRET = "Zebulon";
const knownAt = minute(99);

/** One of everything with the secret, and one of everything without it. */
const telling = (): Commit => {
  const secret = aFact("secret", minute(1), {
    text: `Ann knows ${SECRET}`,
    entity: "zeb",
    event: "e1",
    session: "s",
  });
  const other = aFact("other", minute(1), {
    mentions: ["zeb", "ann"],
    end: { reason: "UPDATE", by: "secret" },
    session: "s",
  });
  return {
    recordedAt: minute(1),
    entities: [
      anEntity("zeb", minute(1), { name: SECRET }),
      anEntity("ann", minute(1), { aliases: [`friend of ${SECRET}`, "annie"] }),
    ],
    facts: [secret, other],
    relationships: [aRelationship("r1", "ann", "zeb", minute(1), { evidence: "secret" })],
    events: [
      anEvent("e1", minute(1), { message: `I know ${SECRET}`, session: "s" }),
      anEvent("e2", minute(1), {
        speaker: "Zébulon",
        recentMessages: [`I know ${SECRET.toUpperCase()}`],
      }),
    ],
    decisions: [
      aDecision("d1", minute(1), { event: "e1", fact: "secret", factText: `Ann knows ${SECRET}` }),
      aDecision("d2", minute(1), {
        candidates: [{ version: "secret.1", similarity: 0.9 }],
        factText: "other",
      }),
    ],
    texts: [
      aText(secret, [1, 0]),
      aText(other, [0, 1]),
      {
        id: "text-e1",
        kind: "EVENT",
        subject: "e1",
        text: `I know ${SECRET}`,
        recordedAt: minute(1),
        expiredAt: OPEN,
        vector: null,
      },
      {
        id: "text-m",
        kind: "SUMMARY",
        subject: "m",
        text: `All of ${SECRET}`,
        recordedAt: minute(1),
        expiredAt: OPEN,
        vector: null,
      },
    ],
    memories: [aMemory("m", minute(1), { content: `All of ${SECRET}`, textId: "text-m" })],
    references: [aReference("ref", "zeb", minute(1), { snippet: `of ${SECRET}` })],
    changes: [
      {
        at: minute(1),
        ordinal: 0,
        kind: "FACT_ADDED",
        before: null,
        after: { kind: "FACT", id: "secret", n: 1 },
        entities: ["zeb", "ann"],
        decision: "d1",
        event: "e1",
      },
      {
        at: minute(1),
        ordinal: 1,
        kind: "FACT_ADDED",
        before: null,
        after: { kind: "FACT", id: "other", n: 1 },
        entities: ["ann"],
        decision: "d2",
        event: null,
      },
    ],
  };
};

const fill = async (into: CosmosSpace): Promise<void> => {
  expect(await into.commit(await into.head(), telling())).toBe(true);
  await into.createSession({
    id: "s",
    title: null,
    strategy: "DIRECT",
    createdAt: minute(1),
    turnCount: 0,
  });
  await into.createSession({
    id: "s2",
    title: `With ${SECRET}`,
    strategy: "DIRECT",
    createdAt: minute(1),
    turnCount: 0,
  });
  await into.appendTurns(
    "s",
    ["t1", "t2"].map((id) => ({
      id,
      role: "USER",
      content: `${id} of ${SECRET}`,
      metadata: null,
      toolName: null,
      toolCallId: null,
      expiresAt: null,
      occurredAt: minute(1),
      recordedAt: minute(1),
      event: null,
    })),
  );
  await into.changeNotes("s", [{ path: "/summary", value: { of: [SECRET] } }]);
  await into.changeNotes(null, [
    { path: "/settings", value: "plain" },
    { path: "/jobs/1", value: { [`about ${SECRET.toLowerCase()}`]: 1 } },
  ]);
};

/** Everything that contains the secret. */
const everything = async (of: CosmosSpace): Promise<Erasure> => {
  const [other] = await of.factHistory([{ fact: "other", knownAt }]);
  const [ann] = await of.entityHistory([{ entity: "ann", knownAt }]);
  const [e2] = await of.events(["e2"], knownAt);
  const [d2] = await of.decisions(["d2"], knownAt);
  const { items } = await of.changes({ from: minute(0), to: knownAt, page: { first: 9 } });
  return {
    facts: ["secret"],
    entities: ["zeb"],
    relationships: ["r1"],
    events: ["e1"],
    decisions: ["d1"],
    changes: [{ at: minute(1), ordinal: 0 }],
    texts: ["text-secret", "text-e1", "text-m"],
    memories: ["m"],
    references: ["ref"],
    turns: [{ session: "s", turn: "t1" }],
    notes: [{ session: null, path: "/jobs/1" }],
    sessions: ["s"],
    rewrittenRecords: {
      facts: other!.map((version) => ({ ...version, mentions: ["ann"], end: null, session: null })),
      entities: ann!.map((version) => ({ ...version, aliases: ["annie"] })),
      events: [{ ...e2!, recentMessages: [] }],
      decisions: [{ ...d2!, candidates: [] }],
      changes: items
        .filter(({ item }) => item.ordinal === 1)
        .map(({ item }) => ({ ...item, event: "rewritten" })),
      sessions: [{ id: "s2", title: "[erased]" }],
    },
  };
};

const isBatch =
  (container: string) =>
  ({ kind, container: own }: ReceivedRequest): boolean =>
    kind === "BATCH" && own === container;

it("finds all stored data about something, in every container", async () => {
  await fill(space);
  await fill(await spaceOf(on.store, { tenant: "acme", user: "bob" }));
  const traces = await space.traces({
    entities: ["zeb"],
    facts: ["secret"],
    events: ["e1"],
    sessions: ["s"],
    times: [minute(1)],
    strings: [SECRET],
    speakers: ["zebulon"],
    words: [SECRET.toUpperCase()],
  });
  expect({
    ...traces,
    decisions: traces.decisions.map(({ id }) => id),
    changes: traces.changes.map(({ ordinal }) => ordinal),
    texts: traces.texts.map(({ id }) => id).toSorted(),
    references: traces.references.map(({ id }) => id),
    sessionsQuoting: traces.sessionsQuoting.toSorted(),
    turns: traces.turns.map(({ id }) => id),
    notes: traces.notes.map(({ session, path }) => `${session} ${path}`).toSorted(),
  }).toEqual({
    facts: ["secret"],
    supersededFacts: ["other"],
    relationships: ["r1"],
    decisions: ["d1", "d2"],
    changes: [0, 1],
    events: ["e1"],
    spokenEvents: ["e2"],
    sessionsQuoting: ["s", "s2"],
    eventsQuoting: ["e2"],
    texts: ["text-e1", "text-m", "text-secret"],
    references: ["ref"],
    turns: ["t1", "t2"],
    notes: ["null /jobs/1", "s /summary"],
  });
  expect((await space.allMemories()).map(({ id }) => id)).toEqual(["m"]);
  on.double.takeRequests();
  const none = await space.traces({});
  expect([Object.values(none).flat(), on.double.takeRequests()]).toEqual([[], []]);
});

it("names no more values in a query than the service accepts", async () => {
  const ids = Array.from({ length: 1_200 }, (_, i) => `id ${i} ${"long ".repeat(100)}`);
  on.double.takeRequests();
  await space.traces({
    entities: ids,
    facts: ids,
    events: ids,
    sessions: ids,
    times: ids.map((_, i) => minute(i)),
    strings: ids,
    messages: ids,
  });
  await Promise.all([
    space.factHistory(ids.map((fact) => ({ fact, knownAt }))),
    space.decisionsOfEvents(ids, knownAt),
    space.confirmations(ids.map((fact) => ({ fact, knownAt }))),
    space.entityHistory(ids.map((entity) => ({ entity, knownAt }))),
  ]);
  const sizes = on.double.takeRequests().map(({ body }) => JSON.stringify(body).length);
  expect(sizes.length).toBeGreaterThan(20);
  expect(Math.max(...sizes)).toBeLessThan(200_000);
});

describe("an erasure", () => {
  beforeEach(() => fill(space));

  it("deletes all versions and rewrites the remaining records", async () => {
    const counts = await space.erase(await space.head(), await everything(space));
    expect(counts).toEqual({
      CHANGE: 1,
      SEARCH_TEXT: 3,
      VECTOR: 1,
      MEMORY_VERSION: 1,
      REFERENCE: 1,
      RELATIONSHIP: 1,
      DECISION: 1,
      EVENT: 1,
      FACT: 1,
      FACT_VERSION: 1,
      ENTITY: 1,
      ENTITY_VERSION: 1,
      TURN: 2,
      NOTE: 2,
      SESSION: 1,
    });
    expect(await space.sessionsById(["s", "s2"])).toMatchObject([
      null,
      { title: "[erased]", turnCount: 0 },
    ]);
    expect(
      await space.findRemainders([SECRET, SECRET.toUpperCase(), SECRET.toLowerCase(), "annie"]),
    ).toMatchObject({
      places: ["graph", "turns", "summaries", "counters"],
      remainders: [{ where: "graph", string: 3 }],
    });
    const at = { knownAt, validAt: knownAt };
    expect(
      await space.factsAsOf([
        { fact: "secret", knownAt },
        { fact: "other", knownAt },
      ]),
    ).toMatchObject([null, { mentions: ["ann"], end: null, session: null }]);
    expect(
      await space.entitiesByName([`friend of ${SECRET}`.toLowerCase(), "annie"], knownAt),
    ).toEqual([[], ["ann"]]);
    expect(
      (await space.changes({ from: minute(0), to: knownAt, page: { first: 9 } })).items.map(
        ({ item }) => [item.ordinal, item.event],
      ),
    ).toEqual([[1, "rewritten"]]);
    expect(
      (await space.searchVector(Float32Array.from([0, 1]), { kinds: ["FACT"], at, limit: 9 })).map(
        ({ text }) => text.subject,
      ),
    ).toEqual(["other"]);
    expect(
      await space.searchVector(Float32Array.from([0, 1]), {
        kinds: ["FACT"],
        at,
        limit: 9,
        session: "s",
      }),
    ).toEqual([]);
    expect((await space.notes(null, "/")).map(({ path }) => path)).toEqual(["/settings"]);
  });

  it("makes every running write start again, and does not change the record time", async () => {
    const head = await space.head();
    await space.erase(head, { ...NOTHING_ERASED, facts: ["secret"], texts: ["text-secret"] });
    expect((await space.head()).recordedAt).toBe(head.recordedAt);
    expect(await space.commit(head, { recordedAt: minute(2) })).toBe(false);
    expect(await space.erase(head, { ...NOTHING_ERASED, facts: ["other"] })).toBeNull();
    expect(await space.commit(await space.head(), { recordedAt: minute(2) })).toBe(true);
    expect(await space.factsAsOf([{ fact: "other", knownAt }])).toMatchObject([{ fact: "other" }]);
  });

  it("of another space does not affect this one", async () => {
    const other = await spaceOf(on.store, { tenant: "acme", user: "bob" });
    await fill(other);
    await space.erase(await space.head(), await everything(space));
    await space.eraseAll();
    expect((await other.findRemainders([SECRET])).remainders.map(({ where }) => where)).toEqual([
      "graph",
      "turns",
      "summaries",
    ]);
    expect(await other.factHistory([{ fact: "secret", knownAt }])).toHaveLength(1);
  });

  it("that a write interrupts must be planned again, and counts everything erased in the end", async () => {
    const facts = Array.from({ length: 250 }, (_, i) => aFact(`many${i}`, minute(2)));
    await space.commit(await space.head(), { recordedAt: minute(2), facts });
    const elsewhere = await openCosmosStore(optionsFor(on.double, EMBEDDER));
    const theirs = await spaceOf(elsewhere);
    const erasure = { ...NOTHING_ERASED, facts: facts.map(({ fact }) => fact) };
    let batches = 0;
    const write = async (): Promise<void> =>
      void expect(
        await theirs.commit(await theirs.head(), {
          recordedAt: minute(3),
          facts: [aFact("between", minute(3))],
        }),
      ).toBe(true);
    on.double.faults.plan(
      { kind: "BEFORE", act: write },
      (request) => isBatch("graph")(request) && ++batches === 2,
    );
    expect(await space.erase(await space.head(), erasure)).toBeNull();
    expect(await space.erase(await space.head(), erasure)).toEqual({
      FACT: 250,
      FACT_VERSION: 250,
    });
    expect(
      await space.factsAsOf([
        { fact: "between", knownAt },
        { fact: "many1", knownAt },
      ]),
    ).toMatchObject([{ fact: "between" }, null]);
    await elsewhere.close();
  });

  it("happens once if responses are lost", async () => {
    on.double.faults.plan({ kind: "ANSWER_LOST" }, isBatch("graph"));
    expect(await space.erase(await space.head(), { ...NOTHING_ERASED, facts: ["secret"] })).toEqual(
      {
        FACT: 1,
        FACT_VERSION: 1,
      },
    );
    on.double.faults.plan({ kind: "ANSWER_LOST" }, isBatch("turns"));
    expect(
      await space.erase(await space.head(), {
        ...NOTHING_ERASED,
        rewrittenRecords: {
          ...NOTHING_ERASED.rewrittenRecords,
          sessions: [
            { id: "s2", title: null },
            { id: "nowhere", title: null },
          ],
        },
      }),
    ).toEqual({});
    expect(await space.sessionsById(["s2", "nowhere"])).toMatchObject([{ title: null }, null]);
    on.double.faults.plan({ kind: "ANSWER_LOST" }, isBatch("counters"));
    expect(
      await space.erase(await space.head(), {
        ...NOTHING_ERASED,
        notes: [{ session: null, path: "/jobs/1" }],
      }),
    ).toEqual({ NOTE: 1 });
  });

  it("deletes the parts that a crash left of a large commit that was never decided", async () => {
    const large = Array.from({ length: 150 }, (_, i) =>
      aFact(`large${i}`, minute(2), { text: `${SECRET} ${i}` }),
    );
    on.double.faults.plan(
      { kind: "STATUS", status: 500 },
      ({ kind, container, body }) =>
        kind === "BATCH" &&
        container === "graph" &&
        (body as { resourceBody?: { plan?: unknown } }[])[0]?.resourceBody?.plan != null,
      Infinity,
    );
    await expect(
      space.commit(await space.head(), { recordedAt: minute(2), facts: large }),
    ).rejects.toThrow(Error);
    on.double.faults.clear();
    await space.erase(await space.head(), await everything(space));
    expect((await space.findRemainders([SECRET])).remainders).toEqual([]);
  });

  it("of everything leaves a space in which nothing was ever recorded", async () => {
    const counts = {
      CHANGE: 2,
      SEARCH_TEXT: 4,
      VECTOR: 2,
      MEMORY_VERSION: 1,
      REFERENCE: 1,
      RELATIONSHIP: 1,
      DECISION: 2,
      EVENT: 2,
      FACT: 2,
      FACT_VERSION: 2,
      ENTITY: 2,
      ENTITY_VERSION: 2,
      TURN: 2,
      NOTE: 3,
      SESSION: 2,
    };
    expect([await space.countAll(), await space.eraseAll()]).toEqual([counts, counts]);
    expect(
      ["graph", "turns", "summaries", "counters"].flatMap((name) =>
        on.double.account.container("memory", name).items.alive(),
      ),
    ).toEqual([]);
    expect(await space.head()).toEqual(
      await (await spaceOf(on.store, { tenant: "acme", user: "nobody" })).head(),
    );
    expect([await space.countAll(), await space.eraseAll()]).toEqual([{}, {}]);
    expect(await space.commit(await space.head(), telling())).toBe(true);
  });

  it("of everything starts again if somebody writes meanwhile", async () => {
    const elsewhere = await openCosmosStore(optionsFor(on.double, EMBEDDER));
    const theirs = await spaceOf(elsewhere);
    const write = async (): Promise<void> =>
      void expect(
        await theirs.commit(await theirs.head(), {
          recordedAt: minute(3),
          facts: [aFact("between", minute(3))],
        }),
      ).toBe(true);
    let batches = 0;
    on.double.faults.plan(
      { kind: "BEFORE", act: write },
      (request) => isBatch("graph")(request) && ++batches === 2,
    );
    expect(await space.eraseAll()).toMatchObject({ FACT: 3 });
    expect(on.double.account.container("memory", "graph").items.alive()).toEqual([]);
    await elsewhere.close();
  });
});
