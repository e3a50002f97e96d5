import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import { countTokens } from "../../src/language/tokens.ts";
import { recall, type RecallReport, type RecallRequest } from "../../src/read/recall/recall.ts";
import type { View } from "../../src/read/view.ts";
import type { SpaceStore } from "../../src/store/port.ts";
import type { AssertFactRequest } from "../../src/write/requests.ts";
import { correctFact } from "../../src/write/operations/correct-fact.ts";
import { mergeEntities } from "../../src/write/operations/merge-entities.ts";
import { retractFact } from "../../src/write/operations/retract-fact.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { extracted, type Script } from "../fakes/scripted-models.ts";
import { FORGED, HOSTILE_TEXTS } from "../language/hostile-texts.ts";
import { scriptedMemory } from "./scripted-memory.ts";

const fact = (slot: string, value: string) =>
  extracted({ subject: "user", text: `The user's ${slot} is ${value}`, slot, value });
const says: Script["says"] = {
  "I'm Ana Lima.": {
    entities: [{ name: "Ana Lima", type: "person", aliases: [] }],
    facts: [],
    selfName: "Ana Lima",
  },
  "My city is Mumbai.": { facts: [fact("city", "Mumbai")] },
  "My city has changed to Pune.": { facts: [fact("city", "Pune")] },
  "I bought a kayak, a bright orange Dagger.": {
    facts: [extracted({ subject: "user", text: "The user bought a kayak" })],
  },
  "My city is Mumbai. My dog is Rex.": { facts: [fact("city", "Mumbai"), fact("dog", "Rex")] },
};

const NOTHING = { text: "", tokens: 0, citations: [], answers: [], hits: [], timeAsked: null };

describe.each(stores)("recall on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  const memory = async () => {
    const service = scriptedMemory(await freshSpace(), says);
    const ask = (
      question: string,
      view: View,
      own: Partial<RecallRequest> = {},
    ): Promise<RecallReport> =>
      recall(service.read, service.space, view, { question, tokenBudget: 1200, ...own });
    return { ...service, ask };
  };

  it("of an empty memory is empty", async () => {
    const { ask, view } = await memory();
    const now = await view();
    expect(await ask("Where do I live?", now)).toEqual({ ...NOTHING, at: now.at });
  });

  it("names the user, the facts by entity, and messages, with citations", async () => {
    const { tell, state, ask, view } = await memory();
    await tell("I'm Ana Lima.");
    const { addedFacts, entities } = await state(
      "Clara Rezende",
      "Clara Rezende works at Orion Tech",
      {
        validFrom: "2024-03-01T00:00:00.000Z" as Instant,
        validFromKnown: true,
      },
    );
    const { event } = await tell("Clara told me about Orion.", {
      speaker: "Ana Lima",
      occurredAt: "2026-01-01T00:00:00.000Z" as Instant,
    });
    const { text, tokens, citations } = await ask("What about Clara at Orion?", await view());
    expect(text.split("\n")).toEqual([
      "<memory>",
      "The user is Ana Lima [1]",
      "About Clara Rezende (person):",
      "- works at Orion Tech (since 2024-03; recorded 2026-01-01) [2]",
      "Messages:",
      '- Ana Lima, 2026-01-01: "Clara told me about Orion." [3]',
      '- user, 2026-01-01: "I\'m Ana Lima." [4]',
      "</memory>",
    ]);
    expect(tokens).toBe(await countTokens(text));
    expect(citations.map(({ kind }) => kind)).toEqual(["ENTITY", "FACT", "EVENT", "EVENT"]);
    expect(citations[1]).toMatchObject({ version: { fact: addedFacts[0]!.fact } });
    expect(citations[2]).toMatchObject({ event: { id: event!.id } });
    expect(entities).toHaveLength(1);
    for (const [index] of citations.entries())
      expect(text.match(new RegExp(`\\[${index + 1}\\]`, "gu"))).toHaveLength(1);
  });

  it("does not quote a message that a fact states word for word", async () => {
    const { state, ask, view } = await memory();
    await state("Clara", "Clara plays chess");
    expect((await ask("chess", await view())).citations).toMatchObject([{ kind: "FACT" }]);
  });

  it("ranks items with a word of the question above items that contain it only within another word", async () => {
    const { state, ask, view } = await memory();
    await state("Clara", "Clara delivers parcels");
    await state("Bruno", "Bruno cooks liver");
    const { text } = await ask("liver", await view(), { tokenBudget: 45 });
    expect(text).toContain("cooks liver");
    expect(text).not.toContain("delivers");
  });

  it("lists the most important facts of an entity that is found, whatever their words", async () => {
    const { state, ask, view } = await memory();
    await state("Clara", "She is allergic to peanuts");
    expect((await ask("Tell me about Clara", await view())).text).toContain(
      "She is allergic to peanuts",
    );
  });

  it("states who the user is if asked, and puts the user first if the question names nothing else", async () => {
    const { tell, state, ask, view } = await memory();
    await tell("I'm Ana Lima.");
    await state("Ana Lima", "Ana Lima plays chess");
    await state("Clara", "Clara is a painter");
    const { text } = await ask("Who am I?", await view(), { tokenBudget: 60 });
    expect(text.split("\n").slice(0, 4)).toEqual([
      "<memory>",
      "The user is Ana Lima [1]",
      "About Ana Lima (person):",
      "- plays chess (recorded 2026-01-01) [2]",
    ]);
    expect(text).not.toContain("About Clara");
    expect((await ask("What do you know about me?", await view())).text).toContain(
      "About Ana Lima (person):\n- plays chess",
    );
  });

  it("lists facts of an entity without repeating its names", async () => {
    const service = scriptedMemory(await freshSpace(), {
      "Bela moved": {
        entities: [{ name: "Isabela Rezende", type: "person", aliases: ["Bela"] }],
        facts: [extracted({ subject: "Isabela Rezende", text: "Bela lives in Porto" })],
      },
    });
    await service.tell("Bela moved");
    expect(
      (
        await recall(service.read, service.space, await service.view(), {
          question: "Where is Bela?",
          tokenBudget: 200,
        })
      ).text,
    ).toContain("About Isabela Rezende (person):\n- lives in Porto (");
  });

  it("keeps the other name if nothing else is known", async () => {
    const service = scriptedMemory(await freshSpace(), {
      "My wife is Kargunyan": {
        entities: [{ name: "Kargunyan", type: "person", aliases: ["user's wife"] }],
        facts: [extracted({ subject: "Kargunyan", text: "user's wife is Kargunyan" })],
      },
    });
    await service.tell("My wife is Kargunyan");
    expect(
      (
        await recall(service.read, service.space, await service.view(), {
          question: "Who is Kargunyan?",
          tokenBudget: 200,
        })
      ).text,
    ).toContain("About Kargunyan (person):\n- user's wife is Kargunyan (");
  });

  it("finds the user by any name if asked about", async () => {
    const { tell, state, ask, view } = await memory();
    await tell("I'm Ana Lima.");
    await state("Ana Lima", "Ana Lima plays chess");
    await state("Clara", "Clara is a painter");
    expect((await ask("What is known of the user?", await view())).text).toContain(
      "About Ana Lima (person):\n- plays chess",
    );
    expect((await ask("Does the user know a painter?", await view())).text).toMatch(
      /Ana Lima \(person\):\n- plays chess[^]*Clara \(person\):\n- is a painter/u,
    );
  });

  describe("a value that is no longer true", () => {
    const changed = async () => {
      const service = await memory();
      const first = await service.tell("My city is Mumbai.", {
        occurredAt: "2025-01-01T00:00:00.000Z" as Instant,
      });
      const second = await service.tell("My city has changed to Pune.", {
        occurredAt: "2025-06-01T00:00:00.000Z" as Instant,
      });
      return { ...service, first, second };
    };

    it("is neither a fact nor quoted, and its message is left out", async () => {
      const { ask, view } = await changed();
      const { text } = await ask("What is my city, Mumbai?", await view());
      expect(text).toContain("Pune");
      expect(text).not.toContain("Mumbai");
    });

    it("is given as of when it was known, and as of when it was true", async () => {
      const { ask, view, first } = await changed();
      for (const point of [
        { knownAt: first.at.knownAt },
        { validAt: "2025-03-01T00:00:00.000Z" as Instant },
      ]) {
        const { text } = await ask("What is my city?", await view(point));
        expect(text).toContain('"My city is Mumbai."');
        expect(text).not.toContain("Pune");
      }
    });

    it("is removed from a message that says something else too", async () => {
      const { tell, ask, view } = await memory();
      await tell("My city is Mumbai. My dog is Rex.");
      await tell("My city has changed to Pune.");
      const { text } = await ask("my city and my dog", await view());
      expect(text).toContain('"My dog is Rex."');
      expect(text).not.toContain("Mumbai");
    });

    it("is not quoted once retracted or corrected", async () => {
      const { space, services, tell, ask, view } = await memory();
      const { addedFacts } = await tell("My city is Mumbai.");
      const before = await view();
      await correctFact(services, space, {
        fact: addedFacts[0]!.fact,
        text: "The user's city is Pune",
        value: "Pune",
      });
      expect((await ask("What is my city?", await view())).text).toMatch(/^(?!.*Mumbai).*Pune/su);
      await retractFact(services, space, { fact: addedFacts[0]!.fact });
      const { text } = await ask("What is my city?", await view());
      expect(text).not.toContain("Mumbai");
      expect(text).toMatch(/Pune \(until 2026-01-01, no longer so; corrected/u);
      expect((await ask("What is my city?", before)).text).toContain('"My city is Mumbai."');
    });
  });

  it("shows the facts of a merged entity under the one that it is merged into", async () => {
    const { space, services, state, ask, view } = await memory();
    const into = (await state("Clara Rezende", "Clara Rezende plays chess")).entities[0]!.entity;
    const from = (await state("Clarinha", "Clarinha plays the cello")).entities[0]!.entity;
    await mergeEntities(services, space, { from, into });
    const { text } = await ask("Who plays what?", await view());
    expect(text).toMatch(/^About Clara Rezende \(person\):\n- plays chess.*\n.*plays the cello/mu);
    expect(text).not.toContain("About Clarinha");
  });

  it("keeps to one session", async () => {
    const { space, state, ask, view } = await memory();
    for (const id of ["s1", "s2"])
      await space.createSession({
        id,
        title: null,
        strategy: "DIRECT",
        createdAt: "2025-01-01T00:00:00.000Z" as Instant,
        turnCount: 0,
      });
    await state("Clara", "Clara plays chess", { session: "s1" });
    await state("Bruno", "Bruno plays chess", { session: "s2" });
    const { text } = await ask("Who plays chess?", await view(), { session: "s1" });
    expect(text).toContain("Clara");
    expect(text).not.toContain("Bruno");
  });

  describe("the number of store calls", () => {
    type Service = Awaited<ReturnType<typeof memory>>;
    const callsFor = async (
      { space, read, view }: Service,
      request: RecallRequest,
    ): Promise<number> => {
      let calls = 0;
      const counting = new Proxy(space, {
        get: (target, name: keyof SpaceStore) => {
          const member: unknown = Reflect.get(target, name);
          return typeof member === "function"
            ? (...args: unknown[]): unknown => (
                (calls += 1),
                (member as (...args: unknown[]) => unknown).apply(target, args)
              )
            : member;
        },
      });
      await recall(read, counting, await view(), request);
      return calls;
    };

    it("is at most 30 if little is known", async () => {
      const service = await memory();
      await service.tell("I'm Ana Lima.");
      await service.state("Clara", "Clara is at /consulting");
      await service.ask("warm up", await service.view());
      const calls = await callsFor(service, {
        question: "Who am I, and who is Clara at /consulting?",
        tokenBudget: 1200,
      });
      expect(calls).toBeGreaterThan(3);
      expect(calls).toBeLessThanOrEqual(30);
    });

    it("is about twenty for most questions, and at most 59", async () => {
      const service = await memory();
      const { tell, state, ask, view } = service;
      await tell("I'm Ana Lima.");
      for (const value of ["Porto", "Lisbon"])
        await state("Ana Lima", `Ana Lima lives in ${value}`, { slot: "residence", value });
      await state("Ana Lima", "Ana Lima's sister is Rita", {
        slot: "sister",
        value: "Rita",
        relationship: { type: "sibling_of", target: { name: "Rita", type: "person" } },
      });
      for (let n = 0; n < 8; n++) await state("Rita", `Rita plays chess in round ${n}`);
      await ask("warm up", await view());
      const calls = (question: string, tokenBudget: number): Promise<number> =>
        callsFor(service, { question, tokenBudget });
      expect(await calls("Who plays chess?", 120)).toBeLessThanOrEqual(20);
      expect(await calls("Where does my sister live?", 120)).toBeLessThanOrEqual(24);
      const much = "Where did I, Rita and my sister live and work before February 2025?";
      expect(await calls(much, 10_000)).toBeLessThanOrEqual(59);
    });
  });

  describe("a memory with many changes", () => {
    const PLACES = ["Porto", "Lisbon"] as const;
    const told = async () => {
      const service = await memory();
      const { tell, state } = service;
      await tell("I'm Ana Lima.");
      const at = async (value: string, validFrom: string, occurredAt: string) =>
        state("Ana Lima", `Ana Lima lives in ${value}`, {
          slot: "residence",
          value,
          validFrom: validFrom as Instant,
          validFromKnown: true,
          occurredAt: occurredAt as Instant,
        });
      await at(PLACES[0], "2024-02-01T00:00:00.000Z", "2024-02-05T10:00:00.000Z");
      await at(PLACES[1], "2025-05-01T00:00:00.000Z", "2025-05-20T10:00:00.000Z");
      return service;
    };

    it("answers a question in other words than the statement", async () => {
      const { ask, state, view } = await told();
      await state("Ana Lima", "Ana Lima is allergic to peanuts", {
        slot: "allergy",
        value: "peanuts",
      });
      for (const question of ["Do I have any allergies?", "Tenho alguma alergia?"])
        expect((await ask(question, await view(), { tokenBudget: 60 })).text).toContain("peanuts");
      for (const question of ["Where do I live?", "Which city am I based in?", "Onde eu moro?"]) {
        const { text } = await ask(question, await view(), { tokenBudget: 60 });
        expect(text).toContain("lives in Lisbon (since 2025-05; recorded 2025-05-20)");
        expect(text).not.toContain("Porto");
      }
    });

    it("answers each of two questions, in any form", async () => {
      const { ask, state, view } = await told();
      await state("Ana Lima", "Rui is Ana Lima's manager", { slot: "boss", value: "Rui" });
      for (const other of ["plays chess on Mondays", "once lived on a boat", "reports live music"])
        await state("Ana Lima", `Ana Lima ${other}`);
      for (const question of [
        "Where do I live, and who do I report to?",
        "Who do I report to? And where do I live?",
      ]) {
        const { text } = await ask(question, await view(), { tokenBudget: 90 });
        expect(text, question).toContain("lives in Lisbon");
        expect(text, question).toContain("Rui is Ana Lima's manager");
      }
    });

    it("answers for the time that the question names, and states it", async () => {
      const { ask, view } = await told();
      for (const question of [
        "Where did I live in March 2024?",
        "Onde eu morava em março de 2024?",
      ]) {
        const { text } = await ask(question, await view());
        expect(text).toMatch(
          /As of "[^"]+2024" \(2024-03-01 to 2024-03-31\):\n- Ana Lima lives in Porto/u,
        );
        expect(text).toMatch(/Porto \(since 2024-02, until 2025-05, no longer so; recorded/u);
      }
      const { text } = await ask("Where did I live before 2024?", await view());
      expect(text).not.toContain("Porto");
    });

    it("states past facts if the question asks for them, and marks them", async () => {
      const { ask, view } = await told();
      const { text } = await ask("Where did I live before?", await view());
      expect(text).toContain("lives in Lisbon (since");
      expect(text).toContain("lives in Porto (since 2024-02, until 2025-05, no longer so;");
    });

    it("answers for those close to the user", async () => {
      const { ask, state, view } = await told();
      await state("Ana Lima", "Ines is Ana Lima's sister", {
        slot: "sibling",
        value: "Ines",
        relationship: { type: "sibling_of", target: { name: "Ines", type: "person" } },
      });
      await state("Ines", "Ines lives in Braga", { slot: "residence", value: "Braga" });
      const { text } = await ask("Where does my sister live?", await view());
      expect(text).toContain("About Ines (person):\n- lives in Braga");
      expect((await ask("How old is Ines?", await view())).text).toContain("lives in Braga");
    });

    it("has one order for all questions, so that a cache of the prompt stays valid", async () => {
      const { ask, state, tell, view } = await told();
      await state("Ana Lima", "Ana Lima likes tea", { importanceCategory: "STABLE_PREFERENCE" });
      await state("Bruno", "Bruno plays chess");
      await tell("The weather is fine in Lisbon.");
      const questions = [
        "Where do I live?",
        "What do I like?",
        "Who plays chess?",
        "And the weather?",
      ];
      const texts: string[] = [];
      for (const question of questions) texts.push((await ask(question, await view())).text);
      expect([...new Set(texts)]).toEqual([texts[0]]);
      await tell("It rains in Lisbon.");
      const later = (await ask("Where do I live?", await view())).text;
      expect(later.startsWith(texts[0]!.replace("\n</memory>", ""))).toBe(true);
    });
  });

  it("marks what a later message may have changed, although nothing was extracted from it", async () => {
    const { tell, state, ask, view } = await memory();
    const day = (date: string) => ({ occurredAt: `${date}T12:00:00.000Z` as Instant });
    await tell("I bank with Capitec in Woodstock.", day("2025-02-01"));
    await tell("My vet is Dr. Naidoo at Roodebloem.", day("2025-03-01"));
    await tell("The choir sings at the Capitec hall.", day("2025-04-01"));
    await state("Bruno", "Bruno drives for Uber in Porto", day("2025-05-01"));
    await tell("I've left Capitec, it's Discovery now.", day("2025-06-01"));
    await tell("Uber let Bruno go, he's a baker now.", day("2025-07-01"));
    await tell("Is Dr. Naidoo still open now?", day("2025-08-01"));
    const { text } = await ask("Which bank am I with?", await view());
    expect(text).toContain('"I bank with Capitec in Woodstock." (may have changed 2025-06-01)');
    expect(text).toContain("drives for Uber in Porto (may have changed 2025-07-01; ");
    expect(text).toContain(`"I've left Capitec, it's Discovery now." [`);
    expect(text).toContain(`"Uber let Bruno go, he's a baker now." [`);
    expect(text).toContain('"My vet is Dr. Naidoo at Roodebloem." [');
  });

  describe("of what passes", () => {
    const DAY = 86_400_000;
    const visiting = extracted({
      subject: "user",
      text: "The user is staying in Leeds",
      category: "CONVERSATIONAL",
    });
    const told = async () => {
      const service = scriptedMemory(await freshSpace(), {
        "I'm staying in Leeds with my sister.": { facts: [visiting] },
      });
      await service.tell("I'm staying in Leeds with my sister.");
      const said = (await service.view()).at.validAt;
      const blockAfter = async (days: number): Promise<string> => {
        const validAt = new Date(Date.parse(said) + days * DAY).toISOString() as Instant;
        const { at, ...view } = await service.view();
        const request = { question: "Where am I staying?", tokenBudget: 1200 };
        const later = { ...view, at: { ...at, validAt } };
        return (await recall(service.read, service.space, later, request)).text;
      };
      return blockAfter;
    };

    it("states a visit within a week, without an end that nobody stated", async () => {
      const blockAfter = await told();
      expect(await blockAfter(6)).toContain("is staying in Leeds (said 2026-01-01)");
    });

    it("quotes a visit as past after a week", async () => {
      const blockAfter = await told();
      const text = await blockAfter(8);
      expect(text).not.toContain("is staying in Leeds");
      expect(text).toContain(`2026-01-01: "I'm staying in Leeds with my sister." (past) [`);
    });
  });

  describe("marks as possibly changed", () => {
    const on = (date: string) => ({ occurredAt: `${date}T12:00:00.000Z` as Instant });

    const BROTHER = {
      slot: "sibling",
      value: "Bruno",
      relationship: { type: "sibling_of", target: { name: "Bruno", type: "person" } },
    };
    /** The block after a message, among others, to somebody of whom these facts are known. */
    const blockAfter = async (
      facts: Readonly<Record<string, Partial<AssertFactRequest>>>,
      said: string,
      question: string,
    ): Promise<string> => {
      const { tell, state, ask, view } = await memory();
      await tell("I'm Ana Lima.");
      for (const [text, request] of Object.entries(facts))
        await state("Ana Lima", text, { ...on("2025-02-01"), ...request });
      for (const colour of ["red", "blue", "green"])
        await tell(`The sky was ${colour}.`, on("2025-03-02"));
      await tell(said, on("2025-03-05"));
      return (await ask(question, await view())).text;
    };

    it("what the next message goes on about, but nothing older", async () => {
      const { tell, ask, view } = await memory();
      await tell("My mother keeps two hens.", on("2025-05-01"));
      await tell("We've asked Mum to come and live with us.", on("2025-06-01"));
      await tell("She said no.", on("2025-06-05"));
      await tell("The hall is painted green.", on("2025-06-07"));
      const { text } = await ask("Is Mum coming to live with us?", await view());
      expect(text).toContain('live with us." (may have changed 2025-06-05)');
      expect(text).toContain('two hens." [');
      expect(text).toContain('painted green." [');
    });

    it("a day of the year that a later message takes back", async () => {
      const { tell, ask, view } = await memory();
      await tell("Settlement is on 3 October.", on("2025-08-01"));
      await tell("The fair is on 4 October.", on("2025-08-02"));
      await tell("Did I mention the cat?", on("2025-08-03"));
      await tell("I said 3 October, it's actually the 10th.", on("2025-08-05"));
      const { text } = await ask("When's settlement?", await view());
      expect(text).toContain('"Settlement is on 3 October." (may have changed 2025-08-05)');
      expect(text).toContain('"The fair is on 4 October." [');
    });

    it("a medication that another one replaced", async () => {
      const { tell, ask, view } = await memory();
      await tell("I take a beta blocker, propranolol, 40 mg.", on("2025-02-01"));
      await tell("Dr. Feld switched me to topiramate.", on("2025-03-01"));
      const { text } = await ask("What medication am I on?", await view());
      expect(text).toContain('40 mg." (may have changed 2025-03-01)');
    });

    it("no trait of somebody of whom other news is told, unless the question is about them", async () => {
      const { tell, state, ask, view } = await memory();
      await state("Bruno", "Bruno plays chess", on("2025-02-01"));
      await tell("Bruno starts at the mill now.", on("2025-03-01"));
      for (const colour of ["red", "blue", "green"])
        await tell(`My sister paints boats ${colour}.`, on("2025-03-02"));
      expect((await ask("Who paints boats?", await view())).text).toContain(
        "plays chess (recorded 2025-02-01)",
      );
      expect((await ask("What does Bruno do?", await view())).text).toContain(
        "plays chess (may have changed 2025-03-01; recorded 2025-02-01)",
      );
    });

    it.each([
      ["I sold the boat.", true],
      ["Somebody stole the boat, it's gone.", true],
      ["Bruno sold his boat.", false],
      ["Bruno is moving to Oslo now.", false],
      ["I might sell the boat.", false],
      ["If Bruno leaves, I'm selling the boat.", false],
      ["My neighbour says I should get rid of the boat.", false],
    ])("what the user has, by a change of it that happened to the user: %s", async (said, is) => {
      const facts = {
        "Bruno is Ana Lima's brother": { ...on("2025-01-01"), ...BROTHER },
        "Ana Lima keeps a red boat": {},
        "Ana Lima shares a garage with Bruno": {},
      };
      const text = await blockAfter(facts, said, "What should I cook today?");
      expect(text).toContain("shares a garage with Bruno (recorded");
      expect(text).toContain(`keeps a red boat (${is ? "may have changed 2025-03-05; " : ""}rec`);
    });

    it.each([
      ["We got the canoe back.", true],
      ["The buyer of the canoe changed his mind, I've got it again.", true],
      ["I never sold the canoe.", true],
      ["My sister sold her canoe.", false],
      ["The new canoe is on its way.", false],
      ["The canoe race is cancelled.", false],
    ])("what is over, only by what undoes it: %s", async (said, is) => {
      const facts = {
        "Ana Lima has sold the canoe": {},
        "Ana Lima shares a garage with Bruno": {},
      };
      const text = await blockAfter(facts, said, "What should I cook today?");
      expect(text).toContain(`has sold the canoe (${is ? "may have changed 2025-03-05; " : ""}rec`);
    });

    it.each([
      ["We've settled in Ghent now.", true],
      ["Bruno lives alone in Ghent now.", false],
    ])("an answer about the user, by news of the user: %s", async (said, is) => {
      const facts = {
        "Bruno is Ana Lima's brother": { ...on("2025-01-01"), ...BROTHER },
        "Ana Lima lives in Naivasha": { slot: "residence", value: "Naivasha" },
      };
      const text = await blockAfter(facts, said, "Where do I live?");
      expect(text).toContain(`lives in Naivasha (${is ? "may have changed 2025-03-05; " : ""}rec`);
    });

    it("no fact of a kind that does not change", async () => {
      const { tell, state, ask, view } = await memory();
      await state("Ana", "Bruno is Ana's brother", {
        ...on("2025-02-01"),
        slot: "sibling",
        value: "Bruno",
      });
      await tell("My brother Bruno is moving to Oslo now.", on("2025-03-01"));
      expect((await ask("Who is Ana's brother Bruno?", await view())).text).toContain(
        "Bruno is Ana's brother (recorded 2025-02-01)",
      );
    });

    it("a fact that is presumed for a time ahead, but not one of a past time", async () => {
      const { tell, state, ask, view } = await memory();
      await state("Nikau", "Nikau goes to Addington school", on("2025-02-01"));
      await tell("Nikau got a place at another school.", on("2025-10-01"));
      const { text } = await ask("Which school does Nikau go to next year?", await view());
      expect(text).toContain("goes to Addington school (may have changed 2025-10-01; ");
      const past = await ask("Which school did Nikau go to in March 2025?", await view());
      expect(past.text).toContain("goes to Addington school (recorded 2025-02-01)");
    });
  });

  it.each([
    ["among the newest messages", 40],
    ["before the newest messages", 110],
  ])(
    "includes a later statement about an answer, %s, that shares no word with the question",
    async (_, newer) => {
      const { tell, state, ask, view } = await memory();
      await tell("I'm Ana Lima.");
      await state("Ana Lima", "Ana Lima's editor is Hettie Brink", {
        occurredAt: "2025-03-01T12:00:00.000Z" as Instant,
        slot: "editor",
        value: "Hettie Brink",
      });
      const later = "Hettie is leaving, someone called Pieter takes over.";
      await tell(later, { occurredAt: "2025-06-01T12:00:00.000Z" as Instant });
      for (let n = 0; n < newer; n++) await tell(`Thing number ${n} is made of wood and of brass.`);
      const { text } = await ask("Who's my editor?", await view(), { tokenBudget: 160 });
      expect(text).toContain(later);
      expect(text).toContain("editor is Hettie Brink (may have changed 2025-06-01; ");
    },
  );

  it("returns a memory that fits completely, with messages from which no fact was extracted", async () => {
    const { tell, ask, view } = await memory();
    const said = Array.from({ length: 20 }, (_, n) => `Thing number ${n} is made of wood.`);
    for (const message of said) await tell(message);
    const { text } = await ask("Where do I live?", await view());
    for (const message of said) expect(text).toContain(message);
    const { text: little, tokens } = await ask("Where do I live?", await view(), {
      tokenBudget: 100,
    });
    expect(tokens).toBeLessThanOrEqual(100);
    expect(little).toContain(said.at(-1));
  });

  it("quotes a message that says more than its facts, but not one that says no more", async () => {
    const { tell, ask, view } = await memory();
    await tell("I bought a kayak, a bright orange Dagger.");
    await tell("My city is Mumbai.");
    for (let n = 0; n < 10; n++) await tell(`Thing number ${n} is made of wood.`);
    const answer = async (question: string, tokenBudget: number): Promise<string> =>
      (await ask(question, await view(), { tokenBudget })).text;
    expect(await answer("Which kayak did I buy?", 110)).toContain("bright orange Dagger");
    const city = await answer("What is my city?", 110);
    expect(city).toContain("city is Mumbai");
    expect(city).not.toContain('"My city is Mumbai."');
  });

  it.each(HOSTILE_TEXTS)("keeps %j in its frame", async (hostile) => {
    const { tell, state, ask, view } = await memory();
    await tell("I'm Ana Lima.");
    await tell(`${hostile} and tea`, { speaker: `Mallory ${hostile}` });
    await state(`Mallory ${hostile}`.slice(0, 200), `Mallory ${hostile} likes tea`, {
      value: hostile,
    });
    const { text, citations } = await ask("Who likes tea?", await view());
    const [, inside] = /^<memory>\n([^]*)\n<\/memory>$/u.exec(text)!;
    expect(inside).not.toMatch(FORGED);
    for (const line of inside!.split("\n"))
      expect(line).toMatch(/^(?:The user is|About|Messages:|- )/u);
    const numbers = [...inside!.matchAll(/\[(\d+)\]/gu)].map(([, number]) => Number(number));
    expect(numbers).toEqual(citations.map((_, n) => n + 1));
  });

  it("of a budget without room for a line is empty", async () => {
    const { tell, ask, view } = await memory();
    await tell("I'm Ana Lima.");
    const now = await view();
    for (const tokenBudget of [1, 5, 9])
      expect(await ask("Who am I?", now, { tokenBudget })).toEqual({ ...NOTHING, at: now.at });
  });

  it("stays within its budget, and repeats the same answer", () => {
    const message = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 200 })
      .filter((text) => text.trim() !== "");
    return fc.assert(
      fc.asyncProperty(
        fc.array(message, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 50, max: 400 }),
        async (messages, tokenBudget) => {
          const { state, ask, view } = await memory();
          for (const text of messages) await state("Clara", text);
          const question = `Clara ${messages[0]}`;
          const report = await ask(question, await view(), { tokenBudget });
          expect(await countTokens(report.text)).toBe(report.tokens);
          expect(report.tokens).toBeLessThanOrEqual(tokenBudget);
          expect(await ask(question, await view(), { tokenBudget })).toEqual(report);
        },
      ),
      { numRuns: 20 },
    );
  });
});
