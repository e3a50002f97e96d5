import { v7 } from "uuid";
import { describe, expect, it } from "vitest";
import type { WriteServices } from "../../src/write/services.ts";
import { DEFAULT_WRITE_SETTINGS } from "../../src/write/settings.ts";
import { shippedVocabulary } from "../../src/vocabulary/load.ts";
import { write } from "../../src/write/write.ts";
import { createOfflineModels } from "../../src/models/offline/offline-models.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { extracted, scriptedModels } from "../fakes/scripted-models.ts";

type Named = readonly [name: string, type?: string, aliases?: readonly string[]];

describe.each(stores)("resolving names on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  /**
   * Writes messages one after the other, each about some names. Returns the keys to which the last
   * one's names were resolved.
   */
  const keysOf = async (...messages: readonly (readonly Named[])[]) => {
    const space = await freshSpace();
    const { disambiguate } = createOfflineModels();
    let keys: (string | undefined)[] = [];
    for (const [n, names] of messages.entries()) {
      const entities = names.map(([name, type = "person", aliases = []]) => ({
        name,
        type,
        aliases,
      }));
      const models = scriptedModels({
        disambiguate,
        says: {
          [`message ${n}`]: {
            entities,
            facts: entities.map(({ name }) =>
              extracted({ subject: name, text: `${name} was spoken of in message ${n}` }),
            ),
          },
        },
      });
      const services: WriteServices = {
        models,
        newId: v7,
        now: Date.now,
        settings: DEFAULT_WRITE_SETTINGS,
        vocabulary: shippedVocabulary(),
        log: { warn: () => {} },
        onPending: () => {},
      };
      const report = await write(services, space, { message: `message ${n}`, speaker: "Rafael" });
      keys = report.addedFacts.map(
        (fact) => report.entities.find(({ entity }) => entity === fact.entity)?.key,
      );
    }
    return keys;
  };

  it.each<[string, readonly (readonly Named[])[], readonly string[]]>([
    ["a name that is known", [[["Ana Lima"]], [["Ana Lima"]]], ["person:ana_lima"]],
    [
      "a name in other letters",
      [[["São Paulo", "place"]], [["sao paulo", "place"]]],
      ["place:sao_paulo"],
    ],
    [
      "an alias of the message",
      [[["Guilherme Maturana", "person", ["Guili"]]], [["Guili"]]],
      ["person:guilherme_maturana"],
    ],
    ["the short form of a first name", [[["Carolina"]], [["Carol"]]], ["person:carolina"]],
    [
      "a first name, where one person has it",
      [[["Clara Rezende"]], [["Clara"]]],
      ["person:clara_rezende"],
    ],
    [
      "a first name that two people have, as a third",
      [[["Ana Lima"], ["Ana Costa"]], [["Ana"]]],
      ["person:ana"],
    ],
    ["two surnames as two people", [[["Ana Lima"]], [["Ana Costa"]]], ["person:ana_costa"]],
    ["names that only look alike as two", [[["Maria"]], [["Mario"]]], ["person:mario"]],
    [
      "a whole name that a longer one begins with as two",
      [[["Mariana"]], [["Maria"]]],
      ["person:maria"],
    ],
    ["two letters as nobody's short form", [[["Joana"]], [["Jo"]]], ["person:jo"]],
    ["a name with a title", [[["Ana Lima"]], [["Dr. Ana Lima"]]], ["person:ana_lima"]],
    ["a name whose title is left out", [[["Prof. Ana Lima"]], [["Ana Lima"]]], ["person:ana_lima"]],
    ["a title with the surname", [[["Priya Shah"]], [["Dr Shah"]]], ["person:priya_shah"]],
    [
      "a title with a surname that two people have, as a third",
      [[["Priya Shah"], ["Ravi Shah"]], [["Dr Shah"]]],
      ["person:dr_shah"],
    ],
    [
      "a title with another surname as two",
      [[["Priya Shah"]], [["Dr Shahid"]]],
      ["person:dr_shahid"],
    ],
    [
      "what a relative is called too as two",
      [[["Priya Shah"]], [["Mrs Shah"]]],
      ["person:mrs_shah"],
    ],
    [
      "a title of nobody but a person",
      [[["Pepper"]], [["Dr Pepper", "product"]]],
      ["product:dr_pepper"],
    ],
    ["a pronoun as the speaker", [[["me"]]], ["person:rafael"]],
    ["a bare relationship term as the speaker", [[["girlfriend"]]], ["person:rafael"]],
    [
      "a name with a hint in brackets as the person",
      [[["Carol (Rafael's girlfriend)", "concept"]]],
      ["person:carol"],
    ],
    [
      "whose somebody is as nobody who is named in it",
      [[["Rafael Lima"]], [["Rafael Lima's sister"]]],
      ["person:rafael_lima_sister"],
    ],
    [
      "a name as nobody who is only told by it",
      [[["Zorvan's sister"]], [["Zorvan"]]],
      ["person:zorvan"],
    ],
    [
      "whose somebody is, in Portuguese",
      [[["Zorvan"]], [["irmã de Zorvan"]]],
      ["person:irma_de_zorvan"],
    ],
    [
      "a name of another type as something else",
      [[["Orion", "organization"]], [["Orion", "pet"]]],
      ["pet:orion"],
    ],
    [
      "a thing whose type is only told later as the same",
      [[["Vertix", "concept"]], [["Vertix", "organization"]]],
      ["concept:vertix"],
    ],
  ])("takes %s", async (_, messages, expected) => {
    expect(await keysOf(...messages)).toEqual(expected);
  });

  it("gives an alias to its first entity", async () => {
    expect(
      await keysOf(
        [["Ana Lima", "person", ["Aninha"]]],
        [["Ana Costa", "person", ["Aninha"]]],
        [["Aninha"]],
      ),
    ).toEqual(["person:ana_lima"]);
  });
});
