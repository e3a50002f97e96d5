import { afterEach, describe, expect, it } from "vitest";
import { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import type { SpaceId } from "../../../src/store/port.ts";
import { RANGES } from "../../cosmos-double/storage/effective-key.ts";
import { spaceOf, storeOnDouble } from "./provisioned.ts";
import { at, EQUAL, fill, NO_READS, page, readAll } from "./every-read.ts";
import { EMBEDDER, minute } from "./samples.ts";

let on: Awaited<ReturnType<typeof storeOnDouble>>;
afterEach(() => on.close());

/** The numbers that appear in a space's answers: its own, and no other. */
const numbersIn = (answers: unknown): Set<string> =>
  new Set(
    [
      ...JSON.stringify(answers).matchAll(
        /(?:number (?:is )?|"strength":0\.|decision":"d)(\d{3})/gu,
      ),
    ].map((match) => match[1]!),
  );

/** Spaces that each differ from the first in one way. More of one kind would show nothing else. */
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

it("every read of the port is used to compare the spaces", async () => {
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
      // A space shares its physical partition with others, and there are others elsewhere.
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
    it("have their own turns and notes, and lose none to others", async () => {
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
      new Set(["A query returned a document of another space or session. It is withheld."]),
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
