import { afterEach, describe, expect, it } from "vitest";
import { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import type { Commit, SpaceId } from "../../../src/store/port.ts";
import { RANGES } from "../../cosmos-double/storage/effective-key.ts";
import { spaceOf, storeOnDouble } from "./provisioned.ts";
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

let on: Awaited<ReturnType<typeof storeOnDouble>>;
afterEach(() => on.close());

const at = { knownAt: minute(5), validAt: minute(5) };
const page = { first: 10 };

/** The same ids, names, keys and words in every space; only the number tells the spaces apart. */
const lookAlike = (secret: number): Commit => {
  const f1 = aFact("f1", minute(1), {
    text: `Ann's number is ${secret}`,
    slot: "number",
    value: String(secret),
    hash: "same",
    event: "e1",
    chain: "f1",
  });
  const f2 = aFact("f2", minute(1), {
    text: `Ann works with Bob, number ${secret}`,
    mentions: ["ann", "bob"],
    end: { reason: "UPDATE", by: "f1" },
  });
  return {
    recordedAt: minute(1),
    entities: [
      anEntity("ann", minute(1), { profile: `number ${secret}`, self: "INTRODUCED" }),
      anEntity("bob", minute(1), { profile: `number ${secret}` }),
    ],
    facts: [f1, f2],
    relationships: [aRelationship("r1", "ann", "bob", minute(1), { strength: secret / 1000 })],
    events: [
      anEvent("e1", minute(1), {
        message: `my number is ${secret}`,
        idempotencyKey: "key",
        session: "s1",
      }),
    ],
    decisions: [
      aDecision("d1", minute(1), {
        event: "e1",
        fact: "f1",
        action: "NOOP",
        reason: `number ${secret}`,
      }),
    ],
    texts: [
      aText(f1, [1, secret / 1000]),
      aText(f2, [0, 1]),
      {
        id: "text-e1",
        kind: "EVENT",
        subject: "e1",
        text: `my number is ${secret}`,
        recordedAt: minute(1),
        expiredAt: f1.expiredAt,
        vector: Float32Array.from([1, 1]),
      },
      {
        id: "text-ann",
        kind: "ENTITY",
        subject: "ann",
        text: `ann, number ${secret}`,
        recordedAt: minute(1),
        expiredAt: f1.expiredAt,
        vector: null,
      },
      {
        id: "text-m1",
        kind: "SUMMARY",
        subject: "m1",
        text: `all about number ${secret}`,
        recordedAt: minute(1),
        expiredAt: f1.expiredAt,
        vector: null,
      },
    ],
    memories: [aMemory("m1", minute(1), { content: `all about number ${secret}` })],
    references: [aReference("ref1", "ann", minute(1), { snippet: `number ${secret}` })],
    changes: [
      {
        at: minute(1),
        ordinal: 0,
        kind: "FACT_ADDED",
        before: null,
        after: { kind: "FACT", id: "f1", n: 1 },
        entities: ["ann"],
        decision: `d${secret}`,
        event: "e1",
      },
    ],
  };
};

const fill = async (space: CosmosSpace, secret: number): Promise<void> => {
  expect(await space.commit(await space.head(), lookAlike(secret))).toBe(true);
  await space.createSession({
    id: "s1",
    title: `number ${secret}`,
    strategy: "DIRECT",
    createdAt: minute(1),
    turnCount: 0,
  });
  await space.appendTurns("s1", [
    {
      id: "t1",
      role: "USER",
      content: `number ${secret}`,
      metadata: null,
      toolName: null,
      toolCallId: null,
      expiresAt: null,
      occurredAt: minute(1),
      recordedAt: minute(1),
      event: null,
    },
  ]);
  for (const session of [null, "s1"])
    expect(await space.changeNotes(session, [{ path: "/note", value: `number ${secret}` }])).toBe(
      true,
    );
};

const told = async <T>(all: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const one of all) found.push(one);
  return found;
};

/** Every read of the port. */
const readAll = async (space: CosmosSpace): Promise<Record<string, unknown>> => {
  const kinds = ["FACT", "ENTITY", "EVENT", "SUMMARY"] as const;
  const [asked] = await space.facts([{ entities: ["ann"], at, page }]);
  const [everything] = await space.facts([{ at, page }]);
  const [related] = await space.relationships([
    { entities: ["ann", "bob"], direction: "BOTH", at, page },
  ]);
  const entities = await space.entities({ at, page });
  const sessions = await space.sessions(page);
  const recorded = await space.turnsRecorded({ page });
  const memories = await space.derivedMemories({ at, page });
  const references = await space.references({ at, page });
  return {
    entitiesAsOf: await space.entitiesAsOf([
      { entity: "ann", knownAt: minute(5) },
      { entity: "bob", knownAt: minute(5) },
    ]),
    entityHistory: await space.entityHistory([{ entity: "ann", knownAt: minute(5) }]),
    entitiesByKey: await space.entitiesByKey(["person:ann", "person:bob", "person:eve"]),
    entitiesByName: await space.entitiesByName(["ann", "bob"], minute(5)),
    entitiesByNamePart: await space.entitiesByNamePart(["an"], minute(5), 5),
    self: await space.self(minute(5)),
    entities: [entities.items, await entities.total()],
    facts: [asked!.items, await asked!.total(), everything!.items, await everything!.total()],
    manyFacts: (
      await space.facts([
        { entities: ["ann"], at, page },
        { entities: ["bob"], at, page },
      ])
    ).map(({ items }) => items),
    recentFacts: (await space.recentFacts({ at, page })).items,
    changedFacts: await space.changedFacts(["f1"], { ...at, validAt: minute(0) }),
    factsAsOf: await space.factsAsOf([{ fact: "f1", knownAt: minute(5) }]),
    factHistory: await space.factHistory([
      { fact: "f1", knownAt: minute(5) },
      { fact: "f2", knownAt: minute(5) },
    ]),
    factVersions: await space.factVersions([
      { version: "f1.1", knownAt: minute(5) },
      { version: "f2.1", knownAt: minute(5) },
    ]),
    factsSupersededBy: await space.factsSupersededBy([{ fact: "f1", knownAt: minute(5) }]),
    lastCommits: await space.lastCommits([minute(5)]),
    line: [
      await space.line({ entities: ["ann"], slots: ["number"] }),
      await space.line({ chain: "f1" }),
    ],
    slots: await space.slots(["ann", "bob"]),
    factsByHash: await space.factsByHash(["ann"], "same", at),
    similarFacts: (
      await space.similarFacts({
        entities: ["ann"],
        text: "number",
        vector: Float32Array.from([1, 0]),
        at,
        limit: 5,
      })
    ).map(({ version }) => version),
    importantFacts: await space.importantFacts([{ entities: ["ann"], at, limit: 5 }]),
    relationships: [related!.items, await related!.total()],
    relationshipsAsOf: await space.relationshipsAsOf([{ relationship: "r1", knownAt: minute(5) }]),
    relationshipHistory: await space.relationshipHistory([
      { relationship: "r1", knownAt: minute(5) },
    ]),
    relationshipsByEvidence: await space.relationshipsByEvidence(["f1"]),
    relationshipsBetween: await space.relationshipsBetween({
      sources: ["ann"],
      targets: ["bob"],
      type: "knows",
    }),
    events: await space.events(["e1"], minute(5)),
    eventsAround: await space.eventsAround(["e1"], 2, at),
    eventByIdempotencyKey: await space.eventByIdempotencyKey("key"),
    pendingEvents: await space.pendingEvents(5),
    decisions: await space.decisions(["d1"], minute(5)),
    decisionsOfEvents: await space.decisionsOfEvents(["e1"], minute(5)),
    confirmations: await space.confirmations([{ fact: "f1", knownAt: minute(5) }]),
    eventLog: (await space.eventLog({ knownAt: minute(5), page })).items,
    extent: await space.extent(minute(5)),
    factBoundaries: await space.factBoundaries({
      axis: "VALID",
      from: minute(0),
      to: minute(5),
      knownAt: minute(5),
    }),
    factOwners: await space.factOwners({ at, limit: 9 }),
    factVersionsAbout: await space.factVersionsAbout([{ entities: ["ann"], knownAt: minute(5) }]),
    factsDuring: (await space.factsDuring({ during: {}, knownAt: minute(5), page })).items,
    factsMentioning: (await space.factsMentioning([{ entities: ["bob"], at, page }])).map(
      ({ items }) => items,
    ),
    graphRelationships: await space.graphRelationships({ at, limit: 9 }),
    changes: (await space.changes({ from: minute(0), to: minute(5), page })).items,
    entityTexts: await space.entityTexts(["ann"]),
    searchFullText: (await space.searchFullText(["number"], { kinds, at, limit: 9 })).map(
      ({ text, version }) => [text, version],
    ),
    searchVector: (
      await space.searchVector(Float32Array.from([1, 0]), { kinds, at, limit: 9 })
    ).map(({ text, version }) => [text, version]),
    searchHybrid: Object.values(
      await space.searchHybrid(
        { terms: ["number"], vector: Float32Array.from([1, 0]), weights: EQUAL },
        { kinds, at, limit: 9 },
      ),
    )
      .flat()
      .map(({ text, version }) => [text, version]),
    searchSubstring: (await space.searchSubstring(["number"], { kinds, at, limit: 9 })).map(
      ({ text, version }) => [text, version],
    ),
    sessionsById: await space.sessionsById(["s1"]),
    sessions: [sessions.items, await sessions.total()],
    turnsById: await space.turnsById(["t1"]),
    turns: await space.turns({ session: "s1", first: 5 }),
    turnsRecorded: [recorded.items, await recorded.total()],
    turnsOfSession: (await space.turnsRecorded({ session: "s1", page })).items,
    searchableEvents: await space.searchableEvents("s1", 5),
    commitsAfter: await told(space.commitsAfter(null, true)),
    traces: await space.traces({
      entities: ["ann"],
      facts: ["f1"],
      events: ["e1"],
      sessions: ["s1"],
      times: [minute(1)],
      strings: ["number"],
      speakers: ["ann"],
      words: ["number"],
    }),
    allMemories: await space.allMemories(),
    countAll: await space.countAll(),
    findRemainders: await space.findRemainders(["number"]),
    textsWithoutVector: await space.textsWithoutVector({ limit: 9 }),
    vectorCounts: await space.vectorCounts(),
    embedders: await space.embedders(),
    memoriesAsOf: await space.memoriesAsOf([{ memory: "m1", knownAt: minute(5) }]),
    memoryHistory: await space.memoryHistory([{ memory: "m1", knownAt: minute(5) }]),
    memoriesByPrefix: await space.memoriesByPrefix([{ prefixes: ["m"], at }]),
    derivedMemories: [memories.items, await memories.total()],
    references: [references.items, await references.total()],
    note: [(await space.note(null, "/note"))?.value, (await space.note("s1", "/note"))?.value],
    notes: (await space.notes(null, "/")).map(({ path, value }) => [path, value]),
    notesOfSession: (await space.notes("s1", "/")).map(({ path, value }) => [path, value]),
  };
};

/** Calls that write, or that return nothing that was written. */
const NO_READS = new Set([
  "constructor",
  "id",
  "head",
  "lastHead",
  "commit",
  "readAheadOfChange",
  "onCommit",
  "createSession",
  "appendTurns",
  "deleteSession",
  "deleteTurns",
  "changeNotes",
  "erase",
  "scrub",
  "eraseAll",
  "openImport",
]);

/** The numbers that appear in a space's answers: its own, and no other. */
const numbersIn = (answers: unknown): Set<string> =>
  new Set(
    [
      ...JSON.stringify(answers).matchAll(
        /(?:number (?:is )?|"strength":0\.|decision":"d)(\d{3})/gu,
      ),
    ].map((match) => match[1]!),
  );

const EQUAL = { fullText: 1, vector: 1 };
/** Spaces of which each differs from the first in one way. More of a kind would show nothing else. */
const spaces: readonly SpaceId[] = [
  { tenant: "acme", user: "ann" },
  // In the user, in the tenant, in both.
  { tenant: "acme", user: "bob" },
  { tenant: "globex", user: "ann" },
  { tenant: "globex", user: "bob" },
  // In which of the two is the tenant, and in where it ends.
  { tenant: "ann", user: "acme" },
  { tenant: "acmea", user: "nn" },
  // By what follows.
  { tenant: "acme", user: "anna" },
  { tenant: "acme2", user: "ann" },
  // In capitals.
  { tenant: "acme", user: "Ann" },
  { tenant: "Acme", user: "ann" },
];

it("the spaces are compared by every read of the port", async () => {
  on = await storeOnDouble(EMBEDDER);
  const called = new Set<string>();
  const space = await spaceOf(on.store);
  await readAll(
    new Proxy(space, {
      get: (target, name) => {
        called.add(String(name));
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    }),
  );
  expect([...called].toSorted()).toEqual(
    Object.getOwnPropertyNames(CosmosSpace.prototype)
      .filter((name) => !NO_READS.has(name))
      .toSorted(),
  );
});

describe.each([{ dropsPartitionKey: false }, { dropsPartitionKey: true }])(
  "spaces that look alike (%o)",
  (options) => {
    it("return their own rows in every read", async () => {
      on = await storeOnDouble(EMBEDDER, {}, { ...options, sockets: false });
      for (const [i, id] of spaces.entries()) await fill(await spaceOf(on.store, id), 100 + i);
      const { items } = on.double.account.container("memory", "graph");
      // A space has others beside it in its physical partition, and others elsewhere.
      for (const range of RANGES)
        expect(
          new Set(items.alive(range).map(({ key }) => JSON.stringify(key))).size,
        ).toBeGreaterThan(1);
      let compared: Record<string, unknown> | null = null;
      for (const [i, id] of spaces.entries()) {
        const answers = await readAll(await spaceOf(on.store, id));
        for (const [read, answer] of Object.entries(answers))
          expect([read, ...numbersIn(answer)]).toEqual(
            numbersIn(answer).size === 0 ? [read] : [read, String(100 + i)],
          );
        const normalised = JSON.parse(
          JSON.stringify(answers)
            .replaceAll(/0\.\d+/gu, "0")
            .replaceAll(String(100 + i), "NNN"),
        ) as Record<string, unknown>;
        compared ??= normalised;
        expect(normalised).toEqual(compared);
      }
      // Every read must find something, or the comparison would prove nothing.
      for (const [read, answer] of Object.entries(compared!))
        expect([read, JSON.stringify(answer)]).not.toEqual([
          read,
          expect.stringMatching(/^(?:\[\]|\[\[\]\]|null|\[null\])$/u),
        ]);
    });
  },
);

describe.each([{ dropsPartitionKey: false }, { dropsPartitionKey: true }])(
  "the sessions of one space (%o)",
  (options) => {
    it("have their own turns and notes, and lose no others", async () => {
      on = await storeOnDouble(EMBEDDER, {}, { ...options, sockets: false });
      const space = await spaceOf(on.store);
      const turnOf = (id: string) => ({
        id,
        role: "USER" as const,
        content: id,
        metadata: null,
        toolName: null,
        toolCallId: null,
        expiresAt: null,
        occurredAt: minute(1),
        recordedAt: minute(1),
        event: null,
      });
      for (const session of ["s1", "s2"]) {
        await space.createSession({
          id: session,
          title: null,
          strategy: "DIRECT",
          createdAt: minute(1),
          turnCount: 0,
        });
        await space.appendTurns(session, [turnOf(`${session} first`), turnOf(`${session} second`)]);
        await space.changeNotes(session, [{ path: "/own", value: session }]);
      }
      const contents = async (session: string) =>
        (await space.turns({ session, first: 9 })).turns.map(({ content }) => content);
      expect([await contents("s1"), await contents("s2")]).toEqual([
        ["s1 first", "s1 second"],
        ["s2 first", "s2 second"],
      ]);
      expect(
        (await space.turnsRecorded({ session: "s2", page })).items.map(({ item }) => item.content),
      ).toEqual(["s2 second", "s2 first"]);
      expect((await space.notes("s1", "/")).map(({ value }) => value)).toEqual(["s1"]);
      expect(await space.deleteTurns("s1", 1)).toBe(1);
      expect([await contents("s1"), await contents("s2")]).toEqual([
        ["s1 second"],
        ["s2 first", "s2 second"],
      ]);
      expect(await space.deleteSession("s1")).toBe(true);
      expect([
        await contents("s1"),
        await contents("s2"),
        (await space.notes("s2", "/")).map(({ value }) => value),
      ]).toEqual([[], ["s2 first", "s2 second"], ["s2"]]);
    });
  },
);

describe("a row of another space", () => {
  it("is withheld and logged, whichever read returns it", async () => {
    const errors: string[] = [];
    on = await storeOnDouble(EMBEDDER, {
      log: { warn: () => {}, error: (_, message) => errors.push(message) },
    });
    const [mine, theirs] = [
      await spaceOf(on.store, { tenant: "acme", user: "ann" }),
      await spaceOf(on.store, { tenant: "acme", user: "bob" }),
    ];
    await fill(mine, 111);
    await fill(theirs, 222);
    const foreign = [
      ...on.double.account.container("memory", "graph").items.alive(),
      ...["turns", "summaries", "counters"].flatMap((name) =>
        on.double.account.container("memory", name).items.alive(),
      ),
    ]
      .filter(({ document }) => document["user"] === "bob")
      .map(({ document }) => document);
    expect(foreign.length).toBeGreaterThan(10);
    const truth = await readAll(mine);
    on.double.faults.plan(
      { kind: "ROWS", rows: foreign },
      ({ kind, body }) =>
        kind === "QUERY" &&
        !/COUNT\(1\)|orderByItems|componentScores/u.test((body as { query: string }).query),
      Infinity,
    );
    const answers = await readAll(mine);
    expect(numbersIn(answers)).toEqual(new Set(["111"]));
    expect(answers).toEqual(truth);
    expect(errors.length).toBeGreaterThan(100);
    expect(new Set(errors)).toEqual(
      new Set(["A document of another space or session came back: it is withheld."]),
    );
  });

  it("is not returned by a point read either", async () => {
    const errors: unknown[] = [];
    on = await storeOnDouble(EMBEDDER, {
      log: { warn: () => {}, error: (details) => errors.push(details) },
    });
    const space = await spaceOf(on.store);
    await fill(space, 111);
    const { items } = on.double.account.container("memory", "graph");
    const event = items.alive().find(({ document }) => document["type"] === "event")!;
    // The double lets a test store another space's document under this key.
    Object.assign(event.document, { user: "bob" });
    expect(await space.events(["e1"], minute(5))).toEqual([null]);
    expect(errors).toHaveLength(1);
  });
});

describe("requests", () => {
  it("name tenant and user in the WHERE of every query, except for the statistics of a plan", async () => {
    on = await storeOnDouble(EMBEDDER);
    const space = await spaceOf(on.store);
    await fill(space, 111);
    on.double.takeRequests();
    await readAll(space);
    const queries = on.double
      .takeRequests()
      .filter(({ kind }) => kind === "QUERY" || kind === "PLAN");
    const texts = queries.map(({ body }) => (body as { query: string }).query);
    expect(texts.length).toBeGreaterThan(60);
    for (const text of texts.filter((text) => !text.startsWith("SELECT COUNT(1) AS documentCount")))
      expect(text).toMatch(/WHERE \(*c\.tenant = @tenant(?: AND |\) AND \()c\.user = @user/u);
    for (const { body } of queries)
      expect(
        (body as { parameters: readonly { readonly name: string; readonly value: unknown }[] })
          .parameters,
      ).toEqual(
        expect.arrayContaining([
          { name: "@tenant", value: "acme" },
          { name: "@user", value: "ann" },
        ]),
      );
  });

  it("contain nothing that the service is known to fail on", async () => {
    on = await storeOnDouble(EMBEDDER);
    const space = await spaceOf(on.store);
    await fill(space, 111);
    await readAll(space);
    await space.searchFullText(
      Array.from({ length: 50 }, (_, i) => `word${i}`),
      { kinds: ["FACT"], at, limit: 3 },
    );
    const queries = on.double
      .takeRequests()
      .filter(({ kind }) => kind === "QUERY" || kind === "PLAN");
    for (const { body, unindexed } of queries) {
      const text = (body as { query: string }).query;
      expect(text).not.toMatch(/\bBETWEEN\b/u);
      expect(text).not.toMatch(/TOP @|[^_]FullTextScore\(c\.text, \[/u);
      expect((text.match(/@word\d+/gu) ?? []).every((term) => Number(term.slice(5)) < 30)).toBe(
        true,
      );
      expect(unindexed).toEqual([]);
    }
  });

  it("filter by indexed paths alone where they list the spaces, also for a first worker", async () => {
    on = await storeOnDouble(EMBEDDER);
    const space = await spaceOf(on.store);
    await fill(space, 111);
    on.double.takeRequests();
    for await (const id of on.store.spaces()) expect(id.user).toBe("ann");
    const follower = await on.store.follow("worker", "me", 180_000);
    await follower!.next();
    await follower!.release();
    expect(on.double.takeRequests().flatMap(({ unindexed }) => unindexed)).toEqual([]);
  });

  it("fuse with literal weights of at least zero", async () => {
    on = await storeOnDouble(EMBEDDER);
    const space = await spaceOf(on.store);
    await fill(space, 111);
    on.double.takeRequests();
    await space.searchHybrid(
      {
        terms: ["number"],
        vector: Float32Array.from([1, 0]),
        weights: { fullText: 1, vector: 0.25 },
      },
      { kinds: ["FACT"], at, limit: 3 },
    );
    const [plan] = on.double.takeRequests().filter(({ kind }) => kind === "PLAN");
    expect((plan!.body as { query: string }).query).toContain(
      "ORDER BY RANK RRF(FullTextScore(c.text, @word0), VectorDistance(c.vector, @vector), [1, 0.25])",
    );
  });

  it("rank by the vector alone without terms, and are not sent if nothing can be found", async () => {
    on = await storeOnDouble(EMBEDDER);
    const space = await spaceOf(on.store);
    expect(await space.searchFullText(["number"], { kinds: ["FACT"], at, limit: 3 })).toEqual([]);
    expect(
      await space.searchHybrid(
        { terms: ["number"], vector: Float32Array.from([1, 0]), weights: EQUAL },
        { kinds: ["FACT"], at, limit: 3 },
      ),
    ).toEqual({ fullText: [], vector: [] });
    await fill(space, 111);
    on.double.takeRequests();
    expect(await space.searchFullText([], { kinds: ["FACT"], at, limit: 3 })).toEqual([]);
    expect(on.double.takeRequests()).toEqual([]);
    expect(
      (
        await space.searchHybrid(
          { terms: [], vector: Float32Array.from([0, 1]), weights: EQUAL },
          { kinds: ["FACT"], at, limit: 1 },
        )
      ).vector.map(({ text }) => text.subject),
    ).toEqual(["f2"]);
    expect((on.double.takeRequests()[0]!.body as { query: string }).query).toContain(
      "ORDER BY VectorDistance(c.vector, @vector)",
    );
  });
});
