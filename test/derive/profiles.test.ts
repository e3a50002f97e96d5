import { beforeEach, describe, expect, it } from "vitest";
import { spreadActivation } from "../../src/derive/profiles/activation.ts";
import { clusterFacts } from "../../src/derive/profiles/fact-clusters.ts";
import {
  importanceOf,
  type ImportanceFactors,
} from "../../src/derive/profiles/entity-importance.ts";
import { instantOf } from "../../src/memory/time.ts";
import type { DescriptionInput } from "../../src/models/derive-tasks.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import { ModelUnavailable } from "../../src/models/port.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { stores } from "../contract/stores.ts";
import { answer } from "../fakes/scripted-models.ts";
import { factVersion } from "../read/scripted-space.ts";
import { memoryService } from "../resolvers/memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const REFRESH = `mutation ($id: ID, $limit: Int) { refreshProfiles(input: { entity: $id, first: $limit }) {
  considered tokens { total } entities { name profile importance } observations { __typename id content entities { name } sections { heading lines } }
} }`;

describe.each(stores)("profiles on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let space: SpaceStore;
  let inputs: DescriptionInput[];
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => {
    space = await freshSpace();
    inputs = [];
    service = memoryService(space, {
      describeEntity: async (input) => {
        inputs.push(input);
        return answer({
          profile: `${input.name}: ${input.facts.length} facts.`,
          observations: input.clusters.map((facts) => `${facts.length} about the same.`),
        });
      },
    });
  });
  const refresh = async (variables: Record<string, unknown> = {}) =>
    (await service.run(REFRESH, variables)).refreshProfiles;
  const idOf = async (name: string): Promise<string> =>
    (await service.run("query ($name: String!) { entity(name: $name) { id } }", { name })).entity
      .id;
  const profile = async (name: string, at?: Record<string, unknown>): Promise<string | null> =>
    (
      await service.run(
        "query ($name: String!, $at: TimePoint) { entity(name: $name, at: $at) { profile } }",
        { name, at },
      )
    ).entity.profile;

  it("are rebuilt from all facts of an entity, as new versions", async () => {
    await service.say("Ana", "Ana likes tea");
    await service.say("Ana", "Ana lives in Porto", { slot: "residence", value: "Porto" });
    const before = service.clock();
    expect(await refresh({ id: await idOf("Ana") })).toMatchObject({
      considered: 1,
      entities: [{ name: "Ana", profile: "Ana: 2 facts." }],
      observations: [],
      tokens: { total: 15 },
    });
    expect(inputs).toMatchObject([
      {
        name: "Ana",
        type: "person",
        profile: null,
        facts: ["Ana likes tea", "Ana lives in Porto"],
      },
    ]);
    const then = service.clock();
    await service.say("Ana", "Ana plays chess");
    await service.say("Ana", "Ana lives in Lisbon", { slot: "residence", value: "Lisbon" });
    await refresh();
    expect([
      await profile("Ana", { knownAt: before }),
      await profile("Ana", { knownAt: then }),
      await profile("Ana"),
    ]).toEqual([null, "Ana: 2 facts.", "Ana: 3 facts."]);
    expect(inputs.at(-1)!.facts).not.toContain("Ana lives in Porto");
  });

  it("are rebuilt for entities that changed since, and for no others", async () => {
    await service.say("Ana", "Ana likes tea");
    await service.say("Bruno", "Bruno likes jazz");
    expect(await refresh()).toMatchObject({ considered: 2 });
    expect(await refresh()).toMatchObject({ considered: 0, entities: [], tokens: { total: 0 } });
    await service.say("Bruno", "Bruno likes chess");
    expect(await refresh()).toMatchObject({
      considered: 1,
      entities: [{ name: "Bruno", profile: "Bruno: 2 facts." }],
    });
    for (const name of ["Carla", "Dora", "Eva"]) await service.say(name, `${name} sings`);
    expect(await refresh({ limit: 2 })).toMatchObject({ considered: 2 });
    expect(await refresh()).toMatchObject({ considered: 1, entities: [{ name: "Eva" }] });
    for (const limit of [0, 1001])
      expect((await service.attempt(REFRESH, { limit })).codes).toEqual(["BAD_USER_INPUT"]);
    expect(
      (await service.attempt(REFRESH, { id: Buffer.from("Entity:nobody").toString("base64url") }))
        .codes,
    ).toEqual(["NOT_FOUND"]);
  });

  it("have an observation for each cluster, which changes and ends with it", async () => {
    const said = [];
    for (const dish of ["soup", "rice", "fish", "stew"])
      said.push(
        await service.say("Ana", `Ana cooks ${dish} with Joe`, {
          relationship: { type: `cooks_${dish}_with`, target: { name: "Joe", type: "person" } },
        }),
      );
    await service.say("Ana", "Ana is tall");
    const first = await refresh({ id: await idOf("Ana") });
    expect(first.observations).toMatchObject([
      {
        __typename: "Observation",
        content: "4 about the same.",
        entities: [{ name: "Ana" }],
        sections: [
          {
            heading: "facts",
            lines: said.map((_, i) => `Ana cooks ${["soup", "rice", "fish", "stew"][i]} with Joe`),
          },
        ],
      },
    ]);
    const listed = async () =>
      (await service.run("{ memories(types: OBSERVATION) { nodes { id content } } }")).memories
        .nodes;
    expect(await listed()).toEqual([
      { id: first.observations[0].id, content: "4 about the same." },
    ]);
    const before = service.clock();
    await service.run("mutation ($id: ID!) { retractFact(input: { fact: $id }) { fact { id } } }", {
      id: said[3]!.fact,
    });
    const second = await refresh();
    expect(second.observations).toMatchObject([
      { id: first.observations[0].id, content: "3 about the same." },
    ]);
    await service.run("mutation ($id: ID!) { retractFact(input: { fact: $id }) { fact { id } } }", {
      id: said[2]!.fact,
    });
    await refresh();
    expect(await listed()).toEqual([]);
    const { now, then, none } = await service.run(
      `query ($before: TimePoint) {
      now: entity(name: "Ana") { observations { content } before: observations(at: $before) { content } }
      then: entity(name: "Ana", at: $before) { observations { __typename content } }
      none: entity(name: "Joe") { observations { content } }
    }`,
      { before: { knownAt: before } },
    );
    expect([now, then, none]).toEqual([
      { observations: [], before: [{ content: "4 about the same." }] },
      { observations: [{ __typename: "Observation", content: "4 about the same." }] },
      { observations: [] },
    ]);
    expect(
      (await service.run('{ search(query: "about the same", kinds: [SUMMARY]) { hits { kind } } }'))
        .search.hits,
    ).toEqual([]);
  });

  it("are in English offline even for Portuguese facts, which do not change", async () => {
    await service.say("Ana", "Ana mora em Lisboa", { slot: "residence", value: "Lisboa" });
    await service.say("Ana", "Ana adora café");
    const offline = memoryService(space, { describeEntity: createOfflineModels().describeEntity });
    expect(
      (await offline.run(REFRESH, { id: await idOf("Ana") })).refreshProfiles.entities,
    ).toMatchObject([{ profile: "Ana lives in Lisboa. Ana likes café." }]);
    expect((await service.run('{ facts(entity: "Ana") { nodes { text } } }')).facts.nodes).toEqual([
      { text: "Ana mora em Lisboa" },
      { text: "Ana adora café" },
    ]);
  });

  it("are dropped if nothing is known any more, and follow merges", async () => {
    const tea = await service.say("Ana", "Ana likes tea");
    await service.say("Aninha", "Aninha likes jazz");
    await refresh();
    await service.run(
      "mutation ($from: ID!, $into: ID!) { mergeEntities(input: { from: $from, into: $into }) { entity { id } } }",
      { from: await idOf("Aninha"), into: await idOf("Ana") },
    );
    expect(await refresh()).toMatchObject({
      considered: 1,
      entities: [{ name: "Ana", profile: "Ana: 2 facts." }],
    });
    await service.say("Zoe", "Zoe sings");
    await refresh();
    const zoe = (await service.run('{ entity(name: "Zoe") { facts { nodes { id } } } }')).entity
      .facts.nodes[0].id;
    await service.run("mutation ($id: ID!) { retractFact(input: { fact: $id }) { fact { id } } }", {
      id: zoe,
    });
    await refresh();
    expect(await profile("Zoe")).toBeNull();
    expect(tea.fact).toBeDefined();
  });

  it("stay as they are if no model answers, and are rebuilt the next time", async () => {
    await service.say("Ana", "Ana likes tea");
    const failing = memoryService(space, {
      describeEntity: () => Promise.reject(new ModelUnavailable("UNREADABLE", "Garbage.")),
    });
    const head = await space.head();
    expect((await failing.attempt(REFRESH)).data).toBeNull();
    expect(await space.head()).toEqual(head);
    expect(await refresh()).toMatchObject({
      considered: 1,
      entities: [{ profile: "Ana: 1 facts." }],
    });
  });
});

describe("importance", () => {
  const NOW = instantOf(Date.UTC(2026, 0, 31));
  const none: ImportanceFactors = {
    facts: [],
    confirmations: 0,
    lastSaid: null,
    links: 0,
    activation: 0,
  };
  const full: ImportanceFactors = {
    facts: [0.9],
    confirmations: 4,
    lastSaid: NOW,
    links: 9,
    activation: 1,
  };

  it("is between 0 and 1", () => {
    expect(importanceOf(none, NOW)).toBe(0);
    expect(
      importanceOf(
        { facts: [1], confirmations: 1e9, lastSaid: NOW, links: 1e9, activation: 1 },
        NOW,
      ),
    ).toBe(1);
  });

  it.each([
    { less: { ...full, facts: [0.3] }, of: "category" },
    { less: { ...full, confirmations: 0 }, of: "confirmation" },
    { less: { ...full, lastSaid: instantOf(Date.UTC(2025, 0, 1)) }, of: "recency" },
    { less: { ...full, links: 1 }, of: "links" },
    { less: { ...full, activation: 0 }, of: "activation" },
  ])("grows with $of", ({ less }) => {
    expect(importanceOf(less, NOW)).toBeLessThan(importanceOf(full, NOW));
  });

  it("halves its recency in thirty days", () => {
    const recency = (day: number) =>
      importanceOf({ ...none, lastSaid: instantOf(Date.UTC(2026, 0, day)) }, NOW);
    expect([recency(31), recency(1)]).toEqual([0.2, 0.1]);
  });
});

describe("activation", () => {
  it("spreads more along strong ties, is shared among them, and never exceeds 1", () => {
    const links = [
      { source: "a", target: "b", strength: 1 },
      { source: "c", target: "a", strength: 0.5 },
      { source: "d", target: "e", strength: 1 },
    ];
    const after = spreadActivation(
      new Map([
        ["a", 1],
        ["b", 0.9],
      ]),
      links,
    );
    expect(after.get("c")).toBeCloseTo(0.5 / Math.SQRT2 / 2);
    expect(after.get("b")).toBe(1);
    expect(after.get("a")).toBe(1);
    expect([after.has("d"), after.has("e")]).toEqual([false, false]);
  });
});

describe("clusters", () => {
  const fact = (text: string, mentions: readonly string[] = []) =>
    factVersion(text, { text, mentions });
  const texts = (facts: Parameters<typeof clusterFacts>[0]) =>
    clusterFacts(facts, new Set(["clara"]), ["Clara Rezende"]).map((cluster) =>
      cluster.facts.map(({ text }) => text),
    );

  it("hold facts that name the same entity or use much the same words", () => {
    const joe = ["Clara met Joe", "Clara called Joe", "Clara owes Joe money"].map((text) =>
      fact(text, ["clara", "joe"]),
    );
    const tea = [
      "Clara drinks green tea",
      "Clara drinks black tea",
      "Clara drinks white tea",
      "Clara drinks mint tea",
    ].map((text) => fact(text, ["clara"]));
    const lone = [fact("Clara is tall"), fact("Clara Rezende sings"), fact("Clara met Bo", ["bo"])];
    expect(texts([...joe, ...lone, ...tea])).toEqual([
      tea.map(({ text }) => text).toSorted(),
      joe.map(({ text }) => text).toSorted(),
    ]);
    expect(texts([...joe.slice(1), ...tea.slice(2), ...lone])).toEqual([]);
  });

  it("do not depend on the order of the facts", () => {
    const facts = ["a b c", "a b d", "a b e", "x y"].map((text) => fact(text));
    expect(texts(facts.toReversed())).toEqual(texts(facts));
  });
});

describe("offline profiles", () => {
  it("contain the facts in English with names and values unchanged, and describe a cluster by what its facts share", async () => {
    const { value, model } = await createOfflineModels().describeEntity({
      name: "Ana",
      type: "person",
      profile: null,
      facts: ["Ana mora em Lisboa", "Ana likes tea."],
      clusters: [["Ana likes tea", "Ana drinks tea", "Ana sells tea"]],
    });
    expect(model).toBe("offline");
    expect(value).toEqual({
      profile: "Ana lives in Lisboa. Ana likes tea.",
      observations: ["3 facts about Ana speak of tea: Ana likes tea"],
    });
  });
});
