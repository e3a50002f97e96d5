import { describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import type { ExtractedFact, Extraction } from "../../src/models/port.ts";
import { assertFact } from "../../src/write/operations/assert-fact.ts";
import { correctFact } from "../../src/write/operations/correct-fact.ts";
import { mergeEntities } from "../../src/write/operations/merge-entities.ts";
import { retractFact } from "../../src/write/operations/retract-fact.ts";
import { revertDecision } from "../../src/write/operations/revert-decision.ts";
import { splitEntity } from "../../src/write/operations/split-entity.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { embedder, stores } from "../contract/stores.ts";
import { extracted, scriptedModels } from "../fakes/scripted-models.ts";
import { exported, imported } from "../portable/carry.ts";
import { remembering } from "./remembering.ts";

const instant = (date: string): Instant => `${date}T00:00:00.000Z` as Instant;
const DENIALS: Readonly<Record<string, Partial<ExtractedFact>>> = {
  "Rex is gone.": { slot: "dog", value: "Rex", polarity: "ENDED" },
  "No pets any more.": { slot: "pet", value: null, polarity: "ENDED" },
  "No dog any more.": { slot: "dog", value: null, polarity: "ENDED" },
  "Never had Rex.": { slot: "pet", value: "Rex", polarity: "NEVER" },
};
interface Has {
  readonly slot?: string;
  readonly of?: string;
  readonly validFrom?: Instant;
}
const says = Object.fromEntries(
  Object.entries(DENIALS).map(([message, denial]): [string, Partial<Extraction>] => [
    message,
    {
      entities: [{ name: "Ana", type: "person", aliases: [] }],
      facts: [extracted({ subject: "Ana", text: `Ana: ${message}`, action: "DELETE", ...denial })],
    },
  ]),
);

describe.each(stores)("a slot with several values on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const setUp = async () => {
    const { space, services } = await remembering(await freshSpace(), {}, scriptedModels({ says }));
    const has = async (
      name: string,
      date: string,
      { slot = "pet", of = "Ana", ...more }: Has = {},
    ) => {
      const report = await assertFact(services, space, {
        entity: { name: of, type: "person" },
        text: `${of} has ${name}`,
        slot,
        value: name,
        confidence: 1,
        importanceCategory: "SPECIFIC_EVENT",
        occurredAt: instant(date),
        ...more,
      });
      const [fact] = report.addedFacts;
      return { ...report, fact: fact?.fact ?? "" };
    };
    const tell = (date: string, message: string) =>
      write(services, space, { message, occurredAt: instant(date) });
    const on = async (date: string, at = space) => {
      const knownAt = (await at.head()).recordedAt!;
      const [page] = await at.facts([
        { slot: "pet", at: { knownAt, validAt: instant(date) }, page: { first: 10 } },
      ]);
      return page!.items.map(({ item }) => item.value).toSorted();
    };
    return { space, services, has, tell, on };
  };

  it("keeps both of two pets, under any name of the slot", async () => {
    const { has, on } = await setUp();
    const rex = await has("Rex", "2024-01-01", { slot: "dog" });
    const tom = await has("Tom", "2024-02-01", { slot: "cat" });
    const ida = await has("Ida", "2024-03-01");
    expect([rex, tom, ida].map(({ decisions }) => decisions.map(({ action }) => action))).toEqual([
      ["ADD"],
      ["ADD"],
      ["ADD"],
    ]);
    expect(await on("2024-04-01")).toEqual(["Ida", "Rex", "Tom"]);
    expect(await on("2024-01-15")).toEqual(["Rex"]);
  });
  it("counts a repetition as the same fact", async () => {
    const { has, on, space } = await setUp();
    await has("Rex", "2024-02-01");
    await has("Tom", "2024-03-01");
    const again = await has("rex", "2024-04-01", { validFrom: instant("2024-01-01") });
    expect(again.decisions.map(({ action }) => action)).toEqual(["NOOP"]);
    expect(await on("2024-01-15")).toEqual(["rex"]);
    expect(await on("2024-05-01")).toHaveLength(2);
    expect(await space.slots([again.entities[0]!.entity])).toEqual(["pet"]);
  });
  it("ends the value that a denial names, and no other", async () => {
    const { has, tell, on } = await setUp();
    await has("Rex", "2024-01-01");
    await has("Tom", "2024-02-01");
    await tell("2024-05-01", "Rex is gone.");
    expect(await on("2024-06-01")).toEqual(["Tom"]);
    expect(await on("2024-04-01")).toEqual(["Rex", "Tom"]);
    // A denial also applies to later statements about the time before it.
    await has("Rex", "2024-03-01");
    expect(await on("2024-06-01")).toEqual(["Tom"]);
    await has("Rex", "2024-07-01");
    expect(await on("2024-08-01")).toEqual(["Rex", "Tom"]);
  });
  it("ends all values if a denial names none, in any order of arrival", async () => {
    const { has, tell, on } = await setUp();
    await has("Rex", "2024-01-01");
    await tell("2024-05-01", "No pets any more.");
    await has("Tom", "2024-02-01");
    await has("Ida", "2024-06-01");
    expect(await on("2024-04-01")).toEqual(["Rex", "Tom"]);
    expect(await on("2024-05-15")).toEqual([]);
    expect(await on("2024-07-01")).toEqual(["Ida"]);
  });
  it("keeps values without the narrower name of a denial that names no value", async () => {
    const { has, tell, on } = await setUp();
    await has("Tom", "2024-02-01", { slot: "cat" });
    await tell("2024-05-01", "No dog any more.");
    expect(await on("2024-06-01")).toEqual(["Tom"]);
  });
  it("removes a value that never was", async () => {
    const { has, tell, on } = await setUp();
    await has("Rex", "2024-01-01");
    await has("Tom", "2024-02-01");
    await tell("2024-05-01", "Never had Rex.");
    expect(await on("2024-03-01")).toEqual(["Tom"]);
  });
  it("is corrected value by value", async () => {
    const { has, on, space, services } = await setUp();
    const rex = await has("Rex", "2024-01-01");
    await has("Tom", "2024-02-01");
    await correctFact(services, space, { fact: rex.fact, value: "Max" });
    expect(await on("2024-03-01")).toEqual(["Max", "Tom"]);
    const { decision } = await correctFact(services, space, { fact: rex.fact, value: "Tom" });
    expect(await on("2024-03-01")).toEqual(["Tom"]);
    await revertDecision(services, space, { decision: decision.id });
    expect(await on("2024-03-01")).toEqual(["Max", "Tom"]);
    await correctFact(services, space, { fact: rex.fact, never: true });
    expect(await on("2024-03-01")).toEqual(["Tom"]);
  });
  it("is retracted value by value, and restored", async () => {
    const { has, on, space, services } = await setUp();
    const rex = await has("Rex", "2024-01-01");
    await has("Tom", "2024-02-01");
    const { decision } = await retractFact(services, space, {
      fact: rex.fact,
      validTo: instant("2024-03-01"),
    });
    expect(await on("2024-04-01")).toEqual(["Tom"]);
    await revertDecision(services, space, { decision: decision.id });
    expect(await on("2024-04-01")).toEqual(["Rex", "Tom"]);
  });
  it("joins equal values of merged entities, and separates them again", async () => {
    const { has, on, space, services } = await setUp();
    const ana = (await has("Rex", "2024-01-01")).entities[0]!;
    await has("Tom", "2024-01-01");
    const anna = (await has("Rex", "2024-02-01", { of: "Anna Lima" })).entities[0]!;
    await has("Ida", "2024-02-01", { of: "Anna Lima" });
    expect(await on("2024-03-01")).toEqual(["Ida", "Rex", "Rex", "Tom"]);
    const refs = { from: { id: anna.entity }, into: { id: ana.entity } };
    await mergeEntities(services, space, {
      from: refs.from.id,
      into: refs.into.id,
    });
    expect(await on("2024-03-01")).toEqual(["Ida", "Rex", "Tom"]);
    await splitEntity(services, space, { entity: ana.entity, mergedKey: anna.key });
    expect(await on("2024-03-01")).toEqual(["Ida", "Rex", "Rex", "Tom"]);
  });
  it("does not change through an export and an import", async () => {
    const { has, tell, on, space } = await setUp();
    await has("Rex", "2024-01-01");
    await has("Tom", "2024-02-01");
    await tell("2024-05-01", "Rex is gone.");
    const copy = await freshSpace();
    await imported(embedder, copy, await exported(embedder, space));
    for (const date of ["2024-01-15", "2024-03-01", "2024-06-01"])
      expect(await on(date, copy)).toEqual(await on(date));
  });
});
