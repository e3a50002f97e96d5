import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchTerms } from "../../src/language/terms.ts";

describe("searchTerms", () => {
  it.each([
    ["Where does Clara Rezende work now?", ["clara", "rezende", "work"]],
    ["What is Clara's favourite colour?", ["clara", "favourite", "colour"]],
    ["Clara’s dogs", ["clara", "dogs"]],
    ["Qual é a cor favorita do João?", ["cor", "favorita", "joao"]],
    ["I don't know what it’s about", []],
    ["The budget is $3,500/month.", ["budget", "3", "500", "month"]],
    ["D'Angelo's record", ["angelo", "record"]],
    ["Clara, clara and CLARA", ["clara"]],
    ["한국 여행", ["한국", "여행"]],
    ["हिन्दी भाषा", ["हिन्दी", "भाषा"]],
    ["Where does Will live in the US?", ["will", "live", "us"]],
    ["Will you tell us?", []],
    ["WHERE DOES WILL LIVE", ["live"]],
    ["Who am I?", []],
    ["???", []],
  ])("gives %j as %j", (query, expected) => expect(searchTerms(query, 30)).toEqual(expected));

  it("keeps the longest of too many, in the order of the query", () =>
    expect(searchTerms("red green blue yellow", 2)).toEqual(["green", "yellow"]));

  it("gives folded terms, each once, within the limit, for any text", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(30), (query, limit) => {
        const terms = searchTerms(query, limit);
        expect(terms.length).toBeLessThanOrEqual(limit);
        expect(new Set(terms).size).toBe(terms.length);
        for (const term of terms) expect(term).toMatch(/^[\p{L}\p{N}\p{M}]+$/u);
      }),
    ));
});
