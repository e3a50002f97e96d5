import { expect, it } from "vitest";
import { compareFacts } from "../../../src/models/offline/comparison/compare-facts.ts";
import type { ComparedFact } from "../../../src/models/derive-tasks.ts";
import { shippedVocabulary } from "../../../src/vocabulary/load.ts";

const vocabulary = shippedVocabulary();
const compare = (slot: string, ...values: readonly string[]) =>
  compareFacts(
    values.map(
      (value, i) =>
        ({ id: `f${i}`, subject: "Ana", slot, value, text: `Ana has ${value}` }) as ComparedFact,
    ),
    (name) => vocabulary.hasMany(name),
  );
const contradictions = (slot: string, ...values: readonly string[]) =>
  compare(slot, ...values).contradictions.length;

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

const HOME = { subject: "Ana", slot: "residence" };
it("compares a value with all earlier ones", () => {
  const { duplicates, contradictions: pairs } = compareFacts(
    [
      { ...HOME, id: "f0", value: "Rome", text: "Ana lives in Rome" },
      { ...HOME, id: "f1", value: "Paris", text: "Ana lives in Paris" },
      { ...HOME, id: "f2", value: "rome", text: "Ana's home is Rome" },
    ] as ComparedFact[],
    () => false,
  );
  expect(duplicates.map(({ facts }) => facts)).toEqual([["f0", "f2"]]);
  expect(pairs.map(({ facts }) => facts)).toEqual([["f0", "f1"]]);
});
