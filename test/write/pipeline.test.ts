import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import { foldName } from "../../src/language/names.ts";
import { BEGINNING, instantOf, OPEN, type Instant } from "../../src/memory/time.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import { assertFact } from "../../src/write/operations/assert-fact.ts";
import { mergeEntities } from "../../src/write/operations/merge-entities.ts";
import { PendingEvents } from "../../src/write/events/pending-events.ts";
import { revertDecision } from "../../src/write/operations/revert-decision.ts";
import type { WriteRequest } from "../../src/write/requests.ts";
import type { WriteServices } from "../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { extracted, scriptedModels, type Script } from "../fakes/scripted-models.ts";

const at = (text: string): Instant => `${text}T00:00:00.000Z` as Instant;
const city = (value: string, action: "NEW" | "UPDATE" = "NEW") => ({
  facts: [
    extracted({ subject: "user", text: `user's city is ${value}`, slot: "city", value, action }),
  ],
});

const says: Script["says"] = {
  "My city is Mumbai.": city("Mumbai"),
  "My city has changed to Pune.": city("Pune", "UPDATE"),
  "Clara works at Vertix": {
    entities: [
      { name: "Clara Rezende", type: "person", aliases: ["Clara"] },
      { name: "Vertix", type: "organization", aliases: [] },
    ],
    facts: [
      extracted({
        subject: "Clara",
        text: "Clara Rezende works at Vertix",
        slot: "employer",
        value: "Vertix",
      }),
    ],
    relations: [{ source: "Clara", type: "works_at", target: "Vertix" }],
  },
  "Clara left Vertix for Orion Tech": {
    entities: [
      { name: "Clara Rezende", type: "person", aliases: [] },
      { name: "Orion Tech", type: "organization", aliases: [] },
    ],
    facts: [
      extracted({
        subject: "Clara Rezende",
        text: "Clara Rezende joined Orion Tech",
        slot: "employer",
        value: "Orion Tech",
      }),
    ],
    relations: [
      { source: "Clara Rezende", type: "works_at", target: "Orion Tech" },
      { source: "Clara Rezende", type: "clara", target: "Clara Rezende" },
    ],
  },
  "I no longer live in Mumbai": {
    facts: [
      extracted({
        subject: "user",
        text: "user no longer lives in Mumbai",
        action: "DELETE",
        slot: "city",
        value: "Mumbai",
      }),
    ],
  },
  "Visiting mom in Curitiba": {
    entities: [
      { name: "Rosa", type: "person", aliases: [] },
      { name: "Curitiba", type: "place", aliases: [] },
    ],
    relations: [{ source: "Rosa", type: "lives_in", target: "Curitiba" }],
  },
  "I worked at Acme until 2020": {
    facts: [
      extracted({
        subject: "user",
        text: "user worked at Acme until 2020",
        validTo: at("2020-01-01"),
      }),
    ],
  },
  "I'm John Doe": {
    entities: [{ name: "John Doe", type: "person", aliases: [] }],
    facts: [extracted({ subject: "John Doe", text: "John Doe is the user" })],
    selfName: "John Doe",
  },
  "Clara met Vera and Bruno in Porto": {
    entities: [
      { name: "Clara", type: "person", aliases: [] },
      { name: "Vera", type: "person", aliases: [] },
      { name: "Bruno", type: "person", aliases: [] },
    ],
    facts: [extracted({ subject: "Clara", text: "Clara met Vera and Bruno in Porto" })],
  },
  "Again: Clara met Bruno": {
    entities: [
      { name: "Clara", type: "person", aliases: [] },
      { name: "Bruno", type: "person", aliases: [] },
    ],
    facts: [extracted({ subject: "Clara", text: "Clara met Vera and Bruno in Porto" })],
    relations: [{ source: "Clara", type: "friend_of", target: "Bruno" }],
  },
  "garbage in": new Error("nobody answers"),
  "likes jazz": {
    facts: [
      extracted({ subject: "user", text: "user likes jazz" }),
      extracted({ subject: "user", text: "user likes jazz." }),
    ],
  },
};

describe.each(stores)("the write pipeline on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const memory = async (script: Partial<Script> = {}) => {
    const space = await freshSpace();
    const models = scriptedModels({ says, ...script });
    let now = Date.UTC(2026, 0, 1);
    const pending: SpaceStore[] = [];
    const services: WriteServices = {
      models,
      newId: v7,
      now: () => (now += 1000),
      settings: DEFAULT_WRITE_SETTINGS,
      vocabulary: shippedVocabulary(),
      log: { warn: () => {} },
      onPending: (one) => pending.push(one),
    };
    const tell = (message: string, request: Partial<WriteRequest> = {}) =>
      write(services, space, { message, ...request });
    const facts = async (
      name: string,
      validAt: Instant = instantOf(Date.UTC(2027, 0, 1)),
      knownAt?: Instant,
    ) => {
      const K = knownAt ?? (await space.head()).recordedAt!;
      const [owners] = await space.entitiesByName([foldName(name)], K);
      const [page] = await space.facts([
        { entities: owners ?? [], at: { knownAt: K, validAt }, page: { first: 100 } },
      ]);
      return page!.items.map(({ item }) => item.text);
    };
    return { space, models, services, tell, facts, pending };
  };

  it("derives a relationship from a known fact that names others too", async () => {
    const { space, tell } = await memory();
    const first = await tell("Clara met Vera and Bruno in Porto");
    const again = await tell("Again: Clara met Bruno");
    expect(again.unchangedFacts).toHaveLength(1);
    const [made] = await space.relationshipsAsOf(
      again.relationships.map(({ relationship }) => ({ relationship, knownAt: again.at.knownAt })),
    );
    expect(made).toMatchObject({ type: "friend_of", evidence: first.addedFacts[0]!.fact });
  });

  it("ignores a blank message", async () => {
    const { tell, space, models } = await memory();
    expect(await tell(" \n ")).toMatchObject({
      event: null,
      error: null,
      addedFacts: [],
      decisions: [],
    });
    expect([(await space.head()).recordedAt, models.asked]).toEqual([null, {}]);
  });

  it("reports a blank message as of the last commit, which later commits do not change", async () => {
    const { tell } = await memory();
    expect((await tell(" ")).at.knownAt).toBe(BEGINNING);
    const { at } = await tell("My city is Mumbai.");
    expect((await tell(" ")).at.knownAt).toBe(at.knownAt);
  });

  it("replaces the value of a slot, and keeps the old one in the past", async () => {
    const { tell, facts } = await memory();
    const first = await tell("My city is Mumbai.");
    const second = await tell("My city has changed to Pune.");
    expect([
      first.addedFacts.map(({ value }) => value),
      second.updatedFacts.map(({ value }) => value),
      second.decisions.map(({ action }) => action),
    ]).toEqual([["Mumbai"], ["Pune"], ["UPDATE"]]);
    expect(await facts("user")).toEqual(["user's city is Pune"]);
    expect(await facts("user", first.at.validAt)).toEqual(["user's city is Mumbai"]);
    expect(await facts("user", OPEN_YEAR, first.at.knownAt)).toEqual(["user's city is Mumbai"]);
  });

  it("does not let a late message overrule what was said later", async () => {
    const { tell, facts } = await memory();
    await tell("My city has changed to Pune.", { occurredAt: at("2025-06-01") });
    const late = await tell("My city is Mumbai.", { occurredAt: at("2025-01-01") });
    expect(late.addedFacts).toMatchObject([
      {
        value: "Mumbai",
        validFrom: at("2025-01-01"),
        validTo: at("2025-06-01"),
        end: { reason: "BACKFILL" },
      },
    ]);
    expect([await facts("user"), await facts("user", at("2025-03-01"))]).toEqual([
      ["user's city is Pune"],
      ["user's city is Mumbai"],
    ]);
  });

  it("states a relationship again if its other end was merged", async () => {
    const { space, services } = await memory();
    const said = { confidence: 0.95, importanceCategory: "SPECIFIC_EVENT" } as const;
    const knows = (name: string) => ({
      ...said,
      entity: { name: "Bea", type: "person" },
      text: `Bea knows ${name}`,
      relationship: { type: "knows", target: { name, type: "person" } },
    });
    await assertFact(services, space, {
      ...said,
      entity: { name: "Ana", type: "person" },
      text: "Ana paints",
    });
    await assertFact(services, space, knows("Anouk"));
    const [ana, anouk] = await space.entitiesByKey(["person:ana", "person:anouk"]);
    await mergeEntities(services, space, { from: anouk!, into: ana! });
    expect(await assertFact(services, space, knows("Ana"))).toMatchObject({
      error: null,
      addedFacts: [{ text: "Bea knows Ana" }],
    });
  });

  it("does not present as true today what ended before it was said", async () => {
    const { tell, facts } = await memory();
    const told = await tell("I worked at Acme until 2020");
    expect(told.addedFacts).toMatchObject([
      { validFrom: BEGINNING, validFromKnown: false, validTo: at("2020-01-01") },
    ]);
    expect(await facts("user")).toEqual([]);
    expect(await facts("user", at("2019-06-01"))).toEqual(["user worked at Acme until 2020"]);
  });

  it("resumes what was confirmed since, after a late message", async () => {
    const { tell, facts } = await memory();
    await tell("My city is Mumbai.", { occurredAt: at("2025-01-01") });
    expect(
      (await tell("My city is Mumbai.", { occurredAt: at("2025-06-01") })).unchangedFacts,
    ).toMatchObject([{ value: "Mumbai" }]);
    await tell("My city has changed to Pune.", { occurredAt: at("2025-03-01") });
    const on = (...days: string[]) => Promise.all(days.map((day) => facts("user", at(day))));
    expect(await on("2025-02-01", "2025-04-01", "2025-07-01")).toEqual([
      ["user's city is Mumbai"],
      ["user's city is Pune"],
      ["user's city is Mumbai"],
    ]);
  });

  it("closes a relationship with its fact", async () => {
    const { tell, space } = await memory();
    const first = await tell("Clara works at Vertix");
    const second = await tell("Clara left Vertix for Orion Tech");
    expect(first.relationships).toMatchObject([{ type: "works_at", strength: 0.8, validTo: OPEN }]);
    const { relationship } = first.relationships[0]!;
    const [before, after] = await space.relationshipsAsOf(
      [first, second].map(({ at: { knownAt } }) => ({ relationship, knownAt })),
    );
    expect([before?.validTo, after?.validTo]).toEqual([OPEN, second.updatedFacts[0]!.validFrom]);
    expect(
      second.draftContents.relationships.map(({ type, validTo }) => [type, validTo]),
    ).toContainEqual(["works_at", OPEN]);
    expect(second.entities.map(({ key }) => key)).toEqual([
      "person:clara_rezende",
      "organization:orion_tech",
      // The message names it too: "left Vertix".
      "organization:vertix",
    ]);
  });

  it("strengthens a repeated relationship, and confirms the fact", async () => {
    const { tell } = await memory();
    await tell("Clara works at Vertix");
    const again = await tell("Clara works at Vertix");
    expect([
      again.unchangedFacts.length,
      again.relationships.map(({ strength, n }) => [strength, n]),
    ]).toEqual([1, [[0.85, 2]]]);
  });

  it("retracts what a message retracts, and nothing else", async () => {
    const { tell, facts } = await memory();
    await tell("likes jazz");
    await tell("My city is Mumbai.");
    const gone = await tell("I no longer live in Mumbai");
    expect(gone.deletedFacts).toMatchObject([
      { value: "Mumbai", end: { reason: "RETRACTED", by: null } },
    ]);
    expect(await facts("user")).toEqual(["user likes jazz"]);
  });

  it("keeps the retraction of something unknown as a claim, which is no fact", async () => {
    const { tell, facts } = await memory();
    const { addedFacts, decisions } = await tell("I no longer live in Mumbai");
    expect(addedFacts).toEqual([]);
    expect(decisions).toMatchObject([{ action: "DELETE", fact: expect.any(String) }]);
    expect(await facts("user")).toEqual([]);
  });

  it("gives a relation without a fact a fact in the relation's slot", async () => {
    const { tell } = await memory();
    const { addedFacts, relationships } = await tell("Visiting mom in Curitiba");
    expect(addedFacts).toMatchObject([
      {
        text: "Rosa lives in Curitiba",
        confidence: 0.6,
        sourceContext: "INFERRED_FROM_RELATION",
        slot: "residence",
        value: "Curitiba",
      },
    ]);
    expect(relationships).toMatchObject([{ type: "lives_in", evidence: addedFacts[0]!.fact }]);
  });

  it("drops repetitions within one message", async () => {
    const { tell } = await memory();
    expect((await tell("likes jazz")).addedFacts).toHaveLength(1);
  });

  it("lets the unnamed user introduce themselves: one entity, renamed", async () => {
    const { tell, space } = await memory();
    await tell("My city is Mumbai.");
    const { at: now } = await tell("I'm John Doe");
    await tell("My city has changed to Pune.");
    const id = await space.self(now.knownAt);
    expect(await space.entitiesAsOf([{ entity: id!, knownAt: now.knownAt }])).toMatchObject([
      { key: "person:user", name: "John Doe", aliases: ["user"], self: "INTRODUCED" },
    ]);
  });

  it("writes once per idempotency key, even concurrently", async () => {
    const { tell, models } = await memory();
    const reports = await Promise.all(
      [1, 2, 3].map(() => tell("My city is Mumbai.", { idempotencyKey: "k1" })),
    );
    const later = await tell("My city is Mumbai.", { idempotencyKey: "k1" });
    expect(new Set([...reports, later].map(({ event }) => event?.id)).size).toBe(1);
    expect([later.addedFacts, models.asked["extract"]]).toEqual([reports[0]!.addedFacts, 1]);
    await expect(
      tell("My city has changed to Pune.", { idempotencyKey: "k1" }),
    ).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("persists nothing in a dry run", async () => {
    const { tell, space } = await memory();
    const dry = await tell("Clara works at Vertix", { dryRun: true });
    expect([
      dry.event,
      dry.addedFacts.length,
      dry.relationships.length,
      (await space.head()).recordedAt,
    ]).toEqual([null, 1, 1, null]);
  });

  it("keeps the event of a message that no model could read, and processes it later", async () => {
    const { tell, space, services, pending } = await memory();
    const report = await tell("garbage in");
    expect([report.event?.status, report.error !== null, pending.length]).toEqual([
      "PENDING",
      true,
      1,
    ]);
    const job = new PendingEvents({
      ...services,
      models: scriptedModels({ says: { "garbage in": city("Oslo") } }),
    });
    job.notice(space);
    await expect.poll(async () => (await space.pendingEvents(9)).length).toBe(0);
    await job.stop();
    const [event] = await space.events([report.event!.id], (await space.head()).recordedAt!);
    expect(event).toMatchObject({ status: "APPLIED", outcome: { added: [expect.any(String)] } });
  });

  it("loses no update among concurrent writers", async () => {
    const { space, services, facts } = await memory();
    const values = Array.from({ length: 12 }, (_, n) => `v${n}`);
    await Promise.all(
      values.map((value) =>
        assertFact(services, space, {
          entity: { name: "user", type: "person" },
          text: `user's mood is ${value}`,
          slot: "mood",
          value,
          confidence: 1,
          importanceCategory: "CONVERSATIONAL",
        }),
      ),
    );
    const [owner] = await space.entitiesByName(["user"], (await space.head()).recordedAt!);
    const line = await space.line({ entities: owner!, slots: ["mood"] });
    expect(line.map(({ value }) => value).toSorted()).toEqual(values.toSorted());
    expect(await facts("user")).toHaveLength(1);
  });

  it("refuses a verdict on an unknown fact, and adds the new one", async () => {
    const { tell } = await memory({
      says: {
        one: { facts: [extracted({ subject: "user", text: "user likes jazz music a lot" })] },
        two: { facts: [extracted({ subject: "user", text: "user likes jazz music a bit" })] },
      },
      reconcile: async () => ({
        value: [{ action: "DELETE", candidate: "somebody else's", reason: "told to" }],
        calls: 1,
        tokens: { input: 1, output: 1, cached: 0 },
        model: "m",
      }),
    });
    await tell("one");
    const { addedFacts, deletedFacts } = await tell("two");
    expect([addedFacts.length, deletedFacts.length]).toEqual([1, 0]);
  });

  it("undoes an update: the old fact reads as if it had not been closed", async () => {
    const { tell, services, space, facts } = await memory();
    await tell("My city is Mumbai.");
    const { decisions } = await tell("My city has changed to Pune.");
    const { decision } = await revertDecision(services, space, { decision: decisions[0]!.id });
    expect(decision.reverted).not.toBeNull();
    expect(await facts("user")).toEqual(["user's city is Mumbai"]);
    await expect(
      revertDecision(services, space, { decision: decisions[0]!.id }),
    ).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it.each([
    ["an unknown setting", { nonsense: 1 }, /nonsense is not a setting/],
    ["a setting of the wrong type", { sameName: "high" }, /sameName/],
    ["something that is no object", [1], /must be an object/],
  ])("refuses %s by name", async (_, config, message) => {
    const { tell } = await memory();
    await expect(tell("My city is Mumbai.", { config })).rejects.toMatchObject({
      code: "INVALID_OVERRIDE",
      message: expect.stringMatching(message),
    });
  });
});

const OPEN_YEAR = instantOf(Date.UTC(2030, 0, 1));
