import { describe, expect, it } from "vitest";
import type { KnownFact } from "../../../src/models/port.ts";
import { extract } from "./extraction.ts";

const known = (slot: string, value: string): KnownFact => ({
  text: `Rafael's ${slot} is ${value}`,
  slot,
  value,
  from: null,
  to: null,
});

/** The facts with a slot that a message tells of somebody of whom something is known. */
const factsIn = async (message: string, facts: readonly KnownFact[]): Promise<string[]> => {
  const extraction = await extract(message, {
    speaker: "Rafael",
    knownEntities: [{ name: "Rafael", type: "person", aliases: [], facts }],
  });
  return extraction.facts.flatMap((fact) =>
    fact.slot === null ? [] : [`${fact.slot}=${fact.value}`],
  );
};

const BANK = known("bank", "Barclays");

describe("an exchange", () => {
  it.each([
    ["I've switched from Barclays to Monzo.", [BANK], "bank=Monzo"],
    [
      "Dr Amin has retired so I'm with Dr Ito now.",
      [known("dentist", "Dr Amin")],
      "dentist=Dr Ito",
    ],
    ["I've swapped squash for padel.", [known("hobby", "squash")], "hobby=padel"],
  ])("goes into the slot of what is dropped: %s", async (message, facts, expected) => {
    expect(await factsIn(message, facts)).toContain(expected);
  });

  it.each([
    ["what is not on record", "I've switched from Barclays to Monzo.", []],
    [
      "a value in two slots",
      "I've switched from Barclays to Monzo.",
      [BANK, known("sponsor", "Barclays")],
    ],
    ["a day", "I've changed from Monday to Tuesday.", [known("rehearsals", "Monday")]],
    ["a way between two", "I've walked from Barclays to Monzo.", [BANK]],
  ])("has no slot for %s", async (_case, message, facts) => {
    expect(await factsIn(message, facts)).toEqual([]);
  });
});
