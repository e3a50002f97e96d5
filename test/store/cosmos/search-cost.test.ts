import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CosmosSpace } from "../../../src/store/cosmos/cosmos-space.ts";
import type { Ranking } from "../../../src/store/cosmos/connection/ranking.ts";
import type { Store, TextQuery } from "../../../src/store/port.ts";
import type { ReceivedRequest } from "../../cosmos-double/wire/faults.ts";
import { openCosmosStore } from "../../../src/store/cosmos/cosmos-store.ts";
import { withoutSockets } from "../../cosmos-double/without-sockets.ts";
import { optionsFor, spaceOf, storeOnDouble } from "./provisioned.ts";
import { aFact, anEvent, aText, EMBEDDER, minute } from "./samples.ts";

const TEXTS = 2000;
const MATCHING = 50;
const COMMITS = 10;
const NORTH = Float32Array.from([1, 0]);
const QUERY: TextQuery = {
  kinds: ["FACT"],
  at: { knownAt: minute(COMMITS), validAt: minute(COMMITS) },
  limit: 60,
};

let on: Awaited<ReturnType<typeof storeOnDouble>>;
const others: Store[] = [];

/** The space, by a ranking of its own. */
const spaceBy = async (ranking: Ranking): Promise<CosmosSpace> => {
  const store = await openCosmosStore(
    optionsFor(on.double, EMBEDDER, { httpClient: withoutSockets(on.double), ranking }),
  );
  others.push(store);
  return spaceOf(store);
};

beforeAll(async () => {
  on = await storeOnDouble(EMBEDDER, {}, { sockets: false });
  const space = await spaceOf(on.store);
  const perCommit = TEXTS / COMMITS;
  for (let n = 1; n <= COMMITS; n++) {
    const facts = Array.from({ length: perCommit }, (_, i) => {
      const number = (n - 1) * perCommit + i;
      const word = number % Math.floor(TEXTS / MATCHING) === 0 ? "coffee" : "tea";
      return aFact(`f${number}`, minute(n), { text: `${word} number ${number}` });
    });
    await space.commit(await space.head(), {
      recordedAt: minute(n),
      facts,
      texts: facts.map((fact, i) => aText(fact, [Math.cos(i), Math.sin(i)])),
    });
  }
}, 60_000);

afterAll(async () => {
  await Promise.all(others.map((store) => store.close()));
  await on.close();
});

const loadedBy = async (search: () => Promise<unknown>): Promise<readonly ReceivedRequest[]> => {
  on.double.takeRequests();
  await search();
  return on.double.takeRequests();
};
const documentsIn = (requests: readonly ReceivedRequest[]): number =>
  requests.reduce((sum, { loaded }) => sum + loaded, 0);
const kindsIn = (requests: readonly ReceivedRequest[]): string[] =>
  requests.map(({ kind }) => kind);

it.each<Ranking>(["NATIVE", "SERVICE"])(
  "a hybrid search loads what it finds, not what the space holds (%s)",
  async (ranking) => {
    const space = await spaceBy(ranking);
    const requests = await loadedBy(() =>
      space.searchHybrid(
        { terms: ["coffee"], vector: NORTH, weights: { fullText: 1, vector: 1 } },
        QUERY,
      ),
    );
    expect(documentsIn(requests)).toBeLessThanOrEqual(4 * MATCHING + 2 * QUERY.limit);
    expect(kindsIn(requests).includes("PLAN")).toBe(ranking === "NATIVE");
  },
);

it("a substring search loads the texts that it finds, and the latest ones", async () => {
  const space = await spaceBy("NATIVE");
  const requests = await loadedBy(() => space.searchSubstring(["coffee number 200"], QUERY));
  expect(documentsIn(requests)).toBeLessThanOrEqual(MATCHING + 200);
});

it("a new fact is compared with similar ones without statistics and plans", async () => {
  const space = await spaceBy("NATIVE");
  const requests = await loadedBy(() =>
    space.similarFacts({
      entities: ["ann"],
      text: "coffee in the morning",
      vector: NORTH,
      at: QUERY.at,
      limit: 10,
    }),
  );
  expect(new Set(kindsIn(requests))).toEqual(new Set(["QUERY"]));
  expect(documentsIn(requests)).toBeLessThanOrEqual(2 * MATCHING + 200);
});

describe("the conversation around messages", () => {
  const MESSAGES = 900;
  const PER_COMMIT = 90;
  const message = (n: number): string => `m${String(n).padStart(3, "0")}`;
  /** The nth message of one long session, or of one of many short ones: a minute after the one before it. */
  const messages = (sessionOf: (n: number) => string) =>
    Array.from({ length: MESSAGES }, (_, n) =>
      anEvent(message(n), minute(n), {
        session: sessionOf(n),
        status: "APPLIED",
        recordedAt: minute(1_000 + Math.floor(n / PER_COMMIT)),
      }),
    );
  const spaceWith = async (user: string, sessionOf: (n: number) => string) => {
    const space = await spaceOf(on.store, { tenant: "around", user });
    const all = messages(sessionOf);
    for (let n = 0; n < MESSAGES; n += PER_COMMIT) {
      const events = all.slice(n, n + PER_COMMIT);
      await space.commit(await space.head(), { recordedAt: events[0]!.recordedAt, events });
    }
    // A process that has kept none of it.
    const store = await openCosmosStore(
      optionsFor(on.double, EMBEDDER, { httpClient: withoutSockets(on.double) }),
    );
    others.push(store);
    const reader = await spaceOf(store, { tenant: "around", user });
    await reader.head();
    return reader;
  };
  const atEnd = { knownAt: minute(2_000), validAt: minute(2_000) };

  it("is read within an hour of them, however long their session is", async () => {
    const space = await spaceWith("long", () => "s");
    let around: readonly (readonly { readonly event: string }[])[] = [];
    const requests = await loadedBy(async () => {
      around = await space.eventsAround(["m500", "m100"], 1, atEnd);
    });
    expect(around.map((near) => near.map(({ event }) => event))).toEqual([
      ["m499", "m500", "m501"],
      ["m099", "m100", "m101"],
    ]);
    expect(documentsIn(requests)).toBeLessThanOrEqual(2 * 121 + 2);
  });

  it("is read for a limited number of sessions and messages, and the others stand alone", async () => {
    const space = await spaceWith("short", (n) => `s${Math.floor(n / 10)}`);
    const ids = Array.from({ length: 60 }, (_, i) => message(i * 15));
    let around: readonly (readonly { readonly event: string }[])[] = [];
    const requests = await loadedBy(async () => {
      around = await space.eventsAround(ids, 2, atEnd);
    });
    expect(around.every((near, i) => near.some(({ event }) => event === ids[i]))).toBe(true);
    expect(around[0]!.map(({ event }) => event)).toEqual(["m000", "m001", "m002"]);
    expect(around.at(-1)!.map(({ event }) => event)).toEqual([ids.at(-1)]);
    expect(documentsIn(requests)).toBeLessThanOrEqual(400 + ids.length);
  });
});
