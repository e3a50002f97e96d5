import { describe, expect, it } from "vitest";
import { questionsIn } from "../../src/language/questions.ts";
import { snippetAround } from "../../src/language/snippet.ts";

describe("a snippet", () => {
  it("is the whole of a short text", () =>
    expect(snippetAround("Clara  works\nat Vertix.", ["Vertix"])).toBe("Clara works at Vertix."));
  it("is cut at words on both sides of the name", () => {
    const text = `${"before ".repeat(30)}Vertix${" after".repeat(30)}`;
    expect(snippetAround(text, ["Vertix"])).toMatch(/^… (?:before ){11}Vertix(?: after){13} …$/u);
  });
  it("starts with the text if it contains no name", () =>
    expect(snippetAround("word ".repeat(60), ["Vertix"])).toMatch(/^(?:word ){31}word …$/u));
  it("cuts within a long word, rather than show all of it", () => {
    const url = `https://example.org/${"a".repeat(300)}`;
    expect(snippetAround(`See ${url} Clara`, ["Clara"])).toBe(`… ${"a".repeat(79)} Clara`);
    expect(snippetAround(`See ${url} by Clara`, ["Clara"])).toBe("… by Clara");
    expect(snippetAround(`${url}/Clara now`, ["Clara"])).toBe(`… ${"a".repeat(79)}/Clara now`);
    expect(snippetAround(`Clara ${url}`, ["Clara"])).toBe(`Clara ${url.slice(0, 79)} …`);
  });
  it("has no ellipsis before a text that it shows from its start", () =>
    expect(snippetAround(`${"a".repeat(79)} Clara`, ["Clara"])).toBe(`${"a".repeat(79)} Clara`));
  it("matches whole words only", () =>
    expect(snippetAround(`Clarabelle ${"x ".repeat(100)}Clara`, ["Clara"])).toMatch(
      /^… .*Clara$/u,
    ));
});

describe("questions", () => {
  it("end in a question mark or begin with a question word", () => {
    const expectQuestions = (message: string, ...questions: string[]): void =>
      expect(questionsIn(message), message).toEqual(questions);
    expectQuestions("It is late. Where does Clara work? She is in Rio.", "Where does Clara work?");
    expectQuestions("tell me about Vertix", "tell me about Vertix");
    expectQuestions("Onde fica a Vertix", "Onde fica a Vertix");
    expectQuestions("When I lived in Rio, Clara worked at Vertix.");
    expectQuestions("Clara works at Vertix.");
    expectQuestions("");
  });
});
