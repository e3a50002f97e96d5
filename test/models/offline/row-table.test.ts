import { describe, expect, it } from "vitest";
import { compilerOf, PHRASES } from "../../../src/models/offline/data/expressions.ts";
import { rewrittenBy, RowTable } from "../../../src/models/offline/data/row-table.ts";
import { stories } from "../../stories/cases.ts";

const compile = compilerOf({});
const tableOf = (...expressions: readonly string[]): RowTable<string> =>
  new RowTable(expressions.map((expression) => [compile(expression), expression]));
const triedOn = (table: RowTable<string>, ...texts: readonly string[]): readonly string[] =>
  table.mayFit(...texts).map(([, expression]) => expression);

describe("the rows of a table that may fit a text", () => {
  const table = tableOf("/a dog/u", "/\\d+/u", "/(?:cat|a dog) sleeps/iu", "/^$/u");
  it.each<[text: string, rows: readonly string[]]>([
    ["I have a dog", ["/a dog/u", "/\\d+/u", "/^$/u"]],
    ["The CAT SLEEPS", ["/\\d+/u", "/(?:cat|a dog) sleeps/iu", "/^$/u"]],
    ["A DOG sleeps", ["/\\d+/u", "/(?:cat|a dog) sleeps/iu", "/^$/u"]],
    ["a horse", ["/\\d+/u", "/^$/u"]],
    ["", ["/\\d+/u", "/^$/u"]],
    // Beyond ASCII, letters of different case need not be equal as lower case.
    ["é", ["/\\d+/u", "/(?:cat|a dog) sleeps/iu", "/^$/u"]],
  ])("%o", (text, rows) => {
    expect(triedOn(table, text)).toEqual(rows);
  });

  it("are those of any of several texts, in their order", () => {
    expect(triedOn(table, "A dog sleeps", "a dog")).toEqual(triedOn(table, "a dog sleeps"));
  });

  it("are all of them where the text is long", () => {
    expect(triedOn(table, " ".repeat(501))).toHaveLength(4);
  });

  it("are those that fit, among others", () => {
    const texts = stories("present-and-past.yaml").flatMap(({ messages }) =>
      messages.map(({ text }) => text),
    );
    let fitting = 0;
    for (const name of ["contractions", "sayings", "spellings", "joined"]) {
      const rows = PHRASES.rows(name);
      const phrases = new RowTable(rows);
      for (const text of texts) {
        const fits = ([expression]: (typeof rows)[number]): boolean => text.search(expression) >= 0;
        const fit = rows.filter(fits);
        fitting += fit.length;
        expect(phrases.mayFit(text).filter(fits)).toEqual(fit);
      }
    }
    expect(fitting).toBeGreaterThan(30);
  });
});

describe("a text that rows change one after the other", () => {
  const table = new RowTable<string>([
    [compile("/late/gu"), "never"],
    [compile("/one/gu"), "two"],
    [compile("/two/gu"), "three late"],
    [compile("/three/gu"), "four"],
  ]);
  it.each([
    ["one", "four late"],
    ["one and two", "four late and four late"],
    ["late", "never"],
    ["none", "nfour late"],
    ["nothing", "nothing"],
  ])("%s becomes %s", (text, changedText) => {
    const byAll = [
      [/late/gu, "never"],
      [/one/gu, "two"],
      [/two/gu, "three late"],
      [/three/gu, "four"],
    ] as const;
    const expected = byAll.reduce((before, [from, to]) => before.replace(from, to), text);
    expect(rewrittenBy(table, text)).toBe(expected);
    expect(expected).toBe(changedText);
  });
});
