import { describe, expect, it } from "vitest";
import type { Page, SpaceStore } from "../../src/store/port.ts";
import { stores } from "../contract/stores.ts";
import { memoryService } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

type Named = { readonly name: string };

describe.each(stores)("the graph in one request on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const tell = async () => {
    const space = await freshSpace();
    const service = memoryService(space);
    const lives = (target: string, validFrom: string) =>
      service.say("Clara", `Clara lives in ${target}`, {
        slot: "residence",
        value: target,
        validFrom,
        relationship: { type: "lives_in", target: { name: target, type: "place" } },
      });
    const lisbon = await lives("Lisbon", "2020-01-01T00:00:00Z");
    const porto = await lives("Porto", "2024-01-01T00:00:00Z");
    const dog = await service.say("Bob", "Bob has a dog", { validFrom: "2021-01-01T00:00:00Z" });
    return { service, space, lisbon, porto, dog };
  };

  const GRAPH = `query ($at: TimePoint, $focus: [ID!], $hops: Int, $types: [String!], $first: Int) {
    graph(at: $at, focus: $focus, hops: $hops, types: $types, first: $first) {
      at { validAt } entities { name } relationships { type source { name } target { name } } totalEntities totalRelationships
    }
  }`;

  it("contains what is visible at a time point, and no entity without a fact or an edge", async () => {
    const { service } = await tell();
    const names = async (variables: Record<string, unknown>) => {
      const { graph } = await service.run(GRAPH, variables);
      return [graph.entities.map(({ name }: Named) => name).toSorted(), graph.totalRelationships];
    };
    expect(await names({})).toEqual([["Bob", "Clara", "Porto"], 1]);
    expect(await names({ at: { validAt: "2020-06-01T00:00:00Z" } })).toEqual([
      ["Clara", "Lisbon"],
      1,
    ]);
    expect(await names({ at: { validAt: "2019-06-01T00:00:00Z" } })).toEqual([[], 0]);
    expect(await names({ at: { knownAt: "2019-06-01T00:00:00Z" } })).toEqual([[], 0]);
    expect(await names({ focus: ["Porto"] })).toEqual([["Clara", "Porto"], 1]);
    expect(await names({ focus: ["Lisbon"] })).toEqual([["Lisbon"], 0]);
    expect(await names({ focus: ["nobody"] })).toEqual([[], 0]);
    expect(await names({ types: ["owns"] })).toEqual([["Bob", "Clara"], 0]);
    const { graph } = await service.run(GRAPH, { first: 1 });
    expect([graph.entities.length, graph.totalEntities]).toEqual([1, 3]);
  });

  it("contains everything that ever held, with its intervals", async () => {
    const { service } = await tell();
    const { graphOfAllTimes: graph } = await service.run(
      `{ graphOfAllTimes { entities { name } relationships { target { name } versions { validFrom validTo recordedAt expiredAt } } totalRelationships } }`,
    );
    expect(graph.entities.map(({ name }: Named) => name).toSorted()).toEqual([
      "Bob",
      "Clara",
      "Lisbon",
      "Porto",
    ]);
    expect(graph.totalRelationships).toBe(2);
    const lisbon = graph.relationships.find(
      ({ target }: { target: Named }) => target.name === "Lisbon",
    );
    expect(lisbon.versions.at(-1)).toMatchObject({
      validFrom: "2020-01-01T00:00:00.000Z",
      validTo: "2024-01-01T00:00:00.000Z",
      expiredAt: null,
    });
  });

  it("refuses sizes and hops out of bounds", async () => {
    const { service } = await tell();
    for (const [variables, code] of [
      [{ first: 0 }, "PAGE_SIZE_OUT_OF_BOUNDS"],
      [{ first: 2001 }, "PAGE_SIZE_OUT_OF_BOUNDS"],
      [{ hops: 5 }, "BAD_USER_INPUT"],
    ] as const)
      expect((await service.attempt(GRAPH, variables)).codes).toEqual([code]);
  });

  it("follows merges", async () => {
    const { service } = await tell();
    await service.say("Roberto", "Roberto likes tea");
    await service.run(
      `mutation { mergeEntities(input: { from: "Roberto", into: "Bob" }) { entity { id } } }`,
    );
    const { graph } = await service.run(GRAPH);
    expect(graph.entities.map(({ name }: Named) => name).toSorted()).toEqual([
      "Bob",
      "Clara",
      "Porto",
    ]);
  });

  /** A page whose count is a call of its own. */
  const pageThatCounts = (result: unknown, calls: string[]): unknown => {
    if (Array.isArray(result)) return result.map((one) => pageThatCounts(one, calls));
    if (typeof result !== "object" || result === null || !("total" in result)) return result;
    const { total } = result as Page<unknown>;
    return { ...result, total: () => (calls.push("total"), total()) };
  };

  /** A space that lists what is called of it. */
  const counting = (space: SpaceStore) => {
    const calls: string[] = [];
    const counted = new Proxy(space, {
      get: (target, name) => {
        const own: unknown = Reflect.get(target, name, target);
        if (typeof own !== "function") return own;
        return (...args: unknown[]) => {
          calls.push(String(name));
          const result = own.apply(target, args) as unknown;
          return result instanceof Promise
            ? result.then((page) => pageThatCounts(page, calls))
            : result;
        };
      },
    });
    return { counted, calls };
  };

  const GRAPH_FIELDS =
    "entities { id name aliases firstKnownAt } relationships { id type strength source { name } target { name } versions { validFrom } } totalEntities totalRelationships";
  const MENTIONED = "entities { mentionedIn(first: 5) { nodes { text } } }";
  const EVIDENCES = "relationships { evidences(first: 5) { totalCount nodes { text } } }";
  const TIMELINE =
    "entities { timeline { slot spans { text validTo fact { id text } version { id decision { reason } event { message } } } } }";

  /** Every read of the picture of a memory, alone and at a time point, with its number of store calls. At a past time point there is one more, which looks the commit up. */
  const READS: readonly (readonly [query: string, calls: number])[] = [
    [`query ($at: TimePoint) { graph(at: $at) { ${GRAPH_FIELDS} } }`, 7],
    [`query ($at: TimePoint) { graph(at: $at, focus: ["Clara"], hops: 3) { ${GRAPH_FIELDS} } }`, 8],
    [`{ graphOfAllTimes { ${GRAPH_FIELDS} } }`, 6],
    [
      `query ($at: TimePoint) { facts(at: $at, during: { to: "2025-01-01T00:00:00Z" }) { totalCount nodes { text entity { name } decision { id } event { message } mentions { name } } } }`,
      5,
    ],
    [
      `query ($at: TimePoint) { events(at: $at, first: 20) { totalCount nodes { message decisions { id reason } session { id } } } }`,
      3,
    ],
    [`query ($at: TimePoint) { extent(at: $at) { validFrom validTo recordedFrom recordedTo } }`, 1],
    [
      `query ($at: TimePoint) { changeCounts(at: $at, axis: VALID, from: "2020-01-01T00:00:00Z", to: "2025-01-01T00:00:00Z", buckets: 50) { began ended } }`,
      1,
    ],
    [`query ($at: TimePoint) { graph(at: $at) { ${TIMELINE} } }`, 8],
    [`query ($at: TimePoint) { graph(at: $at) { ${MENTIONED} } }`, 5],
    [`query ($at: TimePoint) { graph(at: $at) { ${EVIDENCES} } }`, 6],
    [`{ vocabulary { slot cardinality synonyms } }`, 2],
  ];

  it("takes a number of store calls for each read that does not depend on the size of the memory", async () => {
    const { service, space, lisbon } = await tell();
    await service.say("Roberto", "Roberto knows Clara", {
      relationship: { type: "knows", target: { name: "Clara" } },
    });
    await service.run(
      `mutation { mergeEntities(input: { from: "Roberto", into: "Bob" }) { entity { id } } }`,
    );
    const past = { knownAt: service.clock() };
    await service.say("Bob", "Bob sings");
    const { counted, calls } = counting(space);
    const callsOf = async (query: string, variables: Record<string, unknown> = {}) => {
      calls.length = 0;
      await memoryService(counted).run(query, variables);
      return calls.filter((call) => call !== "head" && call !== "lastHead").toSorted();
    };
    const NODES = "query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Fact { text } } }";
    const ids = [lisbon.fact];
    const expectCalls = async () => {
      for (const [query, count] of READS) {
        const now = await callsOf(query);
        expect(now, query).toHaveLength(count);
        if (query.includes("$at"))
          expect(await callsOf(query, { at: past }), query).toEqual(
            [...now, "lastCommits"].toSorted(),
          );
      }
      expect(await callsOf(NODES, { ids })).toEqual(["factsAsOf"]);
    };
    await expectCalls();
    // More items than a response answers in one turn.
    for (let i = 0; i < 18; i++) {
      const { fact } = await service.say(`Person ${i}`, `Person ${i} lives in Town ${i}`, {
        slot: i % 2 === 0 ? "residence" : `habit_${i}`,
        value: `Town ${i}`,
        validFrom: `202${i % 5}-01-01T00:00:00Z`,
        relationship: { type: `lives_in_${i % 3}`, target: { name: `Town ${i}`, type: "place" } },
      });
      ids.push(fact);
    }
    await expectCalls();
  });

  it("returns timelines, mentions, evidences and versions", async () => {
    const { service, porto } = await tell();
    await service.say("Clara", "Clara has a flat in Porto", {
      relationship: { type: "lives_in", target: { name: "Porto" } },
    });
    const { entity } = await service.run(
      `{ entity(name: "Clara") { timeline { slot spans { value validTo expiredAt fact { id } version { id } } } versions { importance decision { action } event { message } }
         relationships { nodes { target { name } evidences { totalCount nodes { text } } } } } }`,
    );
    expect(entity.timeline.map(({ slot }: { slot: string | null }) => slot)).toEqual([
      "residence",
      null,
    ]);
    expect(
      entity.timeline[0].spans.map((span: { value: string; validTo: string | null }) => [
        span.value,
        span.validTo,
      ]),
    ).toEqual([
      ["Lisbon", null],
      ["Lisbon", "2024-01-01T00:00:00.000Z"],
      ["Porto", null],
    ]);
    expect(entity.timeline[0].spans[2].fact.id).toBe(porto.fact);
    const edge = entity.relationships.nodes.find(
      ({ target }: { target: Named }) => target.name === "Porto",
    );
    expect(edge.evidences.nodes.map(({ text }: { text: string }) => text)).toContain(
      "Clara lives in Porto",
    );
    const { facts } = await service.run(
      `{ facts(during: { to: "2021-01-01T00:00:00Z" }) { nodes { value } } }`,
    );
    expect(facts.nodes).toEqual([{ value: "Lisbon" }]);
    expect(
      (
        await service.attempt(
          `{ facts(during: { from: "2021-01-01T00:00:00Z", to: "2021-01-01T00:00:00Z" }) { nodes { value } } }`,
        )
      ).codes,
    ).toEqual(["INVALID_INTERVAL"]);
  });

  it("returns extents, counts, events and nodes", async () => {
    const { service, lisbon, dog } = await tell();
    const data = await service.run(
      `query ($ids: [ID!]!) {
        extent { validFrom validTo }
        changeCounts(axis: VALID, from: "2020-01-01T00:00:00Z", to: "2024-12-30T00:00:00Z", buckets: 5) { from began ended }
        events(first: 2) { totalCount nodes { message } }
        waiting: events(status: [PENDING]) { nodes { id } }
        nodes(ids: $ids) { id }
      }`,
      { ids: [dog.fact, lisbon.fact] },
    );
    expect(data.extent.validFrom).toBe("2020-01-01T00:00:00.000Z");
    expect(data.extent.validTo).toBe("2024-01-01T00:00:00.000Z");
    expect(
      data.changeCounts.map(({ began, ended }: { began: number; ended: number }) => [began, ended]),
    ).toEqual([
      [1, 0],
      [1, 0],
      [0, 0],
      [0, 0],
      [1, 1],
    ]);
    expect(data.events.totalCount).toBe(3);
    expect(data.waiting.nodes).toEqual([]);
    expect(data.nodes.map(({ id }: { id: string }) => id)).toEqual([dog.fact, lisbon.fact]);
    for (const [query, code] of [
      [
        `{ changeCounts(axis: VALID, from: "2020-01-01T00:00:00Z", to: "2020-01-01T00:00:00Z") { began } }`,
        "INVALID_INTERVAL",
      ],
      [
        `{ changeCounts(axis: RECORD, from: "2020-01-01T00:00:00Z", to: "2021-01-01T00:00:00Z", buckets: 501) { began } }`,
        "BAD_USER_INPUT",
      ],
      [`{ nodes(ids: ["x"]) { id } }`, "INVALID_ID"],
      [`{ localUsers }`, "FORBIDDEN"],
    ] as const)
      expect((await service.attempt(query)).codes, query).toEqual([code]);
  });

  it("returns sessions, turns and settings as they were", async () => {
    const { service } = await tell();
    const before = service.clock();
    service.wait(5_000);
    await service.run(`mutation { createSession(input: { title: "talk" }) { session { id } } }`);
    await service.run(
      `mutation { updateSettings(input: { contextGraph: false }) { settings { contextGraph } } }`,
    );
    const { sessions, now, settings, later } = await service.run(
      `query ($at: TimePoint) { now: sessions { nodes { title turns(at: $at) { nodes { id } } } } sessions(at: $at) { totalCount } settings(at: $at) { contextGraph } later: settings { contextGraph } }`,
      { at: { knownAt: before } },
    );
    expect(now.nodes).toEqual([{ title: "talk", turns: { nodes: [] } }]);
    expect(sessions.totalCount).toBe(0);
    expect([settings.contextGraph, later.contextGraph]).toEqual([true, false]);
  });
});
