import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import { countTokens } from "../../src/language/tokens.ts";
import { recall, type RecallReport, type RecallRequest } from "../../src/read/recall/recall.ts";
import type { View } from "../../src/read/view.ts";
import type { SpaceStore, Store } from "../../src/store/port.ts";
import { correctFact } from "../../src/write/operations/correct-fact.ts";
import { mergeEntities } from "../../src/write/operations/merge-entities.ts";
import { retractFact } from "../../src/write/operations/retract-fact.ts";
import { stores } from "../contract/stores.ts";
import { extracted, type Script } from "../fakes/scripted-models.ts";
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
  "My city is Mumbai. My dog is Rex.": { facts: [fact("city", "Mumbai"), fact("dog", "Rex")] },
};

describe.each(stores)("recall on $name", ({ open }) => {
  let store: Store;
  let close: () => Promise<void>;
  let spaces = 0;
  beforeAll(async () => ({ store, close } = await open()));
  afterAll(() => close());

  const memory = async () => {
    const service = scriptedMemory(
      await store.space({ tenant: "recall", user: `user ${(spaces += 1)}` }),
      says,
    );
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
    expect(await ask("Where do I live?", await view())).toEqual({
      text: "",
      tokens: 0,
      citations: [],
    });
  });

  it("names the user, the facts by entity, and messages, with citations", async () => {
    const { tell, state, ask, view } = await memory();
    await tell("I'm Ana Lima.");
    const { added, entities } = await state("Clara Rezende", "Clara Rezende works at Orion Tech", {
      validFrom: "2024-03-01T00:00:00.000Z" as Instant,
      validFromKnown: true,
    });
    const { event } = await tell("Clara told me about Orion.", {
      speaker: "Ana Lima",
      occurredAt: "2026-01-01T00:00:00.000Z" as Instant,
    });
    const { text, tokens, citations } = await ask("What about Clara at Orion?", await view());
    const lines = text.split("\n");
    expect(lines[0]).toBe("The user is Ana Lima [1]");
    expect(lines[1]).toBe("- Clara Rezende (person): works at Orion Tech (since 2024-03) [2]");
    expect(lines.at(-1)).toBe('- Ana Lima, 2026-01-01: "Clara told me about Orion." [3]');
    expect(tokens).toBe(await countTokens(text));
    expect(citations).toContainEqual({ kind: "FACT", id: added[0]!.fact });
    expect(citations).toContainEqual({ kind: "EVENT", id: event!.id });
    expect(entities).toHaveLength(1);
    for (const [index] of citations.entries())
      expect(text.match(new RegExp(`\\[${index + 1}\\]`, "gu"))).toHaveLength(1);
  });

  it("does not quote what it states as a fact, word for word", async () => {
    const { state, ask, view } = await memory();
    await state("Clara", "Clara plays chess");
    expect((await ask("chess", await view())).citations).toMatchObject([{ kind: "FACT" }]);
  });

  it("leaves out a word of the question within another word", async () => {
    const { state, ask, view } = await memory();
    await state("Clara", "Clara delivers parcels");
    await state("Bruno", "Bruno runs /deliveries");
    expect((await ask("liver", await view())).text).toBe("");
    expect((await ask("/deliver", await view())).text).toContain("/deliveries");
    expect((await ask("parce", await view())).text).toContain("parcels");
  });

  it("lists the most important facts of an entity that is found, whatever their words", async () => {
    const { state, ask, view } = await memory();
    await state("Clara", "She is allergic to peanuts");
    expect((await ask("Tell me about Clara", await view())).text).toContain(
      "She is allergic to peanuts",
    );
  });

  it("is about the user only if asked who that is, and about the user first otherwise", async () => {
    const { tell, state, ask, view } = await memory();
    await tell("I'm Ana Lima.");
    await state("Ana Lima", "Ana Lima plays chess");
    await state("Clara", "Clara is a painter");
    const { text } = await ask("Who am I?", await view());
    expect(text.split("\n")).toEqual([
      "The user is Ana Lima [1]",
      expect.stringMatching(/^- Ana Lima \(person\): plays chess/u),
    ]);
    expect((await ask("What do you know about me?", await view())).text.split("\n")[1]).toMatch(
      /^- Ana Lima \(person\): plays chess/u,
    );
  });

  it("lists facts of an entity without repeating its names", async () => {
    const service = scriptedMemory(await store.space({ tenant: "recall", user: "aliases" }), {
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
    ).toContain("- Isabela Rezende (person): lives in Porto");
  });

  it("keeps the other name if nothing else is known", async () => {
    const service = scriptedMemory(await store.space({ tenant: "recall", user: "equations" }), {
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
    ).toContain("- Kargunyan (person): user's wife is Kargunyan");
  });

  it("finds the user by any name if asked about", async () => {
    const { tell, state, ask, view } = await memory();
    await tell("I'm Ana Lima.");
    await state("Ana Lima", "Ana Lima plays chess");
    await state("Clara", "Clara is a painter");
    expect((await ask("What is known of the user?", await view())).text.split("\n")[1]).toMatch(
      /^- Ana Lima \(person\): plays chess/u,
    );
    expect((await ask("Does the user know a painter?", await view())).text).toMatch(
      /Clara \(person\): is a painter[^]*Ana Lima \(person\): plays chess/u,
    );
  });

  describe("a value that is no longer so", () => {
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
      const { added } = await tell("My city is Mumbai.");
      const before = await view();
      await correctFact(services, space, {
        fact: added[0]!.fact,
        text: "The user's city is Pune",
        value: "Pune",
      });
      expect((await ask("What is my city?", await view())).text).toMatch(/^(?!.*Mumbai).*Pune/su);
      await retractFact(services, space, { fact: added[0]!.fact });
      expect((await ask("What is my city?", await view())).text).not.toMatch(/Mumbai|Pune/u);
      expect((await ask("What is my city?", before)).text).toContain('"My city is Mumbai."');
    });
  });

  it("shows the facts of a merged entity under the one that it is merged into", async () => {
    const { space, services, state, ask, view } = await memory();
    const into = (await state("Clara Rezende", "Clara Rezende plays chess")).entities[0]!.entity;
    const from = (await state("Clarinha", "Clarinha plays the cello")).entities[0]!.entity;
    await mergeEntities(services, space, { from, into });
    const { text } = await ask("Who plays what?", await view());
    expect(text).toMatch(
      /^- Clara Rezende \(person\): .*chess.*cello|^- Clara Rezende \(person\): .*cello.*chess/mu,
    );
    expect(text).not.toContain("- Clarinha");
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

  it("takes at most thirteen store calls", async () => {
    const { space, tell, state, ask, view, read } = await memory();
    await tell("I'm Ana Lima.");
    await state("Clara", "Clara is at /consulting");
    await ask("warm up", await view());
    const calls: string[] = [];
    const counting = new Proxy(space, {
      get: (target, name: keyof SpaceStore) => {
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function"
          ? (...args: unknown[]): unknown => (
              calls.push(name),
              (member as (...args: unknown[]) => unknown).apply(target, args)
            )
          : member;
      },
    });
    await recall(read, counting, await view(), {
      question: "Who am I, and who is Clara at /consulting?",
      tokenBudget: 1200,
    });
    expect(calls.length).toBeGreaterThan(3);
    expect(calls.length).toBeLessThanOrEqual(13);
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
