import { describe, expect, it } from "vitest";
import type { Instant } from "../../src/memory/time.ts";
import { freshSpaces } from "../contract/open-store.ts";
import { stores } from "../contract/stores.ts";
import { revertDecision } from "../../src/write/operations/revert-decision.ts";
import { write } from "../../src/write/write.ts";
import { remembering } from "./remembering.ts";

/** A day of January. */
const on = (day: number): Instant =>
  `2025-01-${String(day).padStart(2, "0")}T00:00:00.000Z` as Instant;

const KEYS = [
  "dog's name",
  "cat's name",
  "wife's name",
  "husband's name",
  "partner's name",
  "son's name",
  "daughter's name",
  "boss's name",
  "father's name",
  "best friend's name",
  "pet's name",
  "teacher's name",
  "boat's name",
  "best friend",
  "pet",
  "dog",
  "cat",
  "goldfish",
  "sister",
  "brother",
  "cousin",
  "child",
  "neighbour",
  "colleague",
  "roommate",
  "mentor",
  "coach",
  "doctor",
  "dentist",
  "lawyer",
  "boss",
  "team lead",
  "husband",
  "girlfriend",
  "mother",
  "guitar teacher",
  "emergency contact",
  "car",
  "phone number",
  "home town",
  "favourite flower",
  "school",
  "dog's breed",
  "wife's phone number",
];

describe.each(stores)("changes of value on $name", ({ open }) => {
  const freshSpace = freshSpaces(open);

  /** The current beliefs after each of the messages. */
  const toldOf = async (...messages: readonly string[]): Promise<string[][]> => {
    const { tell, space } = await remembering(await freshSpace());
    const heads: Instant[] = [];
    for (const message of messages) {
      await tell(message);
      heads.push((await space.head()).recordedAt!);
    }
    const pages = await space.facts(
      heads.map((head) => ({ at: { knownAt: heads.at(-1)!, validAt: head }, page: { first: 50 } })),
    );
    return pages.map(({ items }) => items.map(({ item }) => item.text));
  };
  const naming = (texts: readonly string[] | undefined, ...names: readonly string[]): string[] =>
    names.filter((name) => texts!.some((text) => text.includes(name)));

  describe("a changed value", () => {
    it.each(KEYS)("is seen in the past and never at present: my %s", async (key) => {
      // A value is of its slot's type: a name is no phone number.
      const [first, second, third] = key.endsWith("phone number")
        ? (["555-0101", "555-0102", "555-0103"] as const)
        : (["Zorvan", "Belquin", "Tarmel"] as const);
      const told = await toldOf(
        `My ${key} is ${first}.`,
        "It rained all morning.",
        `My ${key} has changed to ${second}.`,
        `My ${key} has changed to ${third}.`,
      );
      expect(told.map((texts) => naming(texts, first, second, third))).toEqual([
        [first],
        [first],
        [second],
        [third],
      ]);
    });

    it.each([
      ["My dog is Zorvan.", "My dog's name is Belquin."],
      ["My cat's name is Zorvan.", "My cat's name is Belquin."],
      ["My best friend is Zorvan.", "My best friend is now Belquin."],
      ["The name of my dog is Zorvan.", "My dog's new name is Belquin."],
      ["My sister is Zorvan.", "My sister changed to Belquin."],
      ["My dog's name is Zorvan.", "My dog is now called Belquin."],
    ])("is recognised in other words: %s %s", async (before, after) => {
      const [first, last] = await toldOf(before, after);
      expect([naming(first, "Zorvan", "Belquin"), naming(last, "Zorvan", "Belquin")]).toEqual([
        ["Zorvan"],
        ["Belquin"],
      ]);
    });

    it.each([
      "My dog's name is Zorvan. My dog's name has changed to Belquin.",
      "My sister is Zorvan. My sister has changed to Belquin.",
      "My wife is Zorvan. My wife's name has changed to Belquin.",
    ])("is recognised within a message: %s", async (message) => {
      expect(naming((await toldOf(message))[0], "Zorvan", "Belquin")).toEqual(["Belquin"]);
    });

    it("can come back", async () => {
      const told = await toldOf(
        "My dog's name is Zorvan.",
        "My dog's name has changed to Belquin.",
        "My dog's name has changed to Zorvan.",
      );
      expect(told.map((texts) => naming(texts, "Zorvan", "Belquin"))).toEqual([
        ["Zorvan"],
        ["Belquin"],
        ["Zorvan"],
      ]);
    });
  });

  describe("values of a MANY slot", () => {
    it.each([
      ["My sister is Zorvan.", "My sister is Belquin."],
      ["My friend is Zorvan.", "My friend is Belquin."],
      ["My sister Zorvan lives in Porto.", "My sister Belquin lives in Lisbon."],
      ["I have two dogs, Zorvan and Belquin.", "It rained all morning."],
      ["My sisters are Zorvan and Belquin.", "My brother is Tarmel."],
      ["My dog's name is Zorvan.", "My cat's name is Belquin."],
    ])("coexist: %s %s", async (...messages) => {
      expect(naming((await toldOf(...messages)).at(-1), "Zorvan", "Belquin")).toEqual([
        "Zorvan",
        "Belquin",
      ]);
    });
  });

  /**
   * The beliefs at the times of the messages, in the order in which they were said, whatever the
   * order of arrival; then the current ones.
   */
  const told = async (
    ...messages: readonly (readonly [day: number, message: string])[]
  ): Promise<string[][]> => {
    const { services, space } = await remembering(await freshSpace());
    for (const [day, message] of messages)
      await write(services, space, { message, occurredAt: on(day) });
    const knownAt = (await space.head()).recordedAt!;
    const days = messages.map(([day]) => day).toSorted((a, b) => a - b);
    const pages = await space.facts(
      [...days.map(on), knownAt].map((validAt) => ({
        at: { knownAt, validAt },
        page: { first: 50 },
      })),
    );
    return pages.map(({ items }) => items.map(({ item }) => item.text));
  };

  describe("the former holder of a role", () => {
    it.each<[messages: string[], was: string[], is: string, stays: string[]]>([
      [
        ["My dog Zorvan is sick.", "My dog's name has changed to Belquin."],
        ["Zorvan is user's dog"],
        "user's dog is Belquin",
        ["Zorvan is sick"],
      ],
      [
        [
          "My dog's name is Zorvan.",
          "My dog Zorvan is sick.",
          "My dog's name has changed to Belquin.",
        ],
        ["Zorvan is user's dog"],
        "user's dog is Belquin",
        ["Zorvan is sick"],
      ],
      [
        ["I have a dog named Zorvan.", "My dog has changed to Belquin."],
        ["user has a dog named Zorvan"],
        "user's dog is Belquin",
        [],
      ],
      [
        ["I have two dogs, Zorvan and Tarmel.", "My dog has changed to Belquin."],
        ["Zorvan", "Tarmel"],
        "user's dog is Belquin",
        [],
      ],
      [
        [
          "My friend is Zorvan.",
          "My friend is Tarmel.",
          "Kelvar is my friend.",
          "My friend has changed to Belquin.",
        ],
        ["Zorvan", "Tarmel", "Kelvar"],
        "user's friend is Belquin",
        [],
      ],
      [
        [
          "My sister is Zorvan.",
          "My sister Tarmel lives in Porto.",
          "My sister has changed to Belquin.",
        ],
        ["user's sister is Zorvan", "Tarmel is user's sister"],
        "user's sister is Belquin",
        ["Tarmel lives in Porto"],
      ],
      [
        ["I have a wife named Zorvan.", "My wife's name has changed to Belquin."],
        ["Zorvan"],
        "user's wife is Belquin",
        [],
      ],
      [
        ["My pet is a hamster.", "My pet has changed to a cat."],
        ["hamster"],
        "user's pet is a cat",
        [],
      ],
      [["My pet is a hamster.", "My pet is now a cat."], ["hamster"], "user's pet is a cat", []],
      [
        ["My dog is Zorvan.", "Tom's dog is Zorvan.", "Tom's dog has changed to Belquin."],
        ["Tom's dog is Zorvan"],
        "Tom's dog is Belquin",
        ["user's dog is Zorvan"],
      ],
      [
        ["My dog Zorvan is sick.", "My name is Ana Lima.", "My dog's name has changed to Belquin."],
        ["Zorvan is user's dog"],
        "Ana Lima's dog is Belquin",
        ["Zorvan is sick"],
      ],
      [
        ["Meu cachorro se chama Zorvan.", "O nome do meu cachorro mudou para Belquin."],
        ["Zorvan é cachorro de user"],
        "O cachorro de user é Belquin",
        [],
      ],
      [
        ["Meu cachorro é o Zorvan.", "Meu cachorro agora é o Belquin."],
        ["Zorvan é cachorro de user"],
        "O cachorro de user é Belquin",
        [],
      ],
      [
        ["Meu médico é o Dr. Zorvan.", "Meu médico mudou para a Dra. Belquin."],
        ["O médico de user é Dr. Zorvan"],
        "O médico de user é Dra. Belquin",
        [],
      ],
      [
        ["My coach is Zorvan.", "My coach used to be Zorvan, but now it's Belquin."],
        ["user's coach is Zorvan"],
        "user's coach is Belquin",
        [],
      ],
      [
        ["my dog's name is zorvan", "my dog's name has changed to belquin"],
        ["user's dog is Zorvan"],
        "user's dog is Belquin",
        [],
      ],
      [
        ["Meu bicho de estimação é um hamster.", "Meu bicho de estimação agora é um gato."],
        ["hamster"],
        "O bicho de estimação de user é um gato",
        [],
      ],
    ])("is seen in the past and never at present: %j", async (messages, was, is, stays) => {
      const texts = await told(...messages.map((message, day) => [day + 1, message] as const));
      expect(naming(texts.at(-2), ...was)).toEqual([]);
      expect(texts.at(-1)).toEqual(texts.at(-2));
      expect(naming(texts.at(-1), is, ...stays)).toEqual([is, ...stays]);
      expect(naming(texts.at(-3), ...was)).toEqual(was);
    });

    it.each<[change: string, before: string]>([
      ["My dog's name has changed to Belquin.", "My dog's name is Zorvan."],
      ["My dog's name has changed to Belquin.", "My dog Zorvan is sick."],
      ["My dog has changed to Belquin.", "I have a dog named Zorvan."],
      ["My friend has changed to Belquin.", "My friend is Zorvan."],
      ["My city has changed to Belquin.", "My city is Zorvan."],
      ["Anna's address has changed to Belquin.", "Anna's address is Zorvan."],
    ])("is seen until the change, even if told after it: %s %s", async (change, before) => {
      const owned = /dog|friend/u.test(before) ? /(?:dog|friend)/u : /./u;
      const texts = (await told([9, change], [3, before])).map((day) =>
        day.filter((text) => owned.test(text)),
      );
      expect(texts.map((day) => naming(day, "Zorvan", "Belquin"))).toEqual([
        ["Zorvan"],
        ["Belquin"],
        ["Belquin"],
      ]);
    });

    it("is replaced in the order in which changes were said, not told", async () => {
      const texts = await told(
        [1, "My dog's name is Zorvan."],
        [9, "My dog's name has changed to Tarmel."],
        [5, "My dog's name has changed to Belquin."],
      );
      expect(texts.map((day) => naming(day, "Zorvan", "Belquin", "Tarmel"))).toEqual([
        ["Zorvan"],
        ["Belquin"],
        ["Tarmel"],
        ["Tarmel"],
      ]);
    });

    it("comes back if the change is undone", async () => {
      const { tell, services, space, facts } = await remembering(await freshSpace());
      await tell("My friend is Zorvan.");
      await tell("My friend is Tarmel.");
      const { decisions } = await tell("My friend has changed to Belquin.");
      await revertDecision(services, space, {
        decision: decisions.find(({ action }) => action === "UPDATE")!.id,
      });
      expect(naming(await facts(), "Zorvan", "Tarmel", "Belquin")).toEqual(["Zorvan", "Tarmel"]);
    });
  });

  it.each<[messages: string[], was: string, is: string]>([
    [["My bank is Zorvan.", "I changed my bank to Belquin."], "Zorvan", "Belquin"],
    [
      ["My bank is Zorvan.", "I've just switched my bank from Zorvan to Belquin."],
      "bank is Zorvan",
      "Belquin",
    ],
    [["My bank is Zorvan.", "Belquin is my bank now."], "Zorvan", "user's bank is Belquin"],
    [["My favorite food is sushi.", "my favorite food's changed to ramen"], "sushi", "ramen"],
    [
      ["My favorite food is sushi.", "My favorite food has changed. It's ramen now."],
      "sushi",
      "ramen",
    ],
    [["MY CITY IS ZORVAN.", "MY CITY HAS CHANGED TO BELQUIN!"], "ZORVAN", "BELQUIN"],
    [
      ["MY PHONE NUMBER IS 555-1234.", "MY PHONE NUMBER HAS CHANGED TO 555-9999!"],
      "555-1234",
      "555-9999",
    ],
    [
      ["My dentist appointment is on May 3.", "My dentist appointment has changed to May 10."],
      "May 3",
      "May 10",
    ],
    [
      ["My email is ana@old.com.", "My email address has changed to ana@new.org."],
      "ana@old.com",
      "ana@new.org",
    ],
    [
      [
        "My website is https://old.example.com/x.",
        "My website has changed to https://new.example.com/y.",
      ],
      "old.example.com",
      "new.example.com",
    ],
    [
      ["My best friend's shift is May 5.", "My best friend's shift has changed to May 6."],
      "May 5",
      "May 6",
    ],
    [
      ["O telefone da minha irmã é 555-1234.", "O telefone da minha irmã mudou para 555-9999."],
      "555-1234",
      "555-9999",
    ],
    [
      ["Dana's email is dana@a.com.", "Dana changed her email to dana@b.com."],
      "dana@a.com",
      "dana@b.com",
    ],
    [
      ["My plan is to travel to Peru.", "My plan has changed to staying home."],
      "Peru",
      "staying home",
    ],
    [["Meu endereço é Rua A, 12.", "Meu novo endereço é Rua B, 44."], "Rua A", "Rua B"],
    [
      ["O endereço da Ana é Rua A, 12.", "O endereço da Ana mudou para Rua B, 44."],
      "Rua A",
      "Rua B",
    ],
  ])("are recognised in many forms: %j", async (messages, was, is) => {
    const texts = await told(...messages.map((message, day) => [day + 1, message] as const));
    expect(texts.map((day) => naming(day, was, is))).toEqual([[was], [is], [is]]);
  });

  it.each<[was: string[], gone: string, is: string]>([
    [["My dog is Zorvan.", "My dog Zorvan is sick."], "My dog is no longer Zorvan.", "dog"],
    [["My coach is Zorvan."], "My coach isn't Zorvan anymore.", "coach"],
    [["My coach is Zorvan."], "My coach used to be Zorvan.", "coach"],
    [["Meu chefe é o Zorvan."], "Meu chefe não é mais o Zorvan.", "chefe"],
    [["Meu cachorro é o Zorvan."], "Meu cachorro não é mais o Zorvan.", "cachorro"],
  ])("can end without a successor: %j %s", async (was, gone, label) => {
    const texts = await told(...[...was, gone].map((message, day) => [day + 1, message] as const));
    const holding = texts.map((day) =>
      day.filter((text) => text.includes(label) && text.includes("Zorvan")),
    );
    expect(holding.at(-3)).not.toEqual([]);
    expect([holding.at(-2), holding.at(-1)]).toEqual([[], []]);
  });

  it.each<[own: string, others: string, changed: string, stays: string]>([
    [
      "My phone number is 555-7777.",
      "My sister's phone number is 555-1234.",
      "My sister's phone number has changed to 555-9999.",
      "user's phone number is 555-7777",
    ],
    [
      "My sister's phone number is 555-1234.",
      "My phone number is 555-7777.",
      "My phone number has changed to 555-9999.",
      "user's sister's phone number is 555-1234",
    ],
    [
      "My car is Zorvan.",
      "My wife's car is Zorvan.",
      "My car has changed to Belquin.",
      "user's wife's car is Zorvan",
    ],
    [
      "Tom lives in Porto.",
      "Tom's sister lives in Faro.",
      "Tom's sister lives in Lisbon now.",
      "Tom lives in Porto",
    ],
    [
      "Meu telefone é 555-7777.",
      "O telefone da minha irmã é 555-1234.",
      "O telefone da minha irmã mudou para 555-9999.",
      "O telefone de user é 555-7777",
    ],
    [
      "Minha cidade é Recife.",
      "A cidade da Ana é Natal.",
      "A cidade da Ana mudou para Olinda.",
      "A cidade de user é Recife",
    ],
  ])("belong to nobody else: %s %s %s", async (...messages) => {
    const stays = messages.pop()!;
    expect(
      (await told(...messages.map((message, day) => [day + 1, message] as const))).at(-1),
    ).toContain(stays);
  });
});
