import { beforeEach, describe, expect, it } from "vitest";
import { stores } from "../contract/stores.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { memoryService } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const DRAFT = "$dryRun: Boolean = true";
const CORRECT = `mutation ($id: ID!, ${DRAFT}) { correctFact(input: { fact: $id, text: "Ana lives in Lagos", value: "Lagos", validFrom: "2020-01-01T00:00:00.000Z", dryRun: $dryRun }) { fact { text versions { text } } decision { action reason } facts { text validFrom } relationships { type validFrom } } }`;
const RETRACT = `mutation ($id: ID!, ${DRAFT}) { retractFact(input: { fact: $id, validTo: "2026-07-10T00:00:00.000Z", reason: "Moved away", dryRun: $dryRun }) { fact { validTo supersedeReason } decision { action reason } facts { text validTo } relationships { type validTo } } }`;
const REVERT = `mutation ($id: ID!, ${DRAFT}) { revertDecision(input: { decision: $id, reason: "A mistake", dryRun: $dryRun }) { decision { id revertedAt } facts { text expiredAt } relationships { type } } }`;
const MERGE = `mutation ($from: ID!, $into: ID!, ${DRAFT}) { mergeEntities(input: { from: $from, into: $into, reason: "One person", dryRun: $dryRun }) { entity { name aliases } decision { reason } } }`;
const SPLIT = `mutation ($entity: ID!, ${DRAFT}) { splitEntity(input: { entity: $entity, mergedKey: "person:nina", dryRun: $dryRun }) { entity { name } decision { reason } } }`;

/**
 * The changes by a merge, a split or their reversal, and the data that moves from one entity to the
 * other.
 */
const EFFECTS = `fragment Effects on Handover {
  facts { totalCount nodes { text validFrom validTo entity { name } } }
  relationships { totalCount nodes { type source { name } target { name } } }
}`;
const CHANGED = `facts { text validFrom validTo entity { name } } relationships { type validTo source { name } target { name } } handover { ...Effects }`;
const MERGE_EFFECTS = `${EFFECTS} mutation ($from: ID!, $into: ID!, ${DRAFT}) { mergeEntities(input: { from: $from, into: $into, dryRun: $dryRun }) { decision { id } ${CHANGED} } }`;
const SPLIT_EFFECTS = `${EFFECTS} mutation ($entity: ID!, ${DRAFT}) { splitEntity(input: { entity: $entity, mergedKey: "person:nina", dryRun: $dryRun }) { ${CHANGED} } }`;
const REVERT_EFFECTS = `${EFFECTS} mutation ($id: ID!, ${DRAFT}) { revertDecision(input: { decision: $id, dryRun: $dryRun }) { ${CHANGED} } }`;

describe.each(stores)("corrections on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let space: SpaceStore;
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => {
    space = await freshSpace();
    service = memoryService(space);
  });
  const livesInLisbon = () =>
    service.say("Ana", "Ana lives in Lisbon", {
      slot: "residence",
      value: "Lisbon",
      validFrom: "2026-07-01T00:00:00.000Z",
      relationship: { type: "lives_in", target: { name: "Lisbon", type: "place" } },
    });

  /** Runs an operation as a dry run, expects that it changed nothing, runs it, and returns both results. */
  const dryAndReal = async (source: string, variables: Record<string, unknown>) => {
    const head = await space.head();
    const dry = await service.run(source, { ...variables, dryRun: true });
    expect(await space.head()).toEqual(head);
    const real = await service.run(source, { ...variables, dryRun: false });
    expect((await space.head()).recordedAt).not.toBe(head.recordedAt);
    return [dry, real];
  };

  it.each([
    ["names it", "Ana lives in Lisbon", "Ana lives in Lagos"],
    ["names it at its start", "Lisbon is Ana's city", "Lagos is Ana's city"],
    ["names it in other letters", "Ana lives in LISBON", "Ana lives in LISBON"],
    ["names it within a word", "Ana is in Lisbonne", "Ana is in Lisbonne"],
    ["names it twice", "Lisbon, Ana says Lisbon", "Lisbon, Ana says Lisbon"],
    ["does not name it", "Ana lives by the Tejo", "Ana lives by the Tejo"],
  ])("of a value alone reword a text that %s once, as a word", async (_case, text, corrected) => {
    const { fact } = await service.say("Ana", text, { slot: "residence", value: "Lisbon" });
    const source = `mutation ($id: ID!, ${DRAFT}) { correctFact(input: { fact: $id, value: "Lagos", dryRun: $dryRun }) { fact { text value } decision { factText } } }`;
    const [, { correctFact }] = await dryAndReal(source, { id: fact });
    expect(correctFact).toEqual({
      fact: { text: corrected, value: "Lagos" },
      decision: { factText: corrected },
    });
    const recalled = await service.run('{ recall(question: "Where does Ana live?") { text } }', {});
    expect(recalled.recall.text.includes("Lisbon")).toBe(corrected.includes("Lisbon"));
  });

  it("show in a dry run their effects, and every fact and relationship whose interval changes", async () => {
    const { fact } = await livesInLisbon();
    const [dry, real] = await dryAndReal(CORRECT, { id: fact });
    expect(dry).toEqual(real);
    expect(real.correctFact).toEqual({
      fact: {
        text: "Ana lives in Lagos",
        versions: [{ text: "Ana lives in Lisbon" }, { text: "Ana lives in Lagos" }],
      },
      decision: { action: "UPDATE", reason: "Corrected by the caller." },
      facts: [{ text: "Ana lives in Lagos", validFrom: "2020-01-01T00:00:00.000Z" }],
      // The edge to Lisbon is gone, one to Lagos is new.
      relationships: [
        { type: "lives_in", validFrom: "2026-07-01T00:00:00.000Z" },
        { type: "lives_in", validFrom: "2020-01-01T00:00:00.000Z" },
      ],
    });
    const [dryEnd, end] = await dryAndReal(RETRACT, { id: fact });
    expect(dryEnd).toEqual(end);
    expect(end.retractFact).toEqual({
      fact: { validTo: "2026-07-10T00:00:00.000Z", supersedeReason: "RETRACTED" },
      decision: { action: "DELETE", reason: "Moved away" },
      facts: [{ text: "Ana lives in Lagos", validTo: "2026-07-10T00:00:00.000Z" }],
      relationships: [{ type: "lives_in", validTo: "2026-07-10T00:00:00.000Z" }],
    });
  });
  it("list the corrected fact alone if only its words change", async () => {
    const { fact } = await livesInLisbon();
    const { correctFact } = await service.run(
      'mutation ($id: ID!) { correctFact(input: { fact: $id, text: "Ana lives in Lisboa" }) { fact { text } facts { text } relationships { type } } }',
      { id: fact },
    );
    expect(correctFact).toEqual({
      fact: { text: "Ana lives in Lisboa" },
      facts: [{ text: "Ana lives in Lisboa" }],
      relationships: [],
    });
  });
  it("list what a reverted decision had added", async () => {
    const { decisions } = await livesInLisbon();
    const [dry, real] = await dryAndReal(REVERT, { id: decisions[0].id });
    for (const { revertDecision } of [dry, real])
      expect(revertDecision).toEqual({
        decision: { id: decisions[0].id, revertedAt: expect.any(String) },
        facts: [{ text: "Ana lives in Lisbon", expiredAt: expect.any(String) }],
        relationships: [{ type: "lives_in" }],
      });
  });
  describe("of entities", () => {
    const year = (n: number) => `${n}-01-01T00:00:00.000Z`;
    const livesIn = (who: string, where: string, validFrom: string) =>
      service.say(who, `${who} lives in ${where}`, {
        slot: "residence",
        value: where,
        validFrom,
        relationship: { type: "lives_in", target: { name: where, type: "place" } },
      });
    const knows = (who: string, whom: string) =>
      service.say(who, `${who} knows ${whom}`, {
        validFrom: year(2021),
        relationship: { type: "knows", target: { name: whom, type: "person" } },
      });
    /** Nina moved to Porto later than Ana to Lisbon, was in Oslo once, and knows Ana; Bob knows Nina. */
    const anaAndNina = async () => {
      await livesIn("Ana", "Lisbon", year(2020));
      await livesIn("Nina", "Oslo", year(2018));
      await livesIn("Nina", "Porto", year(2022));
      await knows("Nina", "Ana");
      await knows("Bob", "Nina");
    };
    const passing = (who: string) => ({
      facts: {
        totalCount: 3,
        nodes: [
          { text: "Nina lives in Oslo", validFrom: year(2018), validTo: year(2022) },
          { text: "Nina lives in Porto", validFrom: year(2022), validTo: null },
          { text: "Nina knows Ana", validFrom: year(2021), validTo: null },
        ].map((fact) => ({ ...fact, entity: { name: who } })),
      },
      relationships: {
        totalCount: 3,
        nodes: [
          { type: "lives_in", source: { name: who }, target: { name: "Porto" } },
          { type: "knows", source: { name: who }, target: { name: "Ana" } },
          { type: "knows", source: { name: "Bob" }, target: { name: who } },
        ],
      },
    });

    it("show in a dry run which lines a merge settles again, and which data moves to the other entity", async () => {
      await anaAndNina();
      const [dry, real] = await dryAndReal(MERGE_EFFECTS, { from: "Nina", into: "Ana" });
      expect({ ...dry.mergeEntities, decision: null }).toEqual({
        ...real.mergeEntities,
        decision: null,
      });
      const { facts, relationships, handover } = dry.mergeEntities;
      const ana = { name: "Ana" };
      expect(facts).toHaveLength(2);
      expect(facts).toEqual(
        expect.arrayContaining([
          { text: "Nina lives in Oslo", validFrom: year(2018), validTo: year(2020), entity: ana },
          { text: "Ana lives in Lisbon", validFrom: year(2020), validTo: year(2022), entity: ana },
        ]),
      );
      expect(relationships).toContainEqual({
        type: "lives_in",
        validTo: year(2022),
        source: ana,
        target: { name: "Lisbon" },
      });
      expect(handover).toEqual(passing("Ana"));
    });

    it("show the data that a split, or undoing a merge, returns", async () => {
      await anaAndNina();
      const { mergeEntities } = await service.run(MERGE_EFFECTS, {
        from: "Nina",
        into: "Ana",
        dryRun: false,
      });
      const lines = [
        { text: "Nina lives in Oslo", validFrom: year(2018), validTo: year(2022), entity: "Nina" },
        { text: "Ana lives in Lisbon", validFrom: year(2020), validTo: null, entity: "Ana" },
      ].map(({ entity, ...fact }) => ({ ...fact, entity: { name: entity } }));
      const undone = await service.run(REVERT_EFFECTS, { id: mergeEntities.decision.id });
      const [dry, real] = await dryAndReal(SPLIT_EFFECTS, { entity: "Ana" });
      expect(dry).toEqual(real);
      for (const { facts, handover } of [undone.revertDecision, dry.splitEntity]) {
        expect(facts).toHaveLength(2);
        expect(facts).toEqual(expect.arrayContaining(lines));
        // As it read while they were one.
        expect(handover.facts.nodes[0]).toMatchObject({
          text: "Nina lives in Oslo",
          validTo: year(2020),
          entity: { name: "Nina" },
        });
        expect(handover.facts.totalCount).toBe(3);
        expect(handover.relationships).toEqual(passing("Nina").relationships);
      }
    });

    it("move nothing if no entities are merged or split, and page the data that moves", async () => {
      const { decisions } = await livesInLisbon();
      const { revertDecision } = await service.run(REVERT_EFFECTS, { id: decisions[0].id });
      expect(revertDecision.handover).toBeNull();
      await service.say("Nina", "Nina dances");
      await service.say("Nina", "Nina sings");
      const page = async (after: string | null) => {
        const { mergeEntities } = await service.run(
          `mutation ($after: String) { mergeEntities(input: { from: "Nina", into: "Ana", dryRun: true }) { facts { text } relationships { type }
            handover { relationships { totalCount } facts(first: 1, after: $after) { totalCount nodes { text } pageInfo { endCursor hasNextPage } } } } }`,
          { after },
        );
        return mergeEntities;
      };
      const first = await page(null);
      expect(first.facts).toEqual([]);
      expect(first.relationships).toEqual([]);
      expect(first.handover.relationships.totalCount).toBe(0);
      expect(first.handover.facts.totalCount).toBe(2);
      expect(first.handover.facts.nodes).toEqual([{ text: "Nina dances" }]);
      const { handover } = await page(first.handover.facts.pageInfo.endCursor);
      expect(handover.facts.nodes).toEqual([{ text: "Nina sings" }]);
      expect(handover.facts.pageInfo.hasNextPage).toBe(false);
      expect((await service.attempt(MERGE_EFFECTS, { from: "Ana", into: "Ana" })).codes).toEqual([
        "SAME_ENTITY",
      ]);
    });
  });
  it("take an entity by id, by key or by name", async () => {
    await service.say("Ana", "Ana sings");
    await service.say("Nina", "Nina dances");
    const [dry, real] = await dryAndReal(MERGE, { from: "nina", into: "person:ana" });
    expect(dry).toEqual(real);
    expect(real.mergeEntities).toEqual({
      entity: { name: "Ana", aliases: ["Nina"] },
      decision: { reason: "One person" },
    });
    const [drySplit, split] = await dryAndReal(SPLIT, { entity: "Nina" });
    expect(drySplit).toEqual(split);
    expect(split.splitEntity).toEqual({
      entity: { name: "Nina" },
      decision: { reason: "Split by the caller." },
    });
    expect((await service.attempt(MERGE, { from: "Zoe", into: "Ana" })).codes).toEqual([
      "NOT_FOUND",
    ]);
    const { changes } = await service.run(
      '{ changes(from: "2000-01-01T00:00:00Z", entity: "person:nina") { nodes { kind } } none: changes(from: "2000-01-01T00:00:00Z", entity: "Zoe") { totalCount } }',
    );
    expect(changes.nodes.map(({ kind }: { kind: string }) => kind)).toContain("ENTITY_SPLIT");
  });
  it("are changes that `node` fetches by id, the same at any time", async () => {
    await livesInLisbon();
    const CHANGE =
      "id at kind before { id } after { id ... on Fact { text } ... on Relationship { type } }";
    const { changes } = await service.run(
      `{ changes(from: "2000-01-01T00:00:00Z") { nodes { ${CHANGE} } } }`,
    );
    await service.say("Ana", "Ana lives in Porto", { slot: "residence", value: "Porto" });
    expect(new Set(changes.nodes.map(({ id }: { id: string }) => id)).size).toBe(
      changes.nodes.length,
    );
    for (const change of changes.nodes)
      expect(
        (
          await service.run(
            `query ($id: ID!) { node(id: $id) { ... on Change { ${CHANGE} } } }`,
            change,
          )
        ).node,
      ).toEqual(change);
    const nothing = Buffer.from("Change:1-0").toString("base64url");
    expect(
      (await service.run("query ($id: ID!) { node(id: $id) { id } }", { id: nothing })).node,
    ).toBeNull();
  });
});
