import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { listedWords, pairs, rowsOf } from "../../../src/models/offline/data/words.ts";

it("gives the words of a table", () => {
  expect(listedWords("denial_words").size).toBeGreaterThan(0);
});

it.each([listedWords, pairs, rowsOf])("refuses a name that no table has", (read) => {
  expect(() => read("denial_wrods")).toThrow("words.yaml has no table denial_wrods.");
});

it("names each word of a list once", () => {
  const file = new URL("../../../src/models/offline/data/words.yaml", import.meta.url);
  const tables = parse(readFileSync(file, "utf8")) as Record<string, string>;
  // Tables with lines of their own have a word for each of their rows.
  const lists = Object.entries(tables).filter(([, text]) => !/[|\n]/u.test(text.trim()));
  const repetitions = lists.flatMap(([name, text]) => {
    const list = text.trim().split(/\s+/u);
    return list.filter((word, i) => list.indexOf(word) < i).map((word) => `${name}: ${word}`);
  });
  expect(lists.length).toBeGreaterThan(100);
  expect(repetitions).toEqual([]);
});

const SOURCES = new URL("../../../src/models/offline/", import.meta.url);

it.each(
  readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  ),
)("keeps lists of three or more words out of %s", (name) => {
  const source = readFileSync(new URL(name, SOURCES), "utf8");
  expect(source.match(/\bwords\(\s*"[^" ]+ [^" ]+ [^"]+"/gu) ?? []).toEqual([]);
});
