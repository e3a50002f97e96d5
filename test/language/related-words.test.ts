import { describe, expect, it } from "vitest";
import { relatedWords } from "../../src/language/related-words.ts";

const wordsFor = (terms: readonly string[], limit = 6): Record<string, string[]> =>
  Object.fromEntries(
    Array.from(relatedWords(terms, limit), ([term, words]) => [
      term,
      words.map(({ word }) => word),
    ]),
  );

describe("related words", () => {
  it.each([
    [["buy"], { buy: ["bought", "purchase", "shop"] }],
    [["bought"], { bought: ["buy"] }],
    [["instruments"], { instruments: ["guitar", "piano", "violin", "drum", "flute", "saxophone"] }],
    [["hobbies"], { hobbies: ["pastime", "interest", "activity", "enjoy"] }],
    [["allergies", "color"], { allergies: ["allergic", "intolerant"], color: ["colour"] }],
    [["favourite"], { favourite: ["favorite", "love", "prefer"] }],
  ])("of %j are %j", (terms, expected) => expect(wordsFor(terms)).toEqual(expected));

  it("are none of a name, a word that is in no group, a word of another language, or a word's part", () =>
    expect(wordsFor(["ana", "quokka", "cão", "constructor", "petal", "b2b", "__proto__"])).toEqual(
      {},
    ));

  it("are bounded: forms first, then each term in turn", () => {
    expect(wordsFor(["pet", "buy"], 3)).toEqual({ buy: ["bought", "purchase"], pet: ["dog"] });
    expect(wordsFor(["pet"], 0)).toEqual({});
    expect(wordsFor(["organise"], 0)).toEqual({ organise: ["organize"] });
  });

  it("leave out what the query has already", () =>
    expect(wordsFor(["pet", "dog"], 3)).toEqual({ pet: ["cat", "puppy"], dog: ["puppy"] }));
});
