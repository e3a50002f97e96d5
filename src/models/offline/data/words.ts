import { loadTable } from "./load.ts";

const TABLES = loadTable<Readonly<Record<string, string>>>("words");
const withSpaces = (word: string): string => word.replaceAll("_", " ");
const tableOf = (name: string): string => {
  const table = TABLES[name];
  if (table === undefined) throw new Error(`words.yaml has no table ${name}.`);
  return table;
};
/** A list of words in words.yaml, unchanged. */
export const wordsOf = (name: string): string[] => tableOf(name).trim().split(/\s+/u);

/** The set of words with this name in words.yaml. In a word, `_` stands for a space. */
export const listedWords = (name: string): ReadonlySet<string> =>
  new Set(wordsOf(name).map(withSpaces));

/** An expression for any word of a list, as whole words in any case. */
export const anyWord = (name: string): RegExp =>
  new RegExp(String.raw`\b(?:${[...listedWords(name)].join("|")})\b`, "iu");

/** The set of words in a list with spaces between them. In a word, `_` stands for a space. */
export const words = (list: string): ReadonlySet<string> =>
  new Set(list.trim().split(/\s+/u).map(withSpaces));
/** The set of keys in snake_case in such a list. */
export const keys = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

/** The lines of a table in words.yaml. */
export const rowsOf = (name: string): string[] => tableOf(name).trim().split("\n");

/**
 * A table of words by other words: `word=other`. It has no prototype, so that "constructor" finds
 * nothing.
 */
export const pairs = (name: string): Readonly<Record<string, string>> =>
  Object.assign(
    Object.create(null) as Record<string, string>,
    Object.fromEntries(wordsOf(name).map((pair) => pair.split("=").map(withSpaces))),
  );

/** A table of numbers by words. */
export const numbers = (name: string): Readonly<Record<string, number>> =>
  Object.assign(
    Object.create(null) as Record<string, number>,
    Object.fromEntries(Object.entries(pairs(name)).map(([word, number]) => [word, Number(number)])),
  );
