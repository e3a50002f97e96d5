import { describe, expect, it } from "vitest";
import { otherForms, wordKey } from "../../src/language/spelling.ts";

describe("words in another spelling or form", () => {
  it.each([
    ["favorite", "favourite"],
    ["colors", "colour"],
    ["neighborhood", "neighbourhood"],
    ["organized", "organised"],
    ["analyzing", "analysing"],
    ["theater", "theatre"],
    ["allergies", "allergic"],
    ["allergy", "allergies"],
    ["living", "live"],
    ["works", "working"],
  ])("%s and %s are one word", (a, b) => expect(wordKey(a)).toBe(wordKey(b)));

  it.each([
    ["size", "sis"],
    ["color", "colon"],
    ["prize", "prise"],
    ["live", "love"],
    ["public", "publish"],
    ["música", "musica"],
  ])("%s and %s are two", (a, b) => expect(wordKey(a)).not.toBe(wordKey(b)));

  it.each([
    ["favorite", ["favourite"]],
    ["favourite", ["favorite"]],
    ["organise", ["organize"]],
    ["allergies", ["allergic"]],
    ["allergic", ["allergy"]],
    ["rex", []],
    ["mumbai", []],
  ])("%s is also looked for as %j", (word, others) => expect(otherForms(word)).toEqual(others));
});
