import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plainClaim, type FactVersion } from "../../../src/memory/fact.ts";
import { OPEN, type Instant } from "../../../src/memory/time.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import { MOST_SPANS } from "../../../src/store/cosmos/documents/text-document.ts";
import type { Commit, Store } from "../../../src/store/port.ts";
import type { Document } from "../../cosmos-double/storage/json.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
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
import { turn } from "../../contract/records.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
let space: CosmosSpace;
const others: Store[] = [];
beforeEach(async () => {
  on = await storeOnDouble(EMBEDDER, {}, { sockets: false });
  space = await spaceOf(on.store);
});
afterEach(async () => {
  await Promise.all(others.splice(0).map((store) => store.close()));
  await on.close();
});

/** The same space in a process that has seen nothing. */
const reopened = async (): Promise<CosmosSpace> => {
  const store = await openCosmosStore(
    optionsFor(on.double, EMBEDDER, { httpClient: withoutSockets(on.double) }),
  );
  others.push(store);
  return spaceOf(store);
};
const record = async (to: CosmosSpace, n: number, commit: Partial<Commit>): Promise<void> =>
  expect(await to.commit(await to.head(), { recordedAt: minute(n), ...commit })).toBe(true);

const documents = (container: string): { readonly key: unknown; readonly document: Document }[] => [
  ...on.double.account.container("memory", container).items.alive(),
];
const rewrite = (container: string, change: (document: Document) => Document): void => {
  const { items } = on.double.account.container("memory", container);
  for (const { key, document } of items.alive())
    items.run(key, { operationType: "Upsert", resourceBody: change(document) });
};

/** The properties that bodies of version 1 repeated, by their names in the body. */
const REPEATED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fact: Object.fromEntries(
    [
      "fact",
      "n",
      "entity",
      "slot",
      "chain",
      "hash",
      "confidence",
      "tier",
      "session",
      "importance",
      "textId",
    ].map((name) => [name, name]),
  ),
  relationship: {
    relationship: "relationship",
    n: "n",
    source: "source",
    target: "target",
    type: "relationshipType",
    evidence: "evidence",
  },
  entity: { entity: "entity", n: "n", key: "key", type: "entityType", self: "self" },
  event: {
    id: "event",
    recordedAt: "recordedAt",
    occurredAt: "occurredAt",
    session: "session",
    idempotencyKey: "idempotencyKey",
  },
  decision: { action: "action", fact: "fact", event: "event", recordedAt: "recordedAt" },
  memory: { id: "memory", n: "n", kind: "memoryKind", session: "session" },
  reference: {
    entity: "entity",
    session: "session",
    kind: "referenceKind",
    recordedAt: "recordedAt",
    occurredAt: "validFrom",
  },
  session: { id: "session" },
  turn: { id: "turn", role: "role" },
};
/** A document as version 1 wrote it. */
const asVersion1 = (document: Document): Document => {
  const repeated = REPEATED[String(document["type"])];
  if (!repeated) return { ...document, schema: 1 };
  const body = document["body"] as Document;
  const own = Object.fromEntries(
    Object.entries(repeated).map(([name, beside]) => [name, document[beside] ?? null]),
  );
  const claim =
    document["type"] === "fact"
      ? plainClaim({
          validFrom: document["validFrom"] as Instant,
          validFromKnown: Boolean(body["validFromKnown"]),
        })
      : {};
  const { called: _c, beginnings: _b, nameCount: _n, ...rest } = document;
  return { ...rest, schema: 1, body: { ...(claim as unknown as Document), ...body, ...own } };
};

const knownAt = minute(2);
const answers = async (of: CosmosSpace): Promise<unknown> => ({
  facts: await of.factHistory([{ fact: "f", knownAt }]),
  entities: await of.entityHistory([{ entity: "ann", knownAt }]),
  relationships: await of.relationshipHistory([{ relationship: "r", knownAt }]),
  events: await of.events(["e"], knownAt),
  decisions: await of.decisions(["decision-f"], knownAt),
  named: await of.entitiesByName(["ann", "an"], knownAt),
  alike: await of.entitiesByNamePart(["an"], knownAt, 3),
  memories: await of.memoryHistory([{ memory: "m", knownAt }]),
  references: (await of.references({ at: { knownAt, validAt: knownAt }, page: { first: 9 } }))
    .items,
  sessions: await of.sessionsById(["s"]),
  turns: await of.turnsById(["t"]),
});

describe("documents of version 1, whose bodies repeat their other properties", () => {
  beforeEach(async () => {
    const fact = aFact("f", minute(1), { slot: "residence", value: "Faro", polarity: "ENDED" });
    await record(space, 1, {
      entities: [anEntity("ann", minute(1), { self: "SPEAKER" })],
      events: [anEvent("e", minute(1), { session: "s" })],
      facts: [fact],
      texts: [aText(fact)],
      decisions: [aDecision("decision-f", minute(1), { fact: "f", event: "e" })],
      relationships: [aRelationship("r", "ann", "bob", minute(1))],
      memories: [aMemory("m", minute(1))],
      references: [aReference("ref", "ann", minute(1))],
    });
    await space.createSession({
      id: "s",
      title: "Hi",
      strategy: "DIRECT",
      createdAt: minute(1),
      turnCount: 0,
    });
    await space.appendTurns("s", [
      turn("t", { content: "Hi", occurredAt: minute(1), recordedAt: minute(1) }),
    ]);
  });

  it("read like those of this version, which are smaller", async () => {
    const expected = await answers(await reopened());
    const bytes = (): number =>
      [...documents("graph"), ...documents("turns")].reduce(
        (sum, { document }) => sum + JSON.stringify(document).length,
        0,
      );
    const small = bytes();
    for (const container of ["graph", "turns"]) rewrite(container, asVersion1);
    expect(small).toBeLessThan(0.9 * bytes());
    expect(await answers(await reopened())).toEqual(expected);
  });

  it("are continued, closed and erased", async () => {
    for (const container of ["graph", "turns"]) rewrite(container, asVersion1);
    const old = await reopened();
    const [first] = (await old.factHistory([{ fact: "f", knownAt }]))[0]!;
    await record(old, 2, {
      expiries: [
        {
          kind: "FACT",
          id: "f",
          n: 1,
          closing: { reason: "RETRACTED", by: null, decision: "d" },
        },
      ],
      facts: [{ ...first!, n: 2, value: "Porto", recordedAt: minute(2) }],
    });
    const [versions] = await old.factHistory([{ fact: "f", knownAt }]);
    expect(versions!.map(({ value, expiredAt }) => [value, expiredAt])).toEqual([
      ["Faro", minute(2)],
      ["Porto", OPEN],
    ]);
  });
});

describe("confirmations of version 1, which are decisions without a claim", () => {
  const residence = { entities: ["ann"], slots: ["residence"] };
  const claims = async (of: CosmosSpace): Promise<unknown[]> =>
    (await of.line(residence)).map(({ fact, restates, occurredAt }) => [
      fact,
      restates,
      occurredAt,
    ]);
  const tell = async (): Promise<void> => {
    const fact = aFact("f", minute(1), { slot: "residence", value: "Rome", entity: "ann" });
    await record(space, 1, { entities: [anEntity("ann", minute(1))], facts: [fact] });
    for (const [n, id] of [
      [2, "again"],
      [3, "reverted"],
    ] as const)
      await record(space, n, {
        decisions: [
          aDecision(id, minute(n), {
            action: "NOOP",
            fact: "f",
            event: null,
            effects: [],
            occurredAt: minute(n),
            ...(id === "reverted" && { reverted: { at: minute(n), by: "again" } }),
          }),
        ],
      });
  };

  it("become claims when the line is read for a write, once", async () => {
    await tell();
    rewrite("graph", asVersion1);
    const expected = [
      ["f", null, minute(1)],
      ["confirmed-again", "f", minute(2)],
    ];
    expect(await claims(await reopened())).toEqual(expect.arrayContaining(expected));
    const count = documents("graph").length;
    const again = await claims(await reopened());
    expect(again).toHaveLength(2);
    expect(again).toEqual(expect.arrayContaining(expected));
    expect(documents("graph")).toHaveLength(count);
    const at = { knownAt: minute(3), validAt: minute(3) };
    const [page] = await (await reopened()).facts([{ at, page: { first: 9 } }]);
    expect(page!.items.map(({ item }) => item.fact)).toEqual(["f"]);
  });

  it("stay decisions if this release wrote them", async () => {
    await tell();
    expect(await claims(await reopened())).toEqual([["f", null, minute(1)]]);
  });
});

describe("a text with more versions than fit into a document", () => {
  const VERSIONS = 2 * MOST_SPANS + 3;
  const versionOf = (n: number): FactVersion =>
    aFact("f", minute(n), {
      n,
      confidence: n / 100,
      validFrom: minute(0),
      firstRecordedAt: minute(1),
    });
  const write = async (to: CosmosSpace, n: number): Promise<void> => {
    const version = versionOf(n);
    await record(to, n, {
      facts: [version],
      ...(n === 1
        ? { texts: [aText(version, [1, 0])] }
        : {
            expiries: [
              {
                kind: "FACT",
                id: "f",
                n: n - 1,
                closing: { reason: "RETRACTED", by: null, decision: "d" },
              },
            ],
          }),
    });
  };
  const found = async (of: CosmosSpace, n: number): Promise<unknown> => {
    const at = { knownAt: minute(n), validAt: minute(n) };
    const query = { kinds: ["FACT"], at, limit: 5 } as const;
    const [text, vector] = [
      await of.searchFullText(["so"], query),
      await of.searchVector(Float32Array.from([1, 0]), query),
    ];
    return [...text, ...vector].map(({ version }) => version?.n);
  };
  const parts = (): Document[] =>
    documents("graph")
      .flatMap(({ document }) => (document["type"] === "text" ? [document] : []))
      .toSorted((a, b) => Number(a["part"] ?? 0) - Number(b["part"] ?? 0));

  beforeEach(async () => {
    for (let n = 1; n <= VERSIONS; n++) await write(space, n);
  });

  it("continues in further documents, and is found once, as of every version", async () => {
    expect(parts().map(({ spans }) => (spans as readonly unknown[]).length)).toEqual([
      MOST_SPANS,
      MOST_SPANS,
      3,
    ]);
    for (const n of [1, MOST_SPANS, MOST_SPANS + 1, 2 * MOST_SPANS, 2 * MOST_SPANS + 1, VERSIONS])
      expect([n, await found(space, n)]).toEqual([n, [n, n]]);
    await write(await reopened(), VERSIONS + 1);
    expect(await found(await reopened(), VERSIONS + 1)).toEqual([VERSIONS + 1, VERSIONS + 1]);
  });

  it("has one vector, one count and one place in an export", async () => {
    await record(space, VERSIONS + 1, {
      vectors: [{ text: "text-f", vector: Float32Array.from([0, 1]) }],
    });
    expect(new Set(parts().map(({ vector }) => JSON.stringify(vector)))).toEqual(
      new Set(["[0,1]"]),
    );
    expect(await space.vectorCounts()).toMatchObject({ texts: 1, embeddedTexts: 1 });
    expect(await space.countAll()).toMatchObject({
      SEARCH_TEXT: 1,
      VECTOR: 1,
      FACT_VERSION: VERSIONS,
    });
    const texts = [];
    for await (const commit of space.commitsAfter(null, true)) texts.push(...(commit.texts ?? []));
    expect(texts.map(({ id }) => id)).toEqual(["text-f"]);
  });

  it("is erased as a whole", async () => {
    const erased = await space.erase(await space.head(), {
      ...NOTHING_ERASED,
      facts: ["f"],
      texts: ["text-f"],
    });
    expect(erased).toMatchObject({ SEARCH_TEXT: 1, VECTOR: 1 });
    expect(parts()).toEqual([]);
  });

  it("continues after a document with more versions, which earlier releases wrote", async () => {
    const [first, ...further] = parts();
    const all = [first!, ...further].flatMap(({ spans }) => spans as Document[]);
    const { items } = on.double.account.container("memory", "graph");
    for (const { key, document } of items.alive()) {
      if (further.some(({ id }) => id === document["id"]))
        items.run(key, { operationType: "Delete", id: String(document["id"]) });
      else if (document["type"] === "text") {
        const { lastPart: _, ...rest } = document;
        items.run(key, {
          operationType: "Upsert",
          resourceBody: {
            ...rest,
            spans: all,
            bounds: { ...(rest["bounds"] as Document), confidence: 1 },
            believedUntil: OPEN,
          },
        });
      } else if (document["type"] === "fact") {
        const { parts: _, ...rest } = document;
        items.run(key, {
          operationType: "Upsert",
          resourceBody: { ...rest, spans: { "text-f": Number(document["n"]) } },
        });
      }
    }
    await write(await reopened(), VERSIONS + 1);
    expect(parts().map(({ spans }) => (spans as readonly unknown[]).length)).toEqual([VERSIONS, 1]);
    for (const n of [1, VERSIONS, VERSIONS + 1])
      expect([n, await found(await reopened(), n)]).toEqual([n, [n, n]]);
  });
});
