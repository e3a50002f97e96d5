import { expect } from "vitest";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import type { Commit } from "../../../src/store/port.ts";
import {
  aDecision,
  aFact,
  aMemory,
  anEntity,
  anEvent,
  aReference,
  aRelationship,
  aText,
  minute,
} from "./samples.ts";

export const EQUAL = { fullText: 1, vector: 1 };

export const at = { knownAt: minute(5), validAt: minute(5) };
export const page = { first: 10 };

/** The same ids, names, keys and words in every space. Only the number differs. */
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

export const fill = async (space: CosmosSpace, secret: number): Promise<void> => {
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

const listed = async <T>(all: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const one of all) found.push(one);
  return found;
};

/** Every read of the port. */
export const readAll = async (space: CosmosSpace): Promise<Record<string, unknown>> => {
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
    commitsAfter: await listed(space.commitsAfter(null, true)),
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
export const NO_READS = new Set([
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
  "makeRoom",
  "eraseAll",
  "openImport",
]);
