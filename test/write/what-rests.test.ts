import { describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import { assertFact } from "../../src/write/operations/assert-fact.ts";
import { correctFact } from "../../src/write/operations/correct-fact.ts";
import { mergeEntities } from "../../src/write/operations/merge-entities.ts";
import { retractFact } from "../../src/write/operations/retract-fact.ts";
import { revertDecision } from "../../src/write/operations/revert-decision.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { remembering } from "./remembering.ts";

/** The first day of a month of 2024. */
const month = (n: number): Instant =>
  `2024-${String(n).padStart(2, "0")}-01T00:00:00.000Z` as Instant;

/** An asserted fact. `from` and `to` are months, and `said` is the month in which it is said. */
interface Said {
  readonly slot: string | null;
  readonly value: string;
  readonly said: number;
  readonly from?: number;
  readonly to?: number;
  readonly of?: string;
}

const inOrders = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, i) =>
        inOrders(items.toSpliced(i, 1)).map((others) => [item, ...others]),
      );

describe.each(stores)("a fact that depends on another on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const setUp = async () => {
    const { space, services } = await remembering(await freshSpace());
    const say = async ({ slot, value, said, from, to, of = "Ana" }: Said) => {
      const report = await assertFact(services, space, {
        entity: { name: of, type: "person" },
        text: `${of} ${slot ?? ""} ${value}`,
        slot,
        value,
        confidence: 1,
        importanceCategory: "SPECIFIC_EVENT",
        occurredAt: month(said),
        ...(from !== undefined && { validFrom: month(from) }),
        ...(to !== undefined && { validTo: month(to) }),
        ...(slot === "team" && {
          relationship: { type: "member_of_team", target: { name: value, type: "organization" } },
        }),
      });
      return { ...report, fact: report.addedFacts[0]?.fact ?? "" };
    };
    /** The values of a slot, with the months in which they begin and end. */
    const shown = async (slot: string | null, of?: string) => {
      const knownAt = (await space.head()).recordedAt!;
      const { items } = await space.factsDuring({
        ...(slot !== null && { slot }),
        ...(of !== undefined && { entities: [of] }),
        during: {},
        knownAt,
        page: { first: 50 },
      });
      const date = (at: Instant): string => (at.startsWith("9999") ? "" : String(+at.slice(5, 7)));
      return items
        .filter(({ item }) => item.slot === slot)
        .map(
          ({ item: { value, validFrom, validTo } }) =>
            `${value} ${date(validFrom)}-${date(validTo)}`,
        )
        .toSorted();
    };
    const leave = (fact: string, at: number) =>
      retractFact(services, space, { fact, validTo: month(at) });
    return { space, services, say, shown, leave };
  };

  const ACME: Said = { slot: "employer", value: "Acme", said: 2, from: 1 };
  const ROLE: Said = { slot: "role", value: "manager", said: 3 };
  const TEAM: Said = { slot: "team", value: "Billing", said: 4 };

  it("ends with it: role, team and edge with the employment, in any order", async () => {
    const BOLT: Said = { slot: "employer", value: "Bolt", said: 6, from: 6 };
    for (const order of inOrders([ACME, ROLE, TEAM, BOLT]).filter((_, i) => i % 5 === 0)) {
      const { say, shown, space } = await setUp();
      for (const said of order) await say(said);
      expect(await shown("role")).toEqual(["manager 3-6"]);
      expect(await shown("team")).toEqual(["Billing 4-6"]);
      const edges = async (validAt: Instant) =>
        space.graphRelationships({
          at: { knownAt: (await space.head()).recordedAt!, validAt },
          limit: 9,
        });
      expect(await edges(month(5))).toHaveLength(1);
      expect(await edges(month(7))).toEqual([]);
    }
  });
  it("ends at once if the employment is retracted, and shows again if that is reverted", async () => {
    const { say, shown, leave, services, space } = await setUp();
    const { fact } = await say(ACME);
    await say(ROLE);
    const { decision } = await leave(fact, 8);
    expect(await shown("role")).toEqual(["manager 3-8"]);
    await revertDecision(services, space, { decision: decision.id });
    expect(await shown("role")).toEqual(["manager 3-"]);
  });
  it("follows a correction of it", async () => {
    const { say, shown, leave, services, space } = await setUp();
    const { fact } = await say(ACME);
    await say(ROLE);
    await leave(fact, 8);
    await correctFact(services, space, { fact, validTo: month(10) });
    expect(await shown("role")).toEqual(["manager 3-10"]);
    await correctFact(services, space, { fact, validTo: null });
    expect(await shown("role")).toEqual(["manager 3-"]);
    await correctFact(services, space, { fact, validTo: month(5) });
    await correctFact(services, space, { fact, never: true });
    expect(await shown("role")).toEqual(["manager 3-"]);
  });
  it("depends on the next one, if nobody said when that began", async () => {
    const { say, shown, leave } = await setUp();
    await say(ROLE);
    const { fact } = await say({ slot: "employer", value: "Acme", said: 4 });
    await leave(fact, 6);
    expect(await shown("role")).toEqual(["manager 3-6"]);
  });
  it("is stated again for the next one", async () => {
    const { say, shown } = await setUp();
    await say(ACME);
    await say(ROLE);
    await say({ slot: "employer", value: "Bolt", said: 6, from: 6 });
    await say({ slot: "role", value: "manager", said: 7 });
    expect(await shown("role")).toEqual(["manager 3-6", "manager 7-"]);
  });
  it("stays if it depends on nothing, on what began after it, or on another's", async () => {
    const { say, shown, leave } = await setUp();
    await say(ROLE);
    const later = await say({ slot: "employer", value: "Acme", said: 5, from: 5 });
    const school = await say({ slot: "school", value: "MIT", said: 2 });
    const anothers = await say({ slot: "employer", value: "Bolt", said: 2, of: "Ben" });
    for (const { fact } of [later, school, anothers]) await leave(fact, 8);
    expect(await shown("role")).toEqual(["manager 3-"]);
  });
  it("stays if its own end is stated, and so does a fact that depends on nothing", async () => {
    const { say, shown, leave } = await setUp();
    const { fact } = await say(ACME);
    await say({ slot: "role", value: "manager", said: 3, from: 3, to: 9 });
    await say({ slot: "residence", value: "Rome", said: 3 });
    await say({ slot: null, value: "likes tea", said: 3 });
    await leave(fact, 6);
    expect(await shown("role")).toEqual(["manager 3-9"]);
    expect(await shown("residence")).toEqual(["Rome 3-"]);
    expect(await shown(null)).toEqual(["likes tea 3-"]);
  });
  it("depends on what a merged entity has", async () => {
    const { say, shown, services, space } = await setUp();
    const ana = await say(ROLE);
    const anna = await say({
      slot: "employer",
      value: "Acme",
      said: 2,
      from: 1,
      to: 7,
      of: "Anna",
    });
    expect(await shown("role")).toEqual(["manager 3-"]);
    await mergeEntities(services, space, {
      from: anna.entities[0]!.entity,
      into: ana.entities[0]!.entity,
    });
    expect(await shown("role")).toEqual(["manager 3-7"]);
  });

  describe("a death", () => {
    const DEATH: Said = { slot: "death", value: "1 June 2024", said: 6, from: 6 };
    const HOME: Said = { slot: "residence", value: "Rome", said: 2 };
    const PET: Said = { slot: "pet", value: "Rex", said: 3, to: 9 };
    const TREE: Said = { slot: "favourite_tree", value: "oak", said: 3 };

    it("ends the states of the dead, and nothing else, in any order", async () => {
      for (const order of inOrders([ACME, ROLE, DEATH, HOME, PET, TREE]).filter(
        (_, i) => i % 90 === 0,
      )) {
        const { say, shown } = await setUp();
        for (const said of order) await say(said);
        await say({ slot: "birthplace", value: "Oslo", said: 2 });
        await say({ slot: "residence", value: "Lima", said: 2, of: "Ben" });
        expect(await shown("residence")).toEqual(["Lima 2-", "Rome 2-6"]);
        expect(await shown("role")).toEqual(["manager 3-6"]);
        expect(await shown("employer")).toEqual(["Acme 1-6"]);
        expect(await shown("pet")).toEqual(["Rex 3-6"]);
        expect(await shown("favourite_tree")).toEqual(["oak 3-6"]);
        expect(await shown("birthplace")).toEqual(["Oslo 2-"]);
        expect(await shown("death")).toEqual(["1 June 2024 6-"]);
      }
    });
    it("that never was ends nothing", async () => {
      const { say, shown, services, space } = await setUp();
      await say(HOME);
      const { fact } = await say(DEATH);
      await correctFact(services, space, { fact, never: true });
      expect(await shown("residence")).toEqual(["Rome 2-"]);
    });
    it("that is corrected moves the end", async () => {
      const { say, shown, services, space } = await setUp();
      await say(HOME);
      const { fact } = await say(DEATH);
      await correctFact(services, space, { fact, validFrom: month(5) });
      expect(await shown("residence")).toEqual(["Rome 2-5"]);
    });
    it("keeps facts that start after it, and facts that ended before", async () => {
      const { say, shown } = await setUp();
      await say({ slot: "residence", value: "Rome", said: 2, from: 1, to: 3 });
      await say(DEATH);
      await say({ slot: "status", value: "buried in Rome", said: 7 });
      expect(await shown("residence")).toEqual(["Rome 1-3"]);
      expect(await shown("status")).toEqual(["buried in Rome 7-"]);
    });
  });
});

describe.each(stores)("a person of whom one has only one, on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const shown = async (...messages: readonly string[]): Promise<string> => {
    const { tell, facts } = await remembering(await freshSpace());
    for (const message of messages) await tell(message);
    return (await facts()).join("\n");
  };

  it.each([
    ["My daughter's teacher is Mrs Okafor.", "My daughter's new teacher is Mr Lane.", "Okafor"],
    ["My babysitter is Polly.", "My new babysitter is Grace.", "Polly"],
  ])("is replaced by the next: %s – %s", async (before, after, name) =>
    expect(await shown(before, after)).not.toContain(name),
  );

  it.each([
    ["My daughter's teacher is Mrs Okafor.", "My son's new teacher is Mr Lane.", "Okafor"],
    ["My friend is Polly.", "My new friend is Grace.", "Polly"],
  ])("stays beside another: %s – %s", async (before, after, name) =>
    expect(await shown(before, after)).toContain(name),
  );
});
