import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { OPEN, type Instant } from "../../src/memory/time.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { assertFact } from "../../src/write/operations/assert-fact.ts";
import { correctFact } from "../../src/write/operations/correct-fact.ts";
import { mergeEntities } from "../../src/write/operations/merge-entities.ts";
import { retractFact } from "../../src/write/operations/retract-fact.ts";
import { revertDecision } from "../../src/write/operations/revert-decision.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { silentModels } from "../fakes/silent-models.ts";

const month = (n: number): Instant =>
  `2024-${String(n).padStart(2, "0")}-01T00:00:00.000Z` as Instant;

describe.each(stores)("relationships on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const setUp = async () => {
    const space: SpaceStore = await freshSpace();
    let now = Date.UTC(2026, 0, 1);
    const services: WriteServices = {
      models: silentModels,
      newId: v7,
      now: () => (now += 1000),
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: () => {},
    };
    /** Ana lives in a city, as said in a month. */
    const lives = async (city: string, said: number, own: { from?: number; to?: number } = {}) => {
      const report = await assertFact(services, space, {
        entity: { key: "person:ana", name: "Ana" },
        text: `Ana lives in ${city}`,
        slot: "residence",
        value: city,
        relationship: { type: "lives_in", target: { name: city, type: "place" } },
        confidence: 0.9,
        importanceCategory: "SPECIFIC_EVENT",
        occurredAt: month(said),
        ...(own.from !== undefined && { validFrom: month(own.from) }),
        ...(own.to !== undefined && { validTo: month(own.to) }),
      });
      const [version] = [...report.addedFacts, ...report.updatedFacts, ...report.unchangedFacts];
      return { fact: version!.fact, decision: report.decisions[0]!.id };
    };
    /** Ana's home by the edges, and by the facts, in each month up to December. */
    const months = async () => {
      const knownAt = (await space.head()).recordedAt!;
      const [ana] = await space.entitiesByKey(["person:ana"]);
      const shown: string[] = [];
      for (let n = 1; n <= 12; n += 1) {
        const at = { knownAt, validAt: month(n) };
        const [edges] = await space.relationships([
          { entities: [ana!], direction: "OUT", at, page: { first: 10 } },
        ]);
        const [facts] = await space.facts([{ entities: [ana!], at, page: { first: 10 } }]);
        const targets = await space.entitiesAsOf(
          edges!.items.map(({ item }) => ({ entity: item.target, knownAt })),
        );
        const names = targets.map((target) => target!.name).toSorted();
        const values = facts!.items.flatMap(({ item }) => item.value ?? []).toSorted();
        expect([n, names]).toEqual([n, [...new Set(values)]]);
        shown.push(names.join("+"));
      }
      return shown.join(" ");
    };
    return { space, services, lives, months };
  };

  it("move with a corrected value, and back when it is undone", async () => {
    const { space, services, lives, months } = await setUp();
    const { fact } = await lives("Oslo", 3);
    expect(await months()).toBe("  Oslo Oslo Oslo Oslo Oslo Oslo Oslo Oslo Oslo Oslo");
    const { decision } = await correctFact(services, space, { fact, value: "Bergen" });
    expect(await months()).toContain("  Bergen Bergen");
    await revertDecision(services, space, { decision: decision.id });
    expect(await months()).toContain("  Oslo Oslo");
  });

  it("come back with a fact that shows again", async () => {
    const { lives, months } = await setUp();
    await lives("Oslo", 1);
    await lives("Rome", 4, { from: 4, to: 7 });
    expect(await months()).toBe("Oslo Oslo Oslo Rome Rome Rome Oslo Oslo Oslo Oslo Oslo Oslo");
  });

  it("come back with a restored fact, and go with a retracted one", async () => {
    const { space, services, lives, months } = await setUp();
    await lives("Oslo", 1);
    const { fact, decision } = await lives("Rome", 4);
    const { decision: retraction } = await retractFact(services, space, {
      fact,
      validTo: month(8),
    });
    expect(await months()).toBe("Oslo Oslo Oslo Rome Rome Rome Rome     ");
    await revertDecision(services, space, { decision: retraction.id });
    await revertDecision(services, space, { decision });
    expect(await months()).toBe(Array.from({ length: 12 }, () => "Oslo").join(" "));
  });

  it("show again with a claim that was covered in between", async () => {
    const { lives, months } = await setUp();
    await lives("Oslo", 1);
    await lives("Oslo", 6);
    await lives("Rome", 3);
    expect(await months()).toBe("Oslo Oslo Rome Rome Rome Oslo Oslo Oslo Oslo Oslo Oslo Oslo");
  });

  it("stay while a second fact states them", async () => {
    const { space, services, lives, months } = await setUp();
    const { fact } = await lives("Oslo", 1);
    await assertFact(services, space, {
      entity: { key: "person:ana" },
      text: "Ana has a flat in Oslo",
      value: "Oslo",
      relationship: { type: "lives_in", target: { name: "Oslo", type: "place" } },
      confidence: 0.8,
      importanceCategory: "SPECIFIC_EVENT",
      occurredAt: month(3),
    });
    await retractFact(services, space, { fact, validTo: month(5) });
    expect(await months()).toBe(Array.from({ length: 12 }, () => "Oslo").join(" "));
    const [ana] = await space.entitiesByKey(["person:ana"]);
    const knownAt = (await space.head()).recordedAt!;
    const [page] = await space.relationships([
      {
        entities: [ana!],
        direction: "OUT",
        at: { knownAt, validAt: month(4) },
        page: { first: 10 },
      },
    ]);
    expect(page!.items).toHaveLength(1);
    expect(page!.items[0]!.item.validTo).not.toBe(OPEN);
  });

  it("are stated again for an entity into which the other end was merged", async () => {
    const { space, services } = await setUp();
    const tell = (text: string, target: string | null) =>
      assertFact(services, space, {
        entity: { key: target === null ? "person:beatriz" : "person:ana" },
        value: text,
        text,
        ...(target !== null && { relationship: { type: "knows", target: { key: target } } }),
        confidence: 0.8,
        importanceCategory: "SPECIFIC_EVENT",
        occurredAt: month(1),
      });
    await tell("She sings", null);
    await tell("They met", "person:bia");
    const [from, into] = await space.entitiesByKey(["person:bia", "person:beatriz"]);
    await mergeEntities(services, space, { from: from!, into: into! });
    const { addedFacts } = await tell("They met again", "person:beatriz");
    expect(addedFacts).toHaveLength(1);
    const knownAt = (await space.head()).recordedAt!;
    const at = { knownAt, validAt: month(4) };
    const [ana] = await space.entitiesByKey(["person:ana"]);
    const [edges] = await space.relationships([
      { entities: [ana!], direction: "OUT", at, page: { first: 10 } },
    ]);
    expect(edges!.items).toHaveLength(1);
  });
});
