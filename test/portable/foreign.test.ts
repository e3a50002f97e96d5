import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { v7 } from "uuid";
import { instantOf } from "../../src/memory/time.ts";
import { readGraphiti } from "../../src/portable/foreign/graphiti.ts";
import { importForeign, type ForeignProgress } from "../../src/portable/foreign/import-foreign.ts";
import type { ForeignMemory } from "../../src/portable/foreign/foreign-memory.ts";
import { PalimpsestStore } from "../../packages/langgraph/src/store.ts";
import { readLanggraph } from "../../src/portable/foreign/langgraph.ts";
import { readMcpMemory } from "../../src/portable/foreign/mcp-memory.ts";
import { readMem0 } from "../../src/portable/foreign/mem0.ts";
import type { SpaceStore, Store } from "../../src/store/port.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { itemsOf } from "../contract/open-store.ts";
import { silentModels } from "../fakes/silent-models.ts";

const MEM0 = JSON.stringify({
  results: [
    {
      id: "m2",
      memory: "Works at TechCorp as a senior engineer",
      hash: "x",
      metadata: { type: "professional" },
      created_at: "2024-03-01T10:00:00.123456-08:00",
      updated_at: "2024-05-01T10:00:00.123456-08:00",
      user_id: "dev",
    },
    {
      id: "m1",
      memory: "Likes green tea",
      created_at: "2024-01-02 03:04:05",
      updated_at: null,
      user_id: "dev",
      expiration_date: "2027-01-01",
    },
    { id: "m3", memory: "Answers briefly", created_at: "2024-01-01T00:00:00Z", agent_id: "helper" },
    { id: "m4", memory: "  ", created_at: "2024-01-01T00:00:00Z" },
  ],
  relations: [{ source: "dev", relationship: "works_at", target: "TechCorp" }, { source: "dev" }],
});

const OPENMEMORY_LINES = [
  {
    id: "a",
    content: "Has a dog",
    state: "active",
    created_at: "2025-01-01T00:00:00+00:00",
    updated_at: "2025-01-01T00:00:00+00:00",
    app: "openmemory",
    categories: [],
  },
  { id: "b", content: "Has a cat", state: "deleted", created_at: "2025-01-01T00:00:00+00:00" },
]
  .map((line) => JSON.stringify(line))
  .join("\n");

const GRAPHITI = JSON.stringify({
  episodes: [
    {
      uuid: "e1",
      name: "chat 1",
      group_id: "g",
      labels: [],
      created_at: "2025-01-05T00:00:00Z",
      source: "message",
      source_description: "chat",
      content: "Ana: I moved to Porto",
      valid_at: "2025-01-04T00:00:00Z",
      entity_edges: ["f2"],
    },
    {
      uuid: "e2",
      name: "note",
      source: "text",
      content: "Ana likes fado",
      valid_at: "2025-02-01T00:00:00Z",
    },
    { uuid: "e3", name: "blank", source: "text", content: " ", valid_at: "2025-02-01T00:00:00Z" },
  ],
  nodes: [
    {
      uuid: "n1",
      name: "Ana",
      group_id: "g",
      labels: ["Entity", "Person"],
      created_at: "2025-01-05T00:00:00Z",
      summary: "Ana lives in Porto.",
      attributes: {},
    },
    { uuid: "n2", name: "Lisbon", labels: ["Entity"], summary: "" },
    { uuid: "n3", name: "Porto", labels: ["Entity", "City"], summary: "" },
  ],
  edges: [
    {
      uuid: "f1",
      group_id: "g",
      source_node_uuid: "n1",
      target_node_uuid: "n2",
      created_at: "2025-01-01T00:00:00Z",
      name: "LIVES_IN",
      fact: "Ana lives in Lisbon",
      episodes: [],
      valid_at: "2019-01-01T00:00:00Z",
      invalid_at: "2025-01-04T00:00:00Z",
      expired_at: "2025-01-05T00:00:00Z",
      attributes: {},
    },
    {
      uuid: "f2",
      source_node_uuid: "n1",
      target_node_uuid: "n3",
      created_at: "2025-01-05T00:00:00Z",
      name: "LIVES_IN",
      fact: "Ana lives in Porto",
      valid_at: "2025-01-04T00:00:00Z",
      invalid_at: null,
      expired_at: null,
      episodes: ["e1"],
    },
    {
      uuid: "f3",
      source_node_uuid: "n9",
      target_node_uuid: "n3",
      name: "KNOWS",
      fact: "Somebody knows Porto",
    },
    {
      uuid: "f4",
      source_node_uuid: "n1",
      target_node_uuid: "n3",
      name: "VISITED",
      fact: "Ana visited Porto",
      created_at: "2025-01-01T00:00:00Z",
      valid_at: "2025-01-01T00:00:00Z",
      invalid_at: "2024-01-01T00:00:00Z",
    },
  ],
});

const MCP = [
  {
    type: "entity",
    name: "John_Smith",
    entityType: "person",
    observations: [
      "Speaks fluent Spanish",
      "John Smith graduated in 2019",
      "Speaks fluent Spanish",
    ],
  },
  { type: "entity", name: "Anthropic", entityType: "organization", observations: [] },
  { type: "relation", from: "John_Smith", to: "Anthropic", relationType: "works_at" },
  { type: "nothing" },
]
  .map((line) => JSON.stringify(line))
  .join("\n");

describe("another memory's file", () => {
  it("from mem0 contains its memories and relations, in the order in which they were said", () => {
    const { records, omittedItems } = readMem0(MEM0);
    expect(records).toEqual([
      {
        kind: "FACT",
        key: expect.stringMatching(/^mem0:m3:/u),
        entity: { name: "helper", type: "agent" },
        text: "Answers briefly",
        occurredAt: "2024-01-01T00:00:00.000Z",
        validFrom: null,
        validTo: null,
      },
      {
        kind: "FACT",
        key: expect.stringMatching(/^mem0:m1:/u),
        entity: { self: true },
        text: "Likes green tea",
        occurredAt: "2024-01-02T03:04:05.000Z",
        validFrom: null,
        validTo: "2027-01-01T00:00:00.000Z",
      },
      {
        kind: "FACT",
        key: expect.stringMatching(/^mem0:m2:/u),
        entity: { self: true },
        text: "Works at TechCorp as a senior engineer",
        occurredAt: "2024-05-01T18:00:00.123Z",
        validFrom: null,
        validTo: null,
      },
      {
        kind: "FACT",
        key: expect.stringMatching(/^mem0:/u),
        entity: { name: "dev" },
        text: "dev works at TechCorp",
        relationship: { type: "works_at", target: { name: "TechCorp" } },
        occurredAt: null,
        validFrom: null,
        validTo: null,
      },
    ]);
    expect(omittedItems).toHaveLength(2);
    expect(readMem0(OPENMEMORY_LINES)).toMatchObject({
      records: [{ text: "Has a dog" }],
      omittedItems: [{ what: "Has a cat", reason: "It was deleted." }],
    });
    expect(readMem0(JSON.stringify([{ id: "x", memory: "Sings" }])).records).toMatchObject([
      { text: "Sings", occurredAt: null },
    ]);
    expect(readMem0(JSON.stringify({ id: "x", memory: "Sings" })).records).toMatchObject([
      { text: "Sings" },
    ]);
  });

  it("from the history of mem0 contains each text of a memory, and its end", () => {
    const row = { id: "h", old_memory: null, is_deleted: 0 };
    const history = [
      {
        ...row,
        memory_id: "a",
        new_memory: "Works at Bolt",
        event: "UPDATE",
        created_at: "2024-01-01T00:00:00Z",
        updated_at: "2024-06-01T00:00:00Z",
      },
      {
        ...row,
        memory_id: "a",
        new_memory: "Works at Acme",
        event: "ADD",
        created_at: "2024-01-01T00:00:00Z",
        updated_at: null,
      },
      {
        ...row,
        memory_id: "a",
        new_memory: null,
        event: "DELETE",
        created_at: "2024-01-01T00:00:00Z",
        updated_at: "2024-09-01T00:00:00Z",
      },
      {
        ...row,
        memory_id: "b",
        new_memory: "Has a cat",
        event: "ADD",
        created_at: "2024-02-01T00:00:00Z",
      },
      { ...row, memory_id: "b", new_memory: null, event: "DELETE" },
      {
        ...row,
        memory_id: "c",
        new_memory: "Sings",
        event: "ADD",
        created_at: "2024-03-01T00:00:00Z",
      },
    ];
    const { records, omittedItems } = readMem0(JSON.stringify(history));
    expect(
      records.map(
        (record) => record.kind === "FACT" && [record.text, record.occurredAt, record.validTo],
      ),
    ).toEqual([
      ["Works at Acme", "2024-01-01T00:00:00.000Z", "2024-06-01T00:00:00.000Z"],
      ["Sings", "2024-03-01T00:00:00.000Z", null],
      ["Works at Bolt", "2024-06-01T00:00:00.000Z", "2024-09-01T00:00:00.000Z"],
    ]);
    expect(omittedItems).toEqual([
      { what: "Has a cat", reason: "The file does not say when it was replaced or deleted." },
    ]);
  });

  it("from the API of Zep names the ends of an edge and the speaker of an episode", () => {
    const { records, omittedItems } = readGraphiti(
      JSON.stringify({
        edges: [
          {
            uuid: "z1",
            source_node_uuid: "x",
            source_node_name: "Ana",
            source_node_labels: ["Person"],
            target_node_uuid: "y",
            target_node_name: "Acme",
            name: "WORKS_AT",
            fact: "Ana works at Acme",
            created_at: "2026-01-02T00:00:00Z",
            valid_at: "2026-01-01T00:00:00Z",
          },
          { uuid: "z2", source_node_uuid: "x", target_node_uuid: "y", fact: "Nobody knows whose" },
        ],
        episodes: [
          {
            uuid: "z3",
            content: "I work at Acme",
            source: "message",
            role: "Ana",
            reference_time: "2026-01-01T00:00:00Z",
            created_at: "2026-01-02T00:00:00Z",
          },
        ],
      }),
    );
    expect(records).toMatchObject([
      { message: "I work at Acme", speaker: "Ana", occurredAt: "2026-01-01T00:00:00.000Z" },
      {
        entity: { name: "Ana", type: "person" },
        relationship: { type: "WORKS_AT", target: { name: "Acme" } },
        validFrom: "2026-01-01T00:00:00.000Z",
      },
    ]);
    expect(omittedItems).toMatchObject([{ what: "Nobody knows whose" }]);
  });

  it("from LangGraph contains the facts that its store makes of the same items", async () => {
    const value = { theme: "dark", font: { size: 12 } };
    const createdAt = "2026-01-01T00:00:00.000Z";
    const updated = { updatedAt: "2026-02-01T00:00:00.000Z" };
    const item = { namespace: ["users", "ana"], key: "prefs", value, createdAt, ...updated };
    const [record, ...others] = readLanggraph(JSON.stringify({ items: [item] })).records;
    const asserted: object[] = [];
    const before = JSON.stringify({ ...item, isIndexed: true });
    const memory = {
      facts: async () => ({ nodes: [{ id: "f", slot: "langgraph_item", text: before }] }),
      assert: async (fact: object) => void asserted.push(fact),
    } as unknown as ConstructorParameters<typeof PalimpsestStore>[0]["memory"];
    await new PalimpsestStore({ memory }).put(item.namespace, item.key, value);
    expect(others).toEqual([]);
    expect(record).toMatchObject({ ...asserted[0], occurredAt: updated.updatedAt });
    const row = {
      prefix: "users.ana",
      key: "prefs",
      value: JSON.stringify(value),
      created_at: "2026-01-01 00:00:00+00:00",
      updated_at: "2026-02-01 00:00:00+00:00",
    };
    expect(readLanggraph(JSON.stringify(row)).records).toEqual([record]);
    expect(
      readLanggraph(JSON.stringify([{ ...item, updatedAt: undefined }])).records,
    ).toMatchObject([{ occurredAt: createdAt }]);
    const wrong = [
      { ...item, value: "dark" },
      { ...item, value: "[1" },
      { ...item, namespace: [] },
      { key: "prefs", value },
      { ...item, key: "" },
      7,
    ];
    const { records, omittedItems } = readLanggraph(JSON.stringify(wrong));
    expect([records.length, omittedItems.length]).toEqual([0, wrong.length]);
  });

  it("from Graphiti contains its episodes, and its edges with their times", () => {
    const { records, omittedItems } = readGraphiti(GRAPHITI);
    expect(records).toEqual([
      {
        kind: "FACT",
        key: "graphiti:f1",
        entity: { name: "Ana", type: "person" },
        text: "Ana lives in Lisbon",
        relationship: { type: "LIVES_IN", target: { name: "Lisbon" } },
        occurredAt: "2025-01-01T00:00:00.000Z",
        validFrom: "2019-01-01T00:00:00.000Z",
        validTo: "2025-01-04T00:00:00.000Z",
      },
      expect.objectContaining({ key: "graphiti:f4" }),
      {
        kind: "MESSAGE",
        key: "graphiti:e1",
        message: "I moved to Porto",
        speaker: "Ana",
        occurredAt: "2025-01-04T00:00:00.000Z",
      },
      {
        kind: "MESSAGE",
        key: "graphiti:n1",
        message: "Ana lives in Porto.",
        speaker: "Graphiti",
        profileOf: { name: "Ana", type: "person" },
        occurredAt: "2025-01-05T00:00:00.000Z",
      },
      {
        kind: "FACT",
        key: "graphiti:f2",
        entity: { name: "Ana", type: "person" },
        text: "Ana lives in Porto",
        relationship: { type: "LIVES_IN", target: { name: "Porto", type: "city" } },
        occurredAt: "2025-01-05T00:00:00.000Z",
        validFrom: "2025-01-04T00:00:00.000Z",
        validTo: null,
      },
      {
        kind: "MESSAGE",
        key: "graphiti:e2",
        message: "Ana likes fado",
        speaker: null,
        occurredAt: "2025-02-01T00:00:00.000Z",
      },
    ]);
    expect(omittedItems.map(({ what }) => what)).toEqual(["blank", "Somebody knows Porto"]);
    const parts = JSON.parse(GRAPHITI) as Record<string, unknown[]>;
    const lines = Object.values(parts)
      .flat()
      .map((one) => JSON.stringify(one))
      .join("\n");
    expect(readGraphiti(lines)).toEqual(readGraphiti(GRAPHITI));
    expect(readGraphiti(JSON.stringify(Object.values(parts).flat()))).toEqual(
      readGraphiti(GRAPHITI),
    );
  });

  it("from the reference MCP memory server contains observations as statements, and relations", () => {
    const { records, omittedItems } = readMcpMemory(MCP);
    expect(
      records.map(
        (record) =>
          record.kind === "FACT" && [record.entity, record.text, record.relationship?.type ?? null],
      ),
    ).toEqual([
      [{ name: "John Smith", type: "person" }, "John Smith: Speaks fluent Spanish", null],
      [{ name: "John Smith", type: "person" }, "John Smith graduated in 2019", null],
      [{ name: "Anthropic", type: "organization" }, "Anthropic: organization", null],
      [{ name: "John Smith", type: "person" }, "John Smith works at Anthropic", "works_at"],
    ]);
    expect(omittedItems).toHaveLength(1);
    const lines = MCP.split("\n").map((line) => JSON.parse(line) as { type: string });
    const graph = JSON.stringify({
      entities: lines.filter(({ type }) => type === "entity"),
      relations: lines.filter(({ type }) => type === "relation"),
    });
    expect(readMcpMemory(graph).records).toEqual(records);
  });

  it("that is no JSON is refused with the line", () => {
    for (const read of [readMem0, readGraphiti, readMcpMemory, readLanggraph]) {
      expect(() => read('{"a": 1}\nnonsense')).toThrow("Row 2 is not JSON");
      expect(read("").records).toEqual([]);
    }
  });
});

describe("an imported memory of another program", () => {
  let directory: string;
  let store: Store;
  let space: SpaceStore;
  const start = Date.UTC(2026, 0, 1);
  let now = start;
  const services: WriteServices = {
    models: silentModels,
    newId: v7,
    now: () => (now += 1000),
    settings: DEFAULT_WRITE_SETTINGS,
    vocabulary: shippedVocabulary(),
    log: { warn: () => {} },
    onPending: () => {},
  };
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "palimpsest-foreign-"));
    store = await openSqliteStore({ directory, embedder: silentModels.embedder });
    space = await store.space({ tenant: "t", user: "u" });
  });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  const take = async (memory: ForeignMemory): Promise<ForeignProgress | null> => {
    let last: ForeignProgress | null = null;
    for await (last of importForeign(services, space, memory));
    return last;
  };
  const facts = async (validAt = Date.UTC(2026, 5, 1)) => {
    const { recordedAt: knownAt } = await space.head();
    return itemsOf(
      (
        await space.facts([
          { at: { knownAt: knownAt!, validAt: instantOf(validAt) }, page: { first: 99 } },
        ])
      )[0],
    );
  };

  it("is recorded as stated, without a model, and is true from the stated time", async () => {
    expect(await take(readGraphiti(GRAPHITI))).toMatchObject({
      facts: 2,
      messages: 3,
      omitted: [{ what: "blank" }, { what: "Somebody knows Porto" }, { what: "Ana visited Porto" }],
    });
    expect(
      (await facts()).map(({ text, sourceContext, tier }) => [text, sourceContext, tier]),
    ).toEqual([["Ana lives in Porto", "IMPORTED", "LONG_TERM"]]);
    expect((await facts(Date.UTC(2020, 0, 1))).map(({ text }) => text)).toEqual([
      "Ana lives in Lisbon",
    ]);
    const { recordedAt: knownAt } = await space.head();
    const [ana] = await space.entitiesByName(["ana"], knownAt!);
    const [page] = await space.relationships([
      {
        entities: ana!,
        direction: "OUT",
        at: { knownAt: knownAt!, validAt: knownAt! },
        page: { first: 9 },
      },
    ]);
    expect(itemsOf(page)).toMatchObject([{ type: "lives_in" }]);
    const hits = await space.searchFullText(["moved"], {
      kinds: ["EVENT"],
      at: { knownAt: knownAt!, validAt: knownAt! },
      limit: 9,
    });
    const [event] = await space.events([hits[0]!.text.subject], knownAt!);
    expect(event).toMatchObject({
      message: "I moved to Porto",
      speaker: "Ana",
      occurredAt: "2025-01-04T00:00:00.000Z",
      status: "APPLIED",
    });
    expect(await space.pendingEvents(9)).toEqual([]);
  });

  it("keeps the summary of a node as a profile with its time, until another profile is made", async () => {
    const graph = JSON.parse(GRAPHITI) as { nodes: Record<string, unknown>[] };
    const onlyNodes = readGraphiti(
      JSON.stringify([
        ...graph.nodes,
        { uuid: "n4", name: "Bea", labels: ["Entity"], summary: "Bea sings fado." },
      ]),
    );
    await take(onlyNodes);
    const entityCalled = async (name: string) => {
      const { recordedAt: knownAt } = await space.head();
      const [[id = ""] = []] = await space.entitiesByName([name], knownAt!);
      return (await space.entitiesAsOf([{ entity: id, knownAt: knownAt! }]))[0];
    };
    expect([
      await entityCalled("ana"),
      await entityCalled("bea"),
      await entityCalled("lisbon"),
    ]).toMatchObject([
      { type: "person", profile: "Ana lives in Porto." },
      { profile: "Bea sings fado." },
      null,
    ]);
    const head = await space.head();
    const hits = await space.searchFullText(["lives"], {
      kinds: ["EVENT"],
      at: { knownAt: head.recordedAt!, validAt: head.recordedAt! },
      limit: 9,
    });
    expect(
      await space.events(
        hits.map(({ text }) => text.subject),
        head.recordedAt!,
      ),
    ).toMatchObject([{ speaker: "Graphiti", occurredAt: "2025-01-05T00:00:00.000Z" }]);
    await take(
      readGraphiti(
        JSON.stringify([
          {
            uuid: "n8",
            name: "Ana",
            labels: ["Entity", "Person"],
            created_at: "2025-03-01T00:00:00Z",
            summary: "Ana left Porto.",
          },
        ]),
      ),
    );
    expect(await entityCalled("ana")).toMatchObject({ profile: "Ana lives in Porto." });
    await take(onlyNodes);
    expect(await space.head()).not.toEqual(head);
    const again = await space.head();
    await take(onlyNodes);
    expect(await space.head()).toEqual(again);
  });

  it("is about the user if it names nobody", async () => {
    await take(readMem0(MEM0));
    const { recordedAt: knownAt } = await space.head();
    const self = await space.self(knownAt!);
    expect((await facts()).filter(({ entity }) => entity === self).map(({ text }) => text)).toEqual(
      ["Likes green tea", "Works at TechCorp as a senior engineer"],
    );
    expect((await facts(Date.UTC(2028, 0, 1))).map(({ text }) => text)).not.toContain(
      "Likes green tea",
    );
  });

  it("exists once, however often it is imported, and resumes where it stopped", async () => {
    const memory = readMcpMemory(MCP);
    expect(await take({ records: memory.records.slice(0, 2), omittedItems: [] })).toMatchObject({
      facts: 2,
      known: 0,
    });
    expect(await take(memory)).toMatchObject({ facts: 2, messages: 0, known: 2 });
    const head = await space.head();
    expect((await facts()).map(({ text }) => text)).toEqual([
      "John Smith: Speaks fluent Spanish",
      "John Smith graduated in 2019",
      "Anthropic: organization",
      "John Smith works at Anthropic",
    ]);
    expect(await take(memory)).toMatchObject({ facts: 0, messages: 0, known: 4, pending: 0 });
    expect(await space.head()).toEqual(head);
  });
});
