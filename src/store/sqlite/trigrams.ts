import type { SpaceFile } from "./space-file.ts";

/** A trigram index knows nothing shorter. */
const SHORTEST = 3;

const MATCHING = `SELECT rowid FROM trigram WHERE trigram MATCH ?`;

/** Strings as texts are looked through for them, each once. */
export const inLowerCase = (strings: readonly string[]): string[] =>
  [...new Set(strings.map((string) => string.toLowerCase()))].filter((string) => string !== "");

/** Whether the index finds a string; for others every text is looked through. */
export const isIndexed = (string: string): boolean =>
  Array.from(string).length >= SHORTEST && !string.includes("\0");

/** The numbers of texts that hold an indexed string, case aside. It is asked for as a phrase, in which nothing but a quotation mark has a meaning. */
export const textsMatching = (file: SpaceFile, string: string): number[] =>
  file.column(MATCHING, `"${string.replaceAll('"', '""')}"`);
