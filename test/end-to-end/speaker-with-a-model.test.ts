import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  FactsDocument,
  WriteDocument,
  type WriteMutationVariables,
} from "../generated/operations.ts";
import { extractionScript, type ScriptedExtraction } from "../model-server/extraction-script.ts";
import { startModelService, type ModelService } from "./model-service.ts";
import { as, told } from "./service.ts";

let running: ModelService;
let users = 0;
beforeAll(async () => {
  running = await startModelService();
});
afterAll(async () => expect(await running.stop()).toBe(0));
beforeEach(() => {
  running.model.chats.length = 0;
});

type WriteInput = WriteMutationVariables["input"];

const says = (text: string, slot: string, value: string, entities: [string, string][] = []) => ({
  entities: [{ name: "user", type: "person" }, ...entities.map(([name, type]) => ({ name, type }))],
  facts: [{ subject: "user", text, slot, value }],
});

const STORY: Readonly<Record<string, ScriptedExtraction>> = {
  "I live in Porto.": says("user lives in Porto", "city", "Porto", [["Porto", "place"]]),
  "I moved to Lisbon.": says("user lives in Lisbon", "residence", "Lisbon", [["Lisbon", "place"]]),
  "My home is Faro now.": says("user's home is Faro", "home", "Faro", [["Faro", "place"]]),
  "My city is beautiful.": says("user's city is beautiful", "city", "beautiful"),
  "My address is the same as before.": says("user's address is the same", "address", "the same"),
  "My assistant manager is Ida.": says(
    "user's assistant manager is Ida",
    "assistant manager",
    "Ida",
    [["Ida", "person"]],
  ),
  "My manager is Otto.": says("user's manager is Otto", "manager", "Otto", [["Otto", "person"]]),
  "Tom lives in Oslo.": {
    entities: [
      { name: "Tom", type: "person" },
      { name: "Oslo", type: "place" },
    ],
    facts: [{ subject: "Tom", text: "Tom lives in Oslo", slot: "residence", value: "Oslo" }],
  },
  "Sorry, I meant Bergen.": {
    entities: [
      { name: "Tom", type: "person" },
      { name: "Bergen", type: "place" },
    ],
    facts: [
      {
        subject: "Tom",
        text: "Tom lives in Bergen",
        slot: "residence",
        value: "Bergen",
        corrects: { subject: "Tom", slot: "residence", value: "Oslo" },
      },
    ],
  },
  "Bea is my sister.": {
    entities: [
      { name: "Bea", type: "person" },
      { name: "user", type: "person" },
    ],
    facts: [{ subject: "Bea", text: "Bea is a sister of user" }],
    relations: [{ source: "Bea", type: "sibling_of", target: "user" }],
  },
};

const memory = () => {
  running.model.answer = extractionScript(STORY);
  const ask = as(running.service.url, `speaker-${users++}`);
  return {
    write: async (message: string, input: Partial<WriteInput> = {}) =>
      (await told(ask(WriteDocument, { input: { message, verbose: true, ...input } }))).write,
    slots: async () =>
      (
        await told(
          ask(FactsDocument, { entity: "user", slot: null, at: null, first: 50, after: null }),
        )
      ).facts.nodes.map(({ slot, text }) => [slot, text]),
  };
};

/** The known facts that the model received with its last message. */
const knownToModel = (): unknown => {
  const content = running.model.chats.at(-1)?.body.messages.at(-1)?.content ?? "{}";
  return (JSON.parse(content) as Record<string, unknown>)["known"];
};

describe("the prompt for a message in the first person", () => {
  it("contains the known facts about the speaker, with slots and intervals", async () => {
    const { write } = memory();
    await write("I live in Porto.", { occurredAt: "2026-03-02T09:00:00.000Z" });
    await write("I moved to Lisbon.", { occurredAt: "2026-09-14T09:00:00.000Z" });
    expect(knownToModel()).toEqual([
      {
        name: "user",
        type: "person",
        aliases: [],
        facts: [
          {
            text: "user lives in Porto",
            slot: "residence",
            value: "Porto",
            from: "2026-03-02T09:00:00.000Z",
            to: null,
          },
        ],
      },
    ]);
  });

  it("includes facts about others that mention the speaker", async () => {
    const { write } = memory();
    await write("I live in Porto.");
    await write("Bea is my sister.");
    await write("My manager is Otto.");
    await write("I moved to Lisbon.");
    expect(knownToModel()).toMatchObject([
      {
        name: "user",
        facts: [
          { text: "user lives in Porto" },
          { text: "user's manager is Otto" },
          { text: "Bea is a sister of user" },
        ],
      },
    ]);
  });

  it("includes the speaker's last statements, so that they can be corrected", async () => {
    const { write } = memory();
    const first = await write("Tom lives in Oslo.");
    const corrected = await write("Sorry, I meant Bergen.");
    expect(knownToModel()).toMatchObject([{ name: "Tom", facts: [{ text: "Tom lives in Oslo" }] }]);
    expect(corrected.factsAdded).toEqual([]);
    expect(corrected.decisions).toMatchObject([{ action: "UPDATE", decidedBy: "RULE" }]);
    expect(corrected.factsUpdated).toMatchObject([
      { text: "Tom lives in Bergen", value: "Bergen", validFrom: first.factsAdded[0]?.validFrom },
    ]);
  });

  it("contains no facts with the first message, and nothing of another user", async () => {
    await memory().write("I live in Porto.");
    const { write } = memory();
    await write("I moved to Lisbon.");
    expect(knownToModel()).toEqual([]);
  });

  it("contains nothing about the user if somebody else speaks", async () => {
    const { write } = memory();
    await write("I live in Porto.");
    await write("I moved to Lisbon.", { speaker: "Rui Alves" });
    expect(knownToModel()).toEqual([]);
  });

  it("stays within the token budget", async () => {
    const { write } = memory();
    await write("I live in Porto.");
    await write("I moved to Lisbon.", { config: { knownTokens: 5 } });
    expect(knownToModel()).toMatchObject([{ name: "user", facts: [] }]);
  });
});

describe("synonymous slots", () => {
  it("are one attribute", async () => {
    const { write, slots } = memory();
    for (const message of ["I live in Porto.", "I moved to Lisbon.", "My home is Faro now."])
      await write(message);
    expect(await slots()).toEqual([["residence", "user's home is Faro"]]);
  });

  it("stay apart from a longer label", async () => {
    const { write, slots } = memory();
    await write("My manager is Otto.");
    await write("My assistant manager is Ida.");
    expect(await slots()).toEqual([
      ["boss", "user's manager is Otto"],
      ["assistant_manager", "user's assistant manager is Ida"],
    ]);
  });

  it.each(["My city is beautiful.", "My address is the same as before."])(
    "reject a value of another type: %s",
    async (message) => {
      const { write, slots } = memory();
      await write("I live in Porto.");
      await write(message);
      expect((await slots())[0]).toEqual(["residence", "user lives in Porto"]);
      expect((await slots()).slice(1).map(([slot]) => slot)).toEqual([null]);
    },
  );
});
