import { expect, it } from "vitest";
import { compareFacts } from "../../../src/models/offline/comparison/compare-facts.ts";
import type { ComparedFact } from "../../../src/models/derive-tasks.ts";
import { shippedVocabulary } from "../../../src/vocabulary/load.ts";

const vocabulary = shippedVocabulary();
const contradictions = (slot: string, ...values: readonly string[]) =>
  compareFacts(
    values.map(
      (value, i) =>
        ({ id: `f${i}`, subject: "Ana", slot, value, text: `Ana has ${value}` }) as ComparedFact,
    ),
    (name) => vocabulary.hasMany(name),
  ).contradictions.length;

it("finds a contradiction in two values of a slot that has one", () => {
  expect(contradictions("residence", "Porto", "Lisbon")).toBe(1);
  expect(contradictions("shoe_size", "38", "39")).toBe(1);
});

it("finds none in the values of a slot that has many", () => {
  expect(contradictions("pet", "Biscuit", "Pixel")).toBe(0);
  expect(contradictions("allergy", "peanuts", "pollen", "milk")).toBe(0);
});

it("finds none in one value that is said twice", () => {
  expect(contradictions("residence", "Porto", "porto")).toBe(0);
});
