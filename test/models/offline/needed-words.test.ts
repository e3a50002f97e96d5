import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { compilerOf, type Compile } from "../../../src/models/offline/data/expressions.ts";
import { neededWords } from "../../../src/models/offline/data/needed-words.ts";
import { stories } from "../../stories/cases.ts";

describe("the words that an expression needs", () => {
  it.each<[source: string, words: readonly (readonly string[])[]]>([
    ["^I live in (?<place>.+)$", [["I live in "]]],
    ["^(?:They|We) (?:promoted|fired) me", [["promoted", "fired"], [" me"], ["They", "We"]]],
    ["colou?r of hope", [["r of hope"], ["colo"]]],
    ["colou+r", [["colou"]]],
    ["(?:very )?old", [["old"]]],
    ["(?:very ){0,3}old", [["old"]]],
    ["(?:very ){2}old", [["very "], ["old"]]],
    ["(?:very )+old", [["very "], ["old"]]],
    ["(?:very old )?dog", [["dog"]]],
    ["\\p{Lu}\\.com\\b", [[".com"]]],
    ["in (?:the (?:old|new) town|Rome)", [[" town", "Rome"], ["in "]]],
    ["(?:my (?:old|new) dog)", [[" dog"], ["my "], ["old", "new"]]],
    ["(?<!not )married(?! to)", [["married"]]],
    ["(?=.*dog)my \\w+", [["dog"], ["my "]]],
    ["(?<=lives|works) in(?=, | or)", [["lives", "works"], [" in"], [", ", " or"]]],
    ["(?<!lives|works) in(?! there)", [[" in"]]],
    ["(?!.*(?=cat))(?<!the (?=dog)) ox", [[" ox"]]],
    ["[(|)] abc", [[" abc"]]],
    ["\\p{Script=Latin}{2,}xyz", [["xyz"]]],
    // The three that say most.
    ["ab\\d+abc\\d+abcd\\d+abcde", [["abcde"], ["abcd"], ["abc"]]],
    // Nothing can be said where an alternative needs nothing, or one sign alone.
    ["^(?:yes|no|)$", []],
    ["^(?:yes|\\d+)$", []],
    ["(?:abc)?", []],
    ["(?:abc){0}", []],
    ["\\d+(?:st|nd)?", []],
    ["(?!abc)", []],
    ["a", []],
    ["(a)\\1", []],
    ["", []],
  ])("of /%s/ are %o", (source, words) => {
    expect(new RegExp(source, "u").source).toBeTruthy();
    expect(neededWords(source)).toEqual(words);
  });
});

const DATA = join(import.meta.dirname, "../../../src/models/offline/data");
const NAMES = ["phrases", "dates", "portuguese", "english", "repairs"];

/** Texts to try: more with `TEXTS=10000`. */
const TEXTS = Number(process.env["TEXTS"] ?? 40);

/** All expressions of a table. */
const expressionsOfTable = (name: string): RegExp[] => {
  const table = parse(readFileSync(join(DATA, `${name}.yaml`), "utf8")) as {
    readonly parts?: Readonly<Record<string, string>>;
  };
  const compile: Compile = compilerOf({ KIN: "irmã|irmão", ...table.parts });
  const expressions: RegExp[] = [];
  const visit = (node: unknown): void => {
    if (typeof node === "string" && /^\/[^]+\/[a-z]*u[a-z]*$/u.test(node))
      expressions.push(compile(node));
    else if (typeof node === "object" && node !== null) Object.values(node).forEach(visit);
  };
  visit(table);
  return expressions;
};

describe("an expression of a table", () => {
  it("fits the texts that it fits without looking for words first", () => {
    const expressions = NAMES.flatMap(expressionsOfTable);
    expect(expressions.length).toBeGreaterThan(300);
    expect(
      expressions.filter(({ source }) => neededWords(source).length > 0).length,
    ).toBeGreaterThan(200);
    const texts = stories("present-and-past.yaml")
      .flatMap(({ messages }) => messages.map(({ text }) => text))
      .slice(0, TEXTS);
    const compile = compilerOf({});
    const differing: string[] = [];
    let fitting = 0;
    for (const { source, flags } of expressions) {
      const plain = new RegExp(source, flags.replace("g", ""));
      for (const text of [...texts, ...texts.map((one) => one.toUpperCase())]) {
        if (!plain.test(text)) continue;
        fitting += 1;
        // A new one, since it looks for words until the first text that holds them.
        if (!compile(`/${source}/${flags}`).test(text)) differing.push(`${source}: ${text}`);
      }
    }
    expect(differing).toEqual([]);
    expect(fitting).toBeGreaterThan(100);
  });

  it.each([
    ["once one held its words", ["cat", "dog"]],
    ["once many held none of them", Array.from({ length: 51 }, () => "cat")],
    ["once one was long", ["cat ".repeat(200)]],
  ])("is tried on every text %s", (_, texts) => {
    const dog = compilerOf({})("/dog/u");
    expect(Object.hasOwn(dog, "exec")).toBe(true);
    for (const text of texts) expect(dog.test(text)).toBe(text === "dog");
    expect(Object.hasOwn(dog, "exec")).toBe(false);
    expect(["cat", "dogs"].map((text) => dog.test(text))).toEqual([false, true]);
  });

  it("is not compiled before a text holds a word of each list", () => {
    const fired = compilerOf({})("/^(?:They|We) (?:promoted|fired) me/u");
    for (const text of ["They met me", "We fired Ana", "he fired me", "Fired"])
      expect(fired.test(text)).toBe(false);
    expect(Object.hasOwn(fired, "exec")).toBe(true);
    expect(fired.test("We fired me")).toBe(true);
    expect(Object.hasOwn(fired, "exec")).toBe(false);
  });

  it("replaces, splits and lists matches as any other", () => {
    const compile = compilerOf({});
    const dogs = compile("/dogs?/gu");
    expect("a dog, two dogs".replaceAll(dogs, "cat")).toBe("a cat, two cat");
    expect("no cat".replace(dogs, "cat")).toBe("no cat");
    expect("one dog two".split(dogs)).toEqual(["one ", " two"]);
    expect([..."dog dogs".matchAll(dogs)].map(([text]) => text)).toEqual(["dog", "dogs"]);
    dogs.lastIndex = 3;
    expect([dogs.exec("no cat"), dogs.lastIndex]).toEqual([null, 0]);
  });

  it("without the case fits capitals, and letters beyond ASCII", () => {
    const kelvin = compilerOf({})("/\\d kelvin/iu");
    expect(["20 KELVIN", "20 \u212Aelvin", "20 Celsius"].map((text) => kelvin.test(text))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
