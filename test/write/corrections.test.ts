import { describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import type { Extraction } from "../../src/models/port.ts";
import { revertDecision } from "../../src/write/operations/revert-decision.ts";
import { write } from "../../src/write/write.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { embedder, stores } from "../contract/stores.ts";
import { extracted, scriptedModels } from "../fakes/scripted-models.ts";
import { remembering } from "./remembering.ts";

const person = (name: string) => ({ name, type: "person", aliases: [] });
const place = (name: string) => ({ name, type: "place", aliases: [] });
const ME = person("user");
/** A correction that leaves open what it corrects. */
const meant = (value: string, wrong: string | null = null) =>
  extracted({
    subject: "user",
    text: `user meant ${value}`,
    value,
    corrects: { subject: null, slot: null, value: wrong },
  });
const said = (slot: string | null, value: string, text: string, subject = "user") =>
  extracted({ subject, text, slot, value });

const SAYS: Readonly<Record<string, Partial<Extraction>>> = {
  "My sister is Hana and lives in Ghent.": {
    entities: [ME, person("Hana"), place("Ghent")],
    facts: [
      said("sister", "Hana", "user's sister is Hana"),
      said("residence", "Ghent", "Hana lives in Ghent", "Hana"),
    ],
    relations: [
      { source: "user", type: "sibling_of", target: "Hana" },
      { source: "Hana", type: "lives_in", target: "Ghent" },
    ],
  },
  "Sorry, I meant Hanna.": { entities: [ME, person("Hanna")], facts: [meant("Hanna")] },
  "Sorry, I meant Bruges.": { entities: [ME, place("Bruges")], facts: [meant("Bruges")] },
  "Sorry, I meant Acme.": {
    entities: [ME, { name: "Acme", type: "organization", aliases: [] }],
    facts: [meant("Acme")],
  },
  "I met Tom and Tim.": {
    entities: [ME, person("Tom"), person("Tim")],
    facts: [extracted({ subject: "user", text: "user met Tom and Tim" })],
  },
  "Sorry, I meant Tam.": { entities: [ME, person("Tam")], facts: [meant("Tam")] },
  "Not Tim, Tam.": { entities: [ME, person("Tam")], facts: [meant("Tam", "Tim")] },
  "My dentist appointment is on 12 March.": {
    entities: [ME],
    facts: [said("dentist_appointment", "12 March", "user's dentist appointment is on 12 March")],
  },
  "I start at Acme on 12 March.": {
    entities: [ME, { name: "Acme", type: "organization", aliases: [] }],
    facts: [
      extracted({
        ...said("employer", "Acme", "user starts at Acme on 12 March 2026"),
        validFrom: "2026-03-12T00:00:00.000Z" as Instant,
        fromPrecision: "DAY",
      }),
    ],
  },
  "No, 13 March.": {
    facts: [
      {
        ...meant("13 March"),
        validFrom: "2026-03-13T00:00:00.000Z" as Instant,
        fromPrecision: "DAY",
      },
    ],
  },
  "I live in Antwerp.": {
    entities: [ME, place("Antwerp")],
    facts: [said("residence", "Antwerp", "user lives in Antwerp")],
    relations: [{ source: "user", type: "lives_in", target: "Antwerp" }],
  },
  "Not Antwerp, I live in Bruges.": {
    entities: [ME, place("Bruges")],
    facts: [
      {
        ...said("residence", "Bruges", "user lives in Bruges"),
        corrects: { subject: "user", slot: "city", value: "Antwerp" },
      },
    ],
    relations: [{ source: "user", type: "lives_in", target: "Bruges" }],
  },
  "I moved to Bruges.": {
    entities: [ME, place("Bruges")],
    facts: [said("residence", "Bruges", "user lives in Bruges")],
  },
  "She is my cousin, not my sister.": {
    entities: [ME, person("Hana")],
    facts: [
      {
        ...said("cousin", "Hana", "user's cousin is Hana"),
        corrects: { subject: "user", slot: "sister", value: "Hana" },
      },
    ],
  },
  "I said it wrong, I have no sister.": {
    entities: [ME],
    facts: [
      {
        ...said("sister", "Hana", "user has no sister"),
        action: "DELETE",
        polarity: "NEVER",
        corrects: { subject: "user", slot: "sister", value: null },
      },
    ],
  },
  "Something else was wrong.": {
    entities: [ME],
    facts: [
      {
        ...extracted({ subject: "user", text: "user said something wrong" }),
        corrects: { subject: "user", slot: null, value: "Paris" },
      },
    ],
  },
};

describe.each(stores)("a correction in a message on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const memory = async () => {
    const models = { ...scriptedModels({ says: SAYS }), embedder };
    const remembered = await remembering(await freshSpace(), {}, models);
    const { space } = remembered;
    const texts = async (knownAt?: Instant) =>
      (await remembered.facts(knownAt)).map((fact) => fact.replace(/^LONG_TERM |^SESSION /u, ""));
    const edges = async () => {
      const { recordedAt: knownAt } = await space.head();
      const entities = await space.entities({
        at: { knownAt: knownAt!, validAt: knownAt! },
        page: { first: 50 },
      });
      const names = new Map(entities.items.map(({ item }) => [item.entity, item.name]));
      const [page] = await space.relationships([
        {
          entities: [...names.keys()],
          direction: "OUT",
          at: { knownAt: knownAt!, validAt: knownAt! },
          page: { first: 50 },
        },
      ]);
      return page!.items.map(
        ({ item }) => `${names.get(item.source)} ${item.type} ${names.get(item.target)}`,
      );
    };
    const names = async () => {
      const { recordedAt: knownAt } = await space.head();
      const { items } = await space.entities({
        at: { knownAt: knownAt!, validAt: knownAt! },
        page: { first: 50 },
      });
      return items.map(({ item }) => item.name);
    };
    return { ...remembered, texts, edges, names };
  };

  it("without a name corrects the last statements, wherever the wrong name is in them", async () => {
    const { tell, texts, edges, space } = await memory();
    const before = await tell("My sister is Hana and lives in Ghent.");
    const { decisions } = await tell("Sorry, I meant Hanna.");
    expect((await texts()).toSorted()).toEqual(["Hanna lives in Ghent", "user's sister is Hanna"]);
    expect((await edges()).toSorted()).toEqual(["Hanna lives_in Ghent", "user sibling_of Hanna"]);
    expect(decisions).toMatchObject([
      { action: "UPDATE", decidedBy: "RULE", reason: "The message corrects an earlier statement." },
      { action: "UPDATE" },
    ]);
    expect((await texts(before.at.knownAt)).toSorted()).toEqual([
      "Hana lives in Ghent",
      "user's sister is Hana",
    ]);
    const [history] = await space.factHistory([
      { fact: before.addedFacts[0]!.fact, knownAt: (await space.head()).recordedAt! },
    ]);
    expect(history).toMatchObject([
      { text: "user's sister is Hana", closing: { reason: "CORRECTED" } },
      { text: "user's sister is Hanna", value: "Hanna", sourceContext: "CORRECTED" },
    ]);
  });

  it("replaces words of the same kind", async () => {
    const { tell, texts, edges } = await memory();
    await tell("My sister is Hana and lives in Ghent.");
    await tell("Sorry, I meant Bruges.");
    expect((await texts()).toSorted()).toEqual(["Hana lives in Bruges", "user's sister is Hana"]);
    expect((await edges()).toSorted()).toEqual(["Hana lives_in Bruges", "user sibling_of Hana"]);
  });

  it("of a date moves the value, or the start", async () => {
    const { tell, texts, space } = await memory();
    await tell("My dentist appointment is on 12 March.");
    await tell("No, 13 March.");
    expect(await texts()).toEqual(["user's dentist appointment is on 13 March"]);
    const { addedFacts } = await tell("I start at Acme on 12 March.");
    await tell("No, 13 March.");
    const [fact] = await space.factsAsOf([
      { fact: addedFacts[0]!.fact, knownAt: (await space.head()).recordedAt! },
    ]);
    expect(fact).toMatchObject({
      text: "user starts at Acme on 13 March",
      value: "Acme",
      validFrom: "2026-03-13T00:00:00.000Z",
      validFromPrecision: "DAY",
    });
  });

  it("replaces the words that it names if several would fit", async () => {
    const { tell, texts } = await memory();
    await tell("I met Tom and Tim.");
    await tell("Not Tim, Tam.");
    expect(await texts()).toEqual(["user met Tom and Tam"]);
  });

  it("with the fact corrects it, under any name of its slot", async () => {
    const { tell, texts, edges } = await memory();
    const first = await tell("I live in Antwerp.");
    const { decisions, addedFacts } = await tell("Not Antwerp, I live in Bruges.");
    expect(await texts()).toEqual(["user lives in Bruges"]);
    expect(await edges()).toEqual(["user lives_in Bruges"]);
    expect([addedFacts, decisions.length, decisions[0]?.fact]).toEqual([
      [],
      1,
      first.addedFacts[0]!.fact,
    ]);
  });

  it("of a relation between two people removes one and adds the other", async () => {
    const { tell, texts } = await memory();
    await tell("My sister is Hana and lives in Ghent.");
    await tell("She is my cousin, not my sister.");
    expect((await texts()).toSorted()).toEqual(["Hana lives in Ghent", "user's cousin is Hana"]);
  });

  it("that it was never true removes it", async () => {
    const { tell, texts } = await memory();
    await tell("My sister is Hana and lives in Ghent.");
    await tell("I said it wrong, I have no sister.");
    expect(await texts()).toEqual(["Hana lives in Ghent"]);
  });

  it("is undone by reverting its decision", async () => {
    const { tell, texts, services, space } = await memory();
    await tell("I live in Antwerp.");
    const { decisions } = await tell("Not Antwerp, I live in Bruges.");
    await revertDecision(services, space, { decision: decisions[0]!.id });
    expect(await texts()).toEqual(["user lives in Antwerp"]);
  });

  it.each([
    ["of two that are alike", ["I met Tom and Tim."], "Sorry, I meant Tam."],
    ["of another kind", ["I live in Antwerp."], "Sorry, I meant Hanna."],
    ["without anything told before", [], "Sorry, I meant Hanna."],
    ["of a value that nothing has", ["I live in Antwerp."], "Something else was wrong."],
    [
      "of the speaker's place of work, which was not told",
      ["I live in Antwerp."],
      "Sorry, I meant Acme.",
    ],
    [
      "of a fact that was told before the last",
      ["I met Tom and Tim.", "I live in Antwerp."],
      "Sorry, I meant Hanna.",
    ],
  ])("%s changes nothing and invents nothing", async (_, before, correction) => {
    const { tell, texts, edges, names } = await memory();
    for (const message of before) await tell(message);
    const [known, drawn, called] = [
      before.length === 0 ? [] : await texts(),
      before.length === 0 ? [] : await edges(),
      before.length === 0 ? [] : await names(),
    ];
    const { decisions, addedFacts, error } = await tell(correction);
    expect([decisions, addedFacts, error]).toMatchObject([
      [
        {
          action: "NOOP",
          fact: null,
          reason: expect.stringMatching(/^The message is a correction/u),
        },
      ],
      [],
      null,
    ]);
    expect([await texts(), await edges(), await names()]).toEqual([known, drawn, called]);
  });

  it("of an unknown fact is news, if it is a complete statement", async () => {
    const { tell, texts } = await memory();
    await tell("Not Antwerp, I live in Bruges.");
    expect(await texts()).toEqual(["user lives in Bruges"]);
  });

  it("is not a change in the world, which leaves the past as it was", async () => {
    const { tell, texts, space } = await memory();
    const first = await tell("I live in Antwerp.");
    await tell("I moved to Bruges.");
    expect(await texts()).toEqual(["user lives in Bruges"]);
    const [page] = await space.facts([
      {
        at: { knownAt: (await space.head()).recordedAt!, validAt: first.at.validAt },
        page: { first: 9 },
      },
    ]);
    expect(page!.items.map(({ item }) => item.text)).toEqual(["user lives in Antwerp"]);
  });

  it("affects nothing of another session, and no statements of another speaker", async () => {
    const { tell, facts, services, space } = await memory();
    await tell("My sister is Hana and lives in Ghent.", "one");
    await tell("Sorry, I meant Hanna.", "two");
    await write(services, space, { message: "Sorry, I meant Hanna.", speaker: "Bea" });
    expect((await facts()).toSorted()).toEqual([
      "LONG_TERM user's sister is Hana",
      "SESSION Hana lives in Ghent",
    ]);
  });
});

describe("a correction that the offline model reads", () => {
  const freshSpace = freshSpaces(stores[0]!.open);

  const told = async (...messages: readonly string[]) => {
    const { tell, facts } = await remembering(await freshSpace());
    for (const message of messages) await tell(message);
    return (await facts()).map((fact) => fact.replace("LONG_TERM ", "")).toSorted();
  };

  it.each([
    [["My sister is Hana.", "Sorry, I meant Hanna."], ["user's sister is Hanna"]],
    [["I live in Antwerp.", "Not Antwerp, Bruges."], ["user lives in Bruges"]],
    [["I live in Antwerp.", "No wait, I live in Bruges."], ["user lives in Bruges"]],
    [["I am allergic to peanuts.", "I meant walnuts."], ["user is allergic to walnuts"]],
    [["I joined Acme in 2019.", "It was 2018, not 2019."], ["user joined Acme in 2018"]],
    [
      ["My salary is 50,000 euros.", "I meant 52,000, not 50,000."],
      ["user's salary is 52,000 euros"],
    ],
    [["My salary is 50,000 euros.", "Make that 52,000."], ["user's salary is 52,000 euros"]],
    [["I live in Antwerp.", "*Ghent"], ["user lives in Ghent"]],
    [["I'm Eva.", "My name is Aoife, not Eva."], ["The user's name is Aoife"]],
    [
      ["My dentist appointment is on 12 March.", "No, 13 March."],
      ["user's dentist appointment is on 13 March"],
    ],
    [
      ["I live in Antwerp.", "I have a cat.", "Did I say Antwerp? It was Bruges."],
      ["user has a cat", "user lives in Bruges"],
    ],
    [
      ["We have 60 guests for dinner.", "I have a cat.", "I counted again and it's 52, not 60."],
      ["user has 52 guests for dinner", "user has a cat"],
    ],
  ])("%j leaves %j", async (messages, facts) => expect(await told(...messages)).toEqual(facts));

  it.each([
    [["Sorry, I meant Hanna."], []],
    [["I live in Antwerp.", "No, thanks."], ["user lives in Antwerp"]],
    [["I live in Antwerp.", "Sorry, I meant 12 March."], ["user lives in Antwerp"]],
    [["I live in Antwerp.", "I meant well."], ["user lives in Antwerp"]],
    [["I live in Antwerp.", "Make that 52,000."], ["user lives in Antwerp"]],
    [["I live in Antwerp.", "*waves*"], ["user lives in Antwerp"]],
    [["I live in Antwerp.", "Sorry, I meant June."], ["user lives in Antwerp"]],
    [["I live in Antwerp.", "It was 2018, not 2019."], ["user lives in Antwerp"]],
    [["I am allergic to peanuts.", "I meant that."], ["user is allergic to peanuts"]],
    [["I'm Eva.", "It's Bolt, not Acme."], ["The user's name is Eva"]],
    [
      ["I live in Antwerp.", "I have a cat.", "Did I say Ghent? It was Bruges."],
      ["user has a cat", "user lives in Antwerp"],
    ],
    [
      ["I live at 600 Elm Road.", "I have a cat.", "It's 52, not 60."],
      ["user has a cat", "user lives at 600 Elm Road"],
    ],
  ])("%j leaves %j unchanged", async (messages, facts) =>
    expect(await told(...messages)).toEqual(facts),
  );
});
