import { beforeEach, describe, expect, it } from "vitest";
import { stores } from "../contract/stores.ts";
import { extracted } from "../fakes/scripted-models.ts";
import { memoryService } from "./memory-service.ts";
import { freshSpaces } from "../contract/open-store.ts";

const CHANGES = `query ($of: ID) { changes(from: "2000-01-01T00:00:00Z", first: 50, entity: $of) {
  nodes { kind decision { action reason event { message } } event { message } } } }`;
const VERSIONS = `query ($name: String!) { entity(name: $name) { versions { name profile importance decision { reason } event { message } } } }`;
const ASSERT = `mutation ($input: AssertFactInput!) { assertFact(input: $input) { factsAdded { text } factsUpdated { text } decisions { action } event { id } } }`;

const year = (n: number) => `${n}-01-01T00:00:00.000Z`;
const lives = (value: string, more: object = {}) => ({
  entity: { name: "Ana", type: "person" },
  text: `Ana lives in ${value}`,
  slot: "residence",
  value,
  ...more,
});

describe.each(stores)("the report of a write on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let service: ReturnType<typeof memoryService>;
  const says = {
    "Ben was here.": {
      entities: [{ name: "Ben", type: "person", aliases: [] }],
    },
    "Ben sings.": {
      entities: [{ name: "Ben", type: "person", aliases: ["Benny"] }],
      facts: [extracted({ subject: "Ben", text: "Ben sings" })],
    },
  };
  beforeEach(async () => void (service = memoryService(await freshSpace(), { says })));

  const changes = async () => {
    const { nodes } = (await service.run(CHANGES)).changes;
    return nodes as {
      kind: string;
      decision: { action: string; reason: string; event: { message: string } } | null;
      event: { message: string } | null;
    }[];
  };
  const assert = async (input: object) => (await service.run(ASSERT, { input })).assertFact;

  it.each([
    ["where nothing is known", []],
    ["before what is known", [lives("Oslo", { validFrom: year(2020) })]],
    ["over what goes on after it", [lives("Oslo", { validFrom: year(2005) })]],
    ["over the start of what is known", [lives("Oslo", { validFrom: year(2012) })]],
  ])("lists a closed interval of the past as added, %s", async (_, before) => {
    for (const one of before) await assert(one);
    const known = (await changes()).length;
    const past = lives("Rome", { validFrom: year(2010), validTo: year(2015) });
    const { factsAdded, factsUpdated, decisions } = await assert(past);
    expect([factsAdded, factsUpdated]).toEqual([[{ text: "Ana lives in Rome" }], []]);
    expect(decisions.map(({ action }: { action: string }) => action)).toEqual(["ADD"]);
    const fresh = (await changes()).slice(known);
    expect(fresh.filter(({ kind }) => kind === "FACT_ADDED").length).toBeGreaterThan(0);
    expect(new Set(fresh.flatMap(({ decision }) => decision?.action ?? []))).toEqual(
      new Set(["ADD"]),
    );
  });
  it("lists a value that replaces another as updated", async () => {
    await assert(lives("Oslo", { validFrom: year(2005) }));
    const { factsUpdated, decisions } = await assert(lives("Rome", { validFrom: year(2010) }));
    expect(factsUpdated).toEqual([{ text: "Ana lives in Rome" }]);
    expect(decisions.map(({ action }: { action: string }) => action)).toEqual(["UPDATE"]);
    expect((await changes()).at(-1)).toMatchObject({
      kind: "FACT_UPDATED",
      decision: { action: "UPDATE" },
    });
  });
  it("has a decision and an event for every change of an entity", async () => {
    await service.run('mutation { write(input: { message: "Ben was here." }) { success } }');
    await service.run('mutation { write(input: { message: "Ben sings." }) { success } }');
    await assert(lives("Rome"));
    const all = await changes();
    const ofEntities = all.filter(({ kind }) => kind.startsWith("ENTIT"));
    expect(ofEntities.length).toBeGreaterThan(2);
    for (const { decision, event } of ofEntities) {
      expect(decision?.event.message).toBe(event?.message);
      expect(event?.message).toMatch(/Ben|Ana/u);
    }
    const { versions } = (await service.run(VERSIONS, { name: "Ben" })).entity;
    expect(versions.map(({ event }: { event: { message: string } }) => event.message)).toEqual([
      "Ben was here.",
      "Ben sings.",
    ]);
    expect(versions[0].decision.reason).toBe("The entity is new.");
  });
  it("lists only decisions about facts for a message whose facts explain its entities", async () => {
    const { write } = await service.run(
      'mutation { write(input: { message: "Ben sings." }) { decisions { action } } }',
    );
    expect(write.decisions.length).toBeLessThanOrEqual(2);
  });
});

describe.each(stores)("the value of a slot on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);
  let service: ReturnType<typeof memoryService>;
  beforeEach(async () => void (service = memoryService(await freshSpace())));

  it.each(["beautiful", "the same as before", "in two weeks", "it"])(
    "is refused if it cannot be one: %s",
    async (value) => {
      const { codes } = await service.attempt(ASSERT, { input: lives(value) });
      expect(codes).toEqual(["INVALID_VALUE"]);
      const { fact } = await service.say("Ana", "Ana lives in Rome", lives("Rome"));
      const correct = await service.attempt(
        "mutation ($f: ID!, $v: String!) { correctFact(input: { fact: $f, value: $v }) { fact { id } } }",
        { f: fact, v: value },
      );
      expect(correct.codes).toEqual(["INVALID_VALUE"]);
    },
  );
  it.each(["Rome", "são paulo", "Kwxyz", "a village near Kyiv"])("may be %s", async (value) => {
    const { codes } = await service.attempt(ASSERT, { input: lives(value) });
    expect(codes).toEqual([]);
  });
  it("is any text in a slot that the vocabulary does not have, or without a slot", async () => {
    for (const slot of ["mood_of_the_day", null]) {
      const { codes } = await service.attempt(ASSERT, { input: lives("beautiful", { slot }) });
      expect(codes).toEqual([]);
    }
  });
});
