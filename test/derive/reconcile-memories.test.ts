import { beforeEach, describe, expect, it } from "vitest";
import { reconcileMemories } from "../../src/derive/reconciliation/reconcile-memories.ts";
import type { ComparedFact, Overlaps } from "../../src/models/derive-tasks.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import { ModelUnavailable } from "../../src/models/port.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { stores } from "../contract/stores.ts";
import { answer } from "../fakes/scripted-models.ts";
import { memoryService } from "../resolvers/memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const RECONCILE = `mutation ($n: Int) { reconcileMemories(input: { last: $n }) {
  considered unchanged duplicates contradictions comparedBy tokens { total }
  decisions { id action decidedBy reason model factText revertedAt fact { text } }
  refusals { reason facts { text } }
} }`;
const FACTS = "query ($at: TimePoint) { facts(first: 100, at: $at) { nodes { text } } }";
const FACT = `query ($id: ID!, $at: TimePoint) { fact(id: $id, at: $at) {
  text expiredAt validTo supersededBy { text } supersedeReason lastConfirmedAt versions { validTo } supersedes { text }
} }`;

describe.each(stores)("reconcileMemories on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let space: SpaceStore;
  let service: ReturnType<typeof memoryService>;
  /** The model's answer. It names facts by their texts. */
  let finds: {
    readonly duplicates?: readonly (readonly string[])[];
    readonly contradictions?: readonly (readonly [string, string])[];
  };
  let seen: readonly ComparedFact[];
  beforeEach(async () => {
    space = await freshSpace();
    finds = {};
    seen = [];
    service = memoryService(space, {
      compareFacts: async (facts) => {
        seen = facts;
        const id = (text: string): string =>
          facts.find((fact) => fact.text === text)?.id ?? "nobody";
        const overlaps: Overlaps = {
          duplicates: (finds.duplicates ?? []).map((texts) => ({
            facts: texts.map(id),
            reason: "The same.",
          })),
          contradictions: (finds.contradictions ?? []).map(([a, b]) => ({
            facts: [id(a), id(b)] as const,
            reason: "Not both.",
          })),
        };
        return answer(overlaps, "judge");
      },
    });
  });
  const reconcile = async (n?: number) =>
    (await service.run(RECONCILE, n === undefined ? {} : { n })).reconcileMemories;
  const texts = async (at?: Record<string, unknown>): Promise<string[]> =>
    (await service.run(FACTS, { at })).facts.nodes.map(({ text }: { text: string }) => text);
  const fact = async (id: string, at?: Record<string, unknown>) =>
    (await service.run(FACT, { id, at })).fact;

  it("does not compare unchanged facts, unless a number is given", async () => {
    for (const text of ["Ana likes tea", "Ana plays chess", "Bruno sails"])
      await service.say(text.split(" ", 1)[0]!, text);
    const compareNew = () => reconcileMemories(service.services.write, space, {});
    await compareNew();
    expect(seen).toHaveLength(3);
    seen = [];
    expect(await compareNew()).toMatchObject({ consideredCount: 3, keptCount: 3 });
    expect(seen).toEqual([]);
    await service.say("Bruno", "Bruno likes tea");
    await compareNew();
    expect(seen.map(({ text }) => text).toSorted()).toEqual(["Bruno likes tea", "Bruno sails"]);
    await reconcile(50);
    expect(seen).toHaveLength(4);
  });

  it("merges a duplicate and closes a contradiction in one pass, and reports their replacements", async () => {
    const tea = await service.say("Ana", "Ana likes tea");
    const enjoys = await service.say("Ana", "Ana enjoys a cup of tea");
    const steak = await service.say("Ana", "Ana loves steak", { confidence: 0.95 });
    const vegetarian = await service.say("Ana", "Ana is a vegetarian", { confidence: 0.6 });
    await service.say("Bruno", "Bruno loves steak");
    const before = service.clock();
    finds = {
      duplicates: [["Ana enjoys a cup of tea", "Ana likes tea"]],
      contradictions: [["Ana loves steak", "Ana is a vegetarian"]],
    };
    const result = await reconcile();
    expect(result).toMatchObject({
      considered: 5,
      unchanged: 3,
      duplicates: 1,
      contradictions: 1,
      comparedBy: "judge",
      tokens: { total: 15 },
      refusals: [],
    });
    expect(result.decisions).toMatchObject([
      {
        action: "NOOP",
        decidedBy: "MODEL",
        model: "judge",
        factText: "Ana enjoys a cup of tea",
        reason: "The same.",
        fact: { text: "Ana likes tea" },
      },
      {
        action: "UPDATE",
        decidedBy: "MODEL",
        model: "judge",
        factText: "Ana loves steak",
        reason: "Not both.",
        fact: { text: "Ana loves steak" },
      },
    ]);
    expect(await texts()).toEqual(["Ana likes tea", "Ana is a vegetarian", "Bruno loves steak"]);
    expect(await texts({ knownAt: before })).toEqual([
      "Ana likes tea",
      "Ana enjoys a cup of tea",
      "Ana loves steak",
      "Ana is a vegetarian",
      "Bruno loves steak",
    ]);
    expect(await fact(enjoys.fact)).toMatchObject({
      supersededBy: { text: "Ana likes tea" },
      supersedeReason: "DUPLICATE",
    });
    expect(await fact(steak.fact)).toMatchObject({
      supersededBy: { text: "Ana is a vegetarian" },
      supersedeReason: "CONTRADICT",
    });
    expect((await fact(steak.fact)).versions).toMatchObject([
      { validTo: null },
      { validTo: vegetarian.at },
    ]);
    expect(await fact(vegetarian.fact)).toMatchObject({ supersedes: { text: "Ana loves steak" } });
    expect(await fact(steak.fact, { knownAt: before })).toMatchObject({
      supersededBy: null,
      supersedeReason: null,
      expiredAt: null,
    });
    expect((await fact(tea.fact)).lastConfirmedAt, "a duplicate confirms").toBe(enjoys.at);
    expect(seen.map(({ subject, text }) => `${subject}: ${text}`)[0]).toBe(
      "Bruno: Bruno loves steak",
    );
    const search = await service.run(
      '{ search(query: "steak", kinds: [FACT], mode: FULL_TEXT) { hits { node { ... on Fact { text } } } } }',
    );
    expect(search.search.hits).toEqual([{ node: { text: "Bruno loves steak" } }]);
  });

  it("can be undone decision by decision", async () => {
    await service.say("Ana", "Ana likes tea");
    await service.say("Ana", "Ana enjoys a cup of tea");
    await service.say("Ana", "Ana loves steak");
    await service.say("Ana", "Ana is a vegetarian");
    finds = {
      duplicates: [["Ana enjoys a cup of tea", "Ana likes tea"]],
      contradictions: [["Ana loves steak", "Ana is a vegetarian"]],
    };
    const before = await texts();
    const { decisions } = await reconcile();
    expect(await texts()).toEqual(["Ana likes tea", "Ana is a vegetarian"]);
    for (const { id } of decisions)
      await service.run(
        "mutation ($id: ID!) { revertDecision(input: { decision: $id }) { decision { revertedAt } } }",
        {
          id,
        },
      );
    expect(await texts()).toEqual(before);
    expect(await reconcile(), "what was undone can be found again").toMatchObject({
      duplicates: 1,
      contradictions: 1,
    });
  });

  it("finds nothing the second time, and calls no model if there is nothing to compare", async () => {
    expect(await reconcile()).toMatchObject({ considered: 0, unchanged: 0 });
    await service.say("Ana", "Ana likes tea");
    expect(await reconcile()).toMatchObject({ considered: 1, unchanged: 1, tokens: { total: 0 } });
    expect(seen).toEqual([]);
    await service.say("Ana", "Ana enjoys a cup of tea");
    finds = { duplicates: [["Ana enjoys a cup of tea", "Ana likes tea"]] };
    expect(await reconcile()).toMatchObject({ duplicates: 1 });
    expect(await reconcile()).toMatchObject({ considered: 1, duplicates: 0, decisions: [] });
  });

  it("never closes a fact because of a fact about somebody else, and reports the refusal", async () => {
    await service.say("Ana", "Ana loves steak");
    await service.say("Bruno", "Bruno is a vegetarian");
    await service.say("Bruno", "Bruno likes tea");
    finds = {
      duplicates: [["Bruno likes tea", "Ana loves steak"]],
      contradictions: [["Ana loves steak", "Bruno is a vegetarian"]],
    };
    const head = await space.head();
    const result = await reconcile();
    expect(result).toMatchObject({
      considered: 3,
      unchanged: 3,
      duplicates: 0,
      contradictions: 0,
      decisions: [],
    });
    expect(result.refusals).toEqual([
      {
        reason: expect.stringContaining("different subjects"),
        facts: [{ text: "Bruno likes tea" }, { text: "Ana loves steak" }],
      },
      {
        reason: expect.stringContaining("different subjects"),
        facts: [{ text: "Ana loves steak" }, { text: "Bruno is a vegetarian" }],
      },
    ]);
    expect(await space.head()).toEqual(head);
  });

  it("prefers the fact said later, then the more certain one, in any order of recording", async () => {
    await service.say("Ana", "Ana hates jazz", { occurredAt: "2025-06-01T00:00:00.000Z" });
    await service.say("Ana", "Ana loves jazz", {
      occurredAt: "2025-05-01T00:00:00.000Z",
      confidence: 1,
    });
    await service.say("Bia", "Bia is tall", {
      occurredAt: "2025-05-01T00:00:00.000Z",
      confidence: 0.9,
    });
    await service.say("Bia", "Bia is short", {
      occurredAt: "2025-05-01T00:00:00.000Z",
      confidence: 0.6,
    });
    finds = {
      contradictions: [
        ["Ana hates jazz", "Ana loves jazz"],
        ["Bia is short", "Bia is tall"],
      ],
    };
    expect(await reconcile()).toMatchObject({ contradictions: 2 });
    expect(await texts()).toEqual(["Ana hates jazz", "Bia is tall"]);
  });

  it("does not restore the fact that a closed fact had replaced", async () => {
    await service.say("Ana", "Ana lives in Porto", {
      slot: "residence",
      value: "Porto",
      occurredAt: "2024-01-01T00:00:00.000Z",
    });
    await service.say("Ana", "Ana lives in Lisbon", {
      slot: "residence",
      value: "Lisbon",
      occurredAt: "2025-01-01T00:00:00.000Z",
    });
    await service.say("Ana", "Ana has always had a home in Braga", {
      occurredAt: "2025-06-01T00:00:00.000Z",
      validFrom: "2020-01-01T00:00:00.000Z",
    });
    finds = { contradictions: [["Ana lives in Lisbon", "Ana has always had a home in Braga"]] };
    expect(await reconcile()).toMatchObject({ contradictions: 1 });
    expect(await texts()).toEqual(["Ana has always had a home in Braga"]);
  });

  it("keeps relationships: the duplicate that states them stays", async () => {
    await service.say("Ana", "Ana is employed by Vertix");
    await service.say("Ana", "Ana works at Vertix", {
      slot: "employer",
      value: "Vertix",
      relationship: { type: "works_at", target: { name: "Vertix", type: "organization" } },
    });
    finds = { duplicates: [["Ana is employed by Vertix", "Ana works at Vertix"]] };
    await reconcile();
    expect(await texts()).toEqual(["Ana works at Vertix"]);
    expect(
      (await service.run('{ entity(name: "Ana") { relationships { nodes { type } } } }')).entity
        .relationships.nodes,
    ).toEqual([{ type: "works_at" }]);
  });

  it("compares as many of the newest facts as requested, within bounds", async () => {
    for (const thing of ["tea", "jazz", "chess"]) await service.say("Ana", `Ana likes ${thing}`);
    expect(await reconcile(2)).toMatchObject({ considered: 2 });
    expect(seen.map(({ text }) => text)).toEqual(["Ana likes chess", "Ana likes jazz"]);
    for (const n of [1, 0, -1, 201])
      expect((await service.attempt(RECONCILE, { n })).codes, String(n)).toEqual([
        "BAD_USER_INPUT",
      ]);
  });

  it("closes nothing if the answer names unknown facts or no model answers", async () => {
    await service.say("Ana", "Ana likes tea");
    await service.say("Ana", "Ana loves tea");
    const head = await space.head();
    finds = {
      duplicates: [["Ana likes tea", "Ana rules the world"]],
      contradictions: [["Ana likes tea", "Ana likes tea"]],
    };
    expect(await reconcile()).toMatchObject({ unchanged: 2, decisions: [] });
    const failing = memoryService(space, {
      compareFacts: () => Promise.reject(new ModelUnavailable("UNREADABLE", "Garbage.")),
    });
    expect((await failing.attempt(RECONCILE)).data).toBeNull();
    expect(await space.head()).toEqual(head);
  });

  it("uses slots and hashes offline, and says so", async () => {
    const { compareFacts } = createOfflineModels();
    const offline = memoryService(space, { compareFacts });
    await offline.say("Ana", "Ana likes tea", { occurredAt: "2025-05-01T00:00:00.000Z" });
    await offline.say("Ana", "ana likes  tea.", {
      occurredAt: "2025-06-01T00:00:00.000Z",
      validFrom: "2025-01-01T00:00:00.000Z",
    });
    await offline.say("Ana", "Ana enjoys tea");
    await offline.say("Bruno", "Ana likes tea");
    const result = (await offline.run(RECONCILE)).reconcileMemories;
    expect(result).toMatchObject({
      considered: 4,
      duplicates: 1,
      contradictions: 0,
      comparedBy: "offline",
      decisions: [{ decidedBy: "RULE", model: null }],
    });
  });
});
