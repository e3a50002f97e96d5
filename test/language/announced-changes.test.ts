import { describe, expect, it } from "vitest";
import {
  isOver,
  isTopic,
  isUndoing,
  kindsOfValue,
  sentencesOfChange,
} from "../../src/language/announced-changes.ts";
import { isRequest } from "../../src/language/questions.ts";
import { wordKey } from "../../src/language/spelling.ts";

describe("a change that is announced", () => {
  it.each([
    "Berte got too pricey so we buy from Warbro now.",
    "Hettie is leaving Umuzi.",
    "Lisbon isn't going to happen in September.",
    "Rent's up: my share is R10 200 from this month.",
    "The Casa do Jasmim is overbooked, so it's Pensão Aurora.",
    "Biscuit died this morning.",
    "Já não moro no Porto.",
    "Troquei de médico.",
  ])("is told by %s", (message) => {
    expect(sentencesOfChange(message)).toEqual([message]);
  });

  it.each([
    "My editor at Umuzi is Hettie Brink.",
    "We record Spine Out on Wednesday nights.",
    "I bank with Capitec.",
    "Our vet is Dr. Naidoo at Roodebloem.",
    "Should I move to Oslo?",
    "My sister lives in Newport.",
    "O meu cão chama-se Rex.",
    "Moro em Lisboa.",
  ])("is not told by %s", (message) => {
    expect(sentencesOfChange(message)).toEqual([]);
  });

  it("is of what the words of its own sentence name", () => {
    expect(sentencesOfChange("I play the oboe. We moved to Oslo. Fine?")).toEqual([
      "We moved to Oslo. ",
    ]);
  });
});

it("tells what is over, and what may undo it", () => {
  const over = ["has quit Bali", "The HiLux got stolen.", "I've left the choir.", "Vendi o carro."];
  expect(over.filter(isOver)).toEqual(over);
  expect(["drives a HiLux", "My leftover soup is cold.", "I found a flat."].filter(isOver)).toEqual(
    [],
  );
  const undoing = [
    "We're back together.",
    "I never left.",
    "They found the car.",
    "It fell through.",
  ];
  expect(undoing.filter(isUndoing)).toEqual(undoing);
  expect(["They sold the shop.", "I bought a backpack now."].filter(isUndoing)).toEqual([]);
});

it("names a topic by words that few messages share", () => {
  const isNamed = (word: string): boolean => isTopic(wordKey(word));
  expect(["rent", "lisbon", "boat", "54"].filter(isNamed)).toHaveLength(4);
  expect(["started", "monday", "october", "2024", "15", "home"].filter(isNamed)).toEqual([]);
});

it("tells of which kind a value is", () => {
  expect(kindsOfValue("The quote came in at £740")).toEqual(["AMOUNT"]);
  expect(kindsOfValue("We shut from 8 July")).toEqual(["DATE"]);
  expect(kindsOfValue("We only close from the 15th")).toEqual(["DATE"]);
  expect(kindsOfValue("Tuesday to Saturday, 7:00 to 17:00")).toEqual(["WEEKDAY", "CLOCK"]);
  expect(kindsOfValue("I have three sisters and 12 hens")).toEqual([]);
});

it("tells requests for a piece of work from statements", () => {
  expect(
    ["Write me a limerick.", "Please translate “storm”.", "What's a rill?"].every(isRequest),
  ).toBe(true);
  expect(
    ["Write-offs went up.", "I write novels.", "Give me a raise? No: I quit. I live here."].some(
      isRequest,
    ),
  ).toBe(false);
});
