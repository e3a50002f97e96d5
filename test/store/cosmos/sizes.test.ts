import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createOfflineModels } from "../../../src/models/offline/offline-models.ts";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import type { Ranking } from "../../../src/store/cosmos/connection/ranking.ts";
import { instantOf, type Instant } from "../../../src/memory/time.ts";
import type { Commit, SpaceId } from "../../../src/store/port.ts";
import type { CosmosDouble } from "../../cosmos-double/cosmos-double.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
import { serviceOver } from "./graphql-operations.ts";
import { peakOf, rounded, type UserCost } from "./peak.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";
import { aDecision, aFact, anEntity, anEvent, aRelationship, aText } from "./samples.ts";

/**
 * The load model. Everything is counted on the double but these: rules of thumb for request units, list
 * prices, and what a user does. Put what `npm run test:cosmos` measures, and your prices, in their place.
 */
const UNITS = { pointRead: 1, query: 3, loaded: 0.5, written: 6 };
/** US dollars: of a million request units of a serverless account, and of a gigabyte for a month. */
const PRICES = { millionUnits: 0.25, gigabyte: 0.25 };
/** The monthly usage of an active user. */
const USE = { writes: 600, searches: 600, recalls: 600 };

const SIZES = process.env["PRINT_SIZES"] ? [1_000, 10_000] : [24, 96];
/** A size that is not filled but worked out from the growth between the others. */
const WORKED_OUT = 100_000;
const MESSAGES_OF_COMMIT = 12;
const MESSAGES_OF_SESSION = 40;
const START = Date.UTC(2025, 0, 1);
const EMBEDDER = createOfflineModels().embedder;

const WORDS = 4_000;
/** A word by its rank: few words are frequent, most are rare (Zipf). */
const wordAt = (n: number): string =>
  `w${Math.floor(Math.exp((((n * 7919) % 1_000) / 1_000) * Math.log(WORDS))).toString(36)}x`;
const sentence = (n: number): string =>
  Array.from({ length: 9 }, (_, i) => wordAt(n * 9 + i)).join(" ");

/**
 * The records of one message of a user: the message, a decision, a fact, both texts, sometimes an
 * entity and a relationship.
 */
const messageParts = async (
  n: number,
  at: Instant,
): Promise<
  Required<Pick<Commit, "events" | "facts" | "texts" | "decisions" | "entities" | "relationships">>
> => {
  const entity = `entity-${n % Math.max(1, Math.floor(n / 8))}`;
  const text = `${sentence(n)} number ${n}`;
  const { value } = await EMBEDDER.embed([text, `${text} said`]);
  const fact = aFact(`fact-${n}`, at, {
    entity,
    text,
    event: `event-${n}`,
    session: `s${Math.floor(n / MESSAGES_OF_SESSION)}`,
    decision: `decision-${n}`,
  });
  const event = anEvent(`event-${n}`, at, {
    message: `${text} said`,
    session: fact.session,
    status: "APPLIED",
  });
  return {
    events: [event],
    decisions: [aDecision(`decision-${n}`, at, { fact: fact.fact, event: event.id })],
    facts: [fact],
    texts: [
      aText(fact, [...(value[0] ?? [])]),
      {
        id: event.id,
        kind: "EVENT",
        subject: event.id,
        text: event.message,
        vector: value[1] ?? null,
        recordedAt: at,
        expiredAt: fact.expiredAt,
      },
    ],
    entities: n % 8 === 0 ? [anEntity(`entity-${n / 8}`, at, { name: `Name ${n / 8}` })] : [],
    relationships:
      n % 4 === 0 ? [aRelationship(`r${n}`, entity, "entity-0", at, { evidence: fact.fact })] : [],
  };
};

/** The user who has so many facts. */
const userOf = (facts: number): SpaceId => ({ tenant: "sizes", user: `user-${facts}` });

const fill = async (space: CosmosSpace, to: number): Promise<void> => {
  for (let n = 0; n < to; n += MESSAGES_OF_COMMIT) {
    const at = instantOf(START + n * 60_000);
    const parts = await Promise.all(
      Array.from({ length: Math.min(MESSAGES_OF_COMMIT, to - n) }, (_, i) =>
        messageParts(n + i, at),
      ),
    );
    await space.commit(await space.head(), {
      recordedAt: at,
      events: parts.flatMap(({ events }) => events),
      decisions: parts.flatMap(({ decisions }) => decisions),
      facts: parts.flatMap(({ facts }) => facts),
      texts: parts.flatMap(({ texts }) => texts),
      entities: parts.flatMap(({ entities }) => entities),
      relationships: parts.flatMap(({ relationships }) => relationships),
    });
  }
};

interface Counts {
  readonly requests: number;
  readonly units: number;
  readonly loaded: number;
}

const operationsIn = ({ body }: ReceivedRequest): number => (Array.isArray(body) ? body.length : 0);
const unitsOf = (request: ReceivedRequest): number => {
  if (request.kind === "READ") return UNITS.pointRead;
  if (request.kind === "QUERY") return UNITS.query + UNITS.loaded * request.loaded;
  return request.kind === "BATCH" ? UNITS.written * operationsIn(request) : 0;
};

const countsOf = async (double: CosmosDouble, act: () => Promise<unknown>): Promise<Counts> => {
  double.takeRequests();
  await act();
  const requests = double.takeRequests();
  return {
    requests: requests.length,
    units: requests.reduce((sum, request) => sum + unitsOf(request), 0),
    loaded: requests.reduce((sum, { loaded }) => sum + loaded, 0),
  };
};

const documentsOf = (double: CosmosDouble, { user }: SpaceId): readonly object[] =>
  double.account
    .container("memory", "graph")
    .items.alive()
    .flatMap(({ document }) => (document["user"] === user ? [document] : []));

interface Size {
  readonly facts: number;
  readonly documents: number;
  readonly bytes: number;
  readonly operations: Readonly<Record<string, Counts>>;
}

const FREQUENT_SEARCH = "search for frequent words, native";
/** Words of every message. */
const FREQUENT = "what number said?";
const QUESTION = `where is ${wordAt(3)} ${wordAt(400)}?`;

const measure = async (double: CosmosDouble, facts: number): Promise<Size> => {
  const user = userOf(facts);
  const stored = documentsOf(double, user);
  const by = async (ranking: Ranking) => {
    const store = await openCosmosStore(
      optionsFor(double, EMBEDDER, { httpClient: withoutSockets(double), ranking }),
    );
    const ask = await serviceOver(await spaceOf(store, user));
    // The process has seen the space before.
    await ask("{ me { name } }");
    return { ask, store };
  };
  const [native, service] = [await by("NATIVE"), await by("SERVICE")];
  const count = (act: () => Promise<unknown>): Promise<Counts> => countsOf(double, act);
  const size: Size = {
    facts,
    documents: stored.length,
    bytes: stored.reduce((sum, document) => sum + JSON.stringify(document).length, 0),
    operations: {
      "search, native": await count(() =>
        native.ask(`{ search(query: "${QUESTION}") { hits { node { id } } } }`),
      ),
      [FREQUENT_SEARCH]: await count(() =>
        native.ask(`{ search(query: "${FREQUENT}") { hits { node { id } } } }`),
      ),
      "search, service": await count(() =>
        service.ask(`{ search(query: "${QUESTION}") { hits { node { id } } } }`),
      ),
      "recall, service": await count(() =>
        service.ask(`{ recall(question: "${QUESTION}") { text } }`),
      ),
      write: await count(() =>
        service.ask(
          'mutation { write(input: { message: "My city is Porto. Bob Stone works at Acme." }) { success } }',
        ),
      ),
    },
  };
  await Promise.all([native.store.close(), service.store.close()]);
  return size;
};

/**
 * The figures for another size, if everything grows as between two sizes and nothing shrinks, up to
 * searches for words of every message.
 */
const workedOut = (small: Size, large: Size, facts: number): Size => {
  const grown = (a: number, b: number): number =>
    b + (Math.max(0, b - a) / (large.facts - small.facts)) * (facts - large.facts);
  return {
    facts,
    documents: grown(small.documents, large.documents),
    bytes: grown(small.bytes, large.bytes),
    operations: Object.fromEntries(
      Object.entries(large.operations).map(([name, counts]) => {
        const before = small.operations[name] ?? counts;
        const most = name.startsWith("search") ? large.operations[FREQUENT_SEARCH] : undefined;
        const grownTo = (of: "units" | "loaded"): number =>
          Math.min(grown(before[of], counts[of]), most?.[of] ?? Infinity);
        return [
          name,
          {
            requests: counts.requests,
            units: grownTo("units"),
            loaded: grownTo("loaded"),
          },
        ];
      }),
    ),
  };
};

const rowOf = ({ facts, documents, bytes, operations }: Size): string => {
  const units = (name: string): number => operations[name]?.units ?? 0;
  const month =
    USE.writes * units("write") +
    USE.searches * units("search, service") +
    USE.recalls * units("recall, service");
  const stored = (bytes / 1e9) * PRICES.gigabyte;
  const spent = (month / 1e6) * PRICES.millionUnits;
  const cells = [
    facts.toLocaleString("en"),
    Math.round(documents).toLocaleString("en"),
    `${(bytes / 1e6).toFixed(0)} MB`,
    ...["write", "search, service", "search, native", "recall, service"].map((name) =>
      units(name).toFixed(0),
    ),
    `${(month / 1e6).toFixed(1)} million`,
    `$${spent.toFixed(2)}`,
    `$${stored.toFixed(2)}`,
  ];
  return `| ${cells.join(" | ")} |`;
};

/** The cost of a user of this size. */
const costOf = ({ facts, bytes, operations }: Size): UserCost => ({
  write: operations["write"]?.units ?? 0,
  search: operations["search, service"]?.units ?? 0,
  fact: bytes / facts,
});

const operationRows = ({ operations }: Size): string[] => [
  "| operation | requests | documents loaded | RU, estimated |",
  "| --- | --- | --- | --- |",
  ...Object.entries(operations).map(
    ([name, { requests, loaded, units }]) =>
      `| ${name} | ${requests} | ${loaded.toLocaleString("en")} | ${units.toFixed(0)} |`,
  ),
];

const peakRows = (size: Size): string[] => [
  "| a million users | value |",
  "| --- | --- |",
  ...Object.entries(peakOf(rounded(costOf(size)))).map(([name, value]) => `| ${name} | ${value} |`),
];

/** Requests of a worker that hears of so many users who wrote a message each since it last looked, and of one that hears of none. */
const feedRequests = async (users: number): Promise<{ some: number; none: number }> => {
  const on = await storeOnDouble(EMBEDDER, {}, { sockets: false });
  const follower = await on.store.follow("worker", "me", 600_000);
  await follower!.next();
  await follower!.acknowledge();
  for (let n = 0; n < users; n++) {
    const ask = await serviceOver(
      await spaceOf(on.store, { tenant: "sizes", user: `writer-${n}` }),
    );
    await ask('mutation { write(input: { message: "My city is Porto." }) { success } }');
  }
  const count = async (expected: number): Promise<number> => {
    on.double.takeRequests();
    const spaces = await follower!.next();
    expect(new Set(spaces.map(({ user }) => user)).size).toBe(expected);
    await follower!.acknowledge();
    return on.double.takeRequests().length;
  };
  const requests = { some: await count(users), none: await count(0) };
  await follower!.release();
  await on.close();
  return requests;
};

it("a worker learns of many users with few requests", async () => {
  const users = process.env["PRINT_SIZES"] ? 100 : 20;
  const { some, none } = await feedRequests(users);
  if (process.env["PRINT_SIZES"])
    process.stdout.write(
      `A worker hears of ${users} users who have written by ${some} requests, of none by ${none}; on two physical partitions.\n`,
    );
  expect(some).toBeLessThanOrEqual(none + Math.ceil(users / 2));
}, 120_000);

it("the page on scale states what follows from its figures for one user", async () => {
  const page = await readFile(
    join(import.meta.dirname, "../../../docs/contributing/scale.md"),
    "utf8",
  );
  const unitsOf = (operation: string): number =>
    Number(
      page
        .split("\n")
        .find((line) => line.startsWith(`| ${operation}`))
        ?.split("|")
        .at(-2),
    );
  const peak = peakOf({
    write: unitsOf("write "),
    search: unitsOf("search, `service`"),
    fact: 1_000 * Number(/(?<kilobytes>\d+) KB per fact/u.exec(page)?.groups?.["kilobytes"]),
  });
  expect(Object.entries(peak).filter(([, value]) => !page.includes(value))).toEqual([]);
  const rows = page.split("\n").filter((line) => line.startsWith("| "));
  for (const [name, value] of Object.entries(peak)) {
    const row = rows.find((line) => line.startsWith(`| ${name} `) || line.startsWith(`| ${name},`));
    if (row) expect(row.split("|").at(-2)?.trim()).toBe(value);
  }
});

describe("the cost of a growing space", () => {
  it("grows with the results, not with the stored data", async () => {
    const on = await storeOnDouble(EMBEDDER, {}, { sockets: false });
    const sizes: Size[] = [];
    for (const facts of SIZES) {
      await fill(await spaceOf(on.store, userOf(facts)), facts);
      sizes.push(await measure(on.double, facts));
    }
    await on.close();
    const [small, large] = [sizes[0]!, sizes.at(-1)!];
    if (process.env["PRINT_SIZES"])
      process.stdout.write(
        [
          "| facts | documents | stored | write, RU | search, RU | search, native, RU | recall, RU | RU a month | for RU | for storage |",
          "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
          ...[...sizes, workedOut(small, large, WORKED_OUT)].map(rowOf),
          ...[...sizes].flatMap((size) => ["", `${size.facts} facts:`, ...operationRows(size)]),
          "",
          ...peakRows(large),
          "",
        ].join("\n"),
      );
    expect(large.operations["write"]?.loaded).toBe(small.operations["write"]?.loaded);
    for (const name of Object.keys(large.operations).filter((one) => one !== "write"))
      expect(large.operations[name]?.loaded).toBeLessThan(2_000);
    expect(large.bytes / large.facts).toBeLessThan(16_000);
  }, 600_000);
});
