import { describe, expect, it } from "vitest";
import { exactStrings, holdsFromWordStart } from "../../src/language/exact-strings.ts";

const found = (query: string, limit = 6): string[] =>
  exactStrings(query, limit).map(({ text }) => text);
const exact = (query: string): string[] =>
  exactStrings(query, 6).flatMap(({ text, hasSymbols }) => (hasSymbols ? [text] : []));

describe("exactStrings", () => {
  it.each([
    ["What did I say about /consulting?", ["/consulting"]],
    ["Is AWS $3,500/month?", ["$3,500/month"]],
    ["Look at (github.com/cazton/fakeproject).", ["github.com/cazton/fakeproject"]],
    ["where is “cazton-cover.webp”", ["cazton-cover.webp"]],
    ["write to user@example.com, #general", ["user@example.com", "#general"]],
    ["94.7% and $50,000.", ["$50,000", "94.7%"]],
    ["well-being of Clara's dog in 2023", []],
  ])("keeps strings with signs in %j whole: %j", (query, expected) =>
    expect(exact(query)).toEqual(expected),
  );

  it("puts strings with signs first, then the longest", () =>
    expect(found("Which consultants are on /team?")).toEqual(["/team", "consultants"]));
  it("leaves out stop words, and short words of Latin letters", () =>
    expect(found("who is it at HQ and when, C# or 한국")).toEqual(["C#", "한국"]));
  it("gives each string once, up to the limit", () =>
    expect(found("alpha Alpha beta gamma delta", 3)).toEqual(["alpha", "gamma", "delta"]));
});

describe("holdsFromWordStart", () => {
  const holds = (text: string, query: string): boolean =>
    holdsFromWordStart(text, exactStrings(query, 6));
  it.each([
    ["The repository is new", "repo"],
    ["the page /consulting", "/consult"],
    ["delivery of a liver", "Liver"],
    ["$3,500/month", "$3,500"],
  ])("finds it: %j holds %j", (text, query) => expect(holds(text, query)).toBe(true));
  it.each([
    ["they deliver", "liver"],
    ["éclair", "clair"],
    ["𝒜rt", "art"],
    ["nothing", "else"],
  ])("does not find it: %j does not hold %j", (text, query) =>
    expect(holds(text, query)).toBe(false),
  );
});
