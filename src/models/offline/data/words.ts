import { loadTable } from "./load.ts";

const TABLES = loadTable<Readonly<Record<string, string>>>("words");
const withSpaces = (word: string): string => word.replaceAll("_", " ");
/** A list of words as it stands. */
export const wordsOf = (name: string): string[] => (TABLES[name] ?? "").split(/\s+/u);

/** A set of words by its name in words.yaml; `_` stands for a space within one. */
export const listedWords = (name: string): ReadonlySet<string> =>
  new Set(wordsOf(name).map(withSpaces));

/** A set of words that a text lists between white space; `_` stands for a space within one. */
export const words = (list: string): ReadonlySet<string> =>
  new Set(list.trim().split(/\s+/u).map(withSpaces));
/** A set of keys in snake_case, listed likewise. */
export const keys = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/u));

/** The rows of a table of lines. */
export const rowsOf = (name: string): string[] => (TABLES[name] ?? "").trim().split("\n");

/** Words by other words: `word=other`. No word finds what every object has, such as "constructor". */
export const pairs = (name: string): Readonly<Record<string, string>> =>
  Object.assign(
    Object.create(null) as Record<string, string>,
    Object.fromEntries(wordsOf(name).map((pair) => pair.split("=").map(withSpaces))),
  );

/** Numbers by words. */
export const numbers = (name: string): Readonly<Record<string, number>> =>
  Object.assign(
    Object.create(null) as Record<string, number>,
    Object.fromEntries(Object.entries(pairs(name)).map(([word, number]) => [word, Number(number)])),
  );
