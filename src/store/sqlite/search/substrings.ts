import type { MemoryKind, SearchText } from "../../../memory/search-text.ts";
import type { Instant } from "../../../memory/time.ts";
import { scoresOf, type Scores } from "./scores.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { FIRST_NUMBER, kindOf, lastNumber } from "./text-number.ts";
import { markAt } from "./corpus.ts";

/** Minimum length in characters of a string that a trigram index finds. */
const SHORTEST = 3;

const MATCHING = `SELECT rowid FROM trigram WHERE trigram MATCH ?`;

/** Distinct strings in lower case, without empty ones. */
export const inLowerCase = (strings: readonly string[]): string[] =>
  [...new Set(strings.map((string) => string.toLowerCase()))].filter((string) => string !== "");

/** Whether the index can find a string. For other strings, every text is read. */
const isIndexed = (string: string): boolean =>
  Array.from(string).length >= SHORTEST && !string.includes("\0");

/**
 * Numbers of the texts that contain an indexed string, ignoring case. In a quoted phrase only the
 * quotation mark is special.
 */
const textsMatching = (file: SpaceFile, string: string): readonly number[] =>
  file.column(MATCHING, `"${string.replaceAll('"', '""')}"`);

const CONTENTS = `SELECT num, content FROM text WHERE num >= ? AND num <= ?`;

/**
 * Texts recorded up to `knownAt` that contain any of the strings, ignoring case, scored by the
 * number of strings. Strings of less than three characters require reading every text.
 */
export const scoreSubstrings = (
  file: SpaceFile,
  strings: readonly string[],
  kinds: ReadonlySet<MemoryKind>,
  knownAt: Instant,
): Scores => {
  const { place } = markAt(file, knownAt);
  const counts = new Map<number, number>();
  const count = (text: number): unknown => counts.set(text, (counts.get(text) ?? 0) + 1);
  const lowerStrings = inLowerCase(strings);
  for (const string of lowerStrings.filter(isIndexed))
    for (const text of textsMatching(file, string)) {
      const kind = kindOf(text);
      if (kinds.has(kind) && text <= lastNumber(kind, place)) count(text);
    }
  const others = lowerStrings.filter((string) => !isIndexed(string));
  if (others.length === 0) return scoresOf(counts);
  for (const kind of kinds)
    for (const [text, content] of file.each<readonly [number, string]>(
      CONTENTS,
      FIRST_NUMBER[kind],
      lastNumber(kind, place),
    )) {
      const lowerContent = content.toLowerCase();
      for (const string of others) if (lowerContent.includes(string)) count(text);
    }
  return scoresOf(counts);
};

const BY_NUMBER = `SELECT num, id, subject, content FROM text WHERE num = ?`;

type TraceRow = readonly [num: number, id: string, subject: string, content: string];

/**
 * Strings in parts that are searched for one after the other. A string of the index takes up to 60
 * ms in a memory of 100,000 facts. The others take one reading of all texts together.
 */
export const inSearchParts = (strings: readonly string[]): string[][] => {
  const lowerStrings = inLowerCase(strings);
  const others = lowerStrings.filter((string) => !isIndexed(string));
  return [
    ...lowerStrings.filter(isIndexed).map((string) => [string]),
    ...(others.length === 0 ? [] : [others]),
  ];
};

/** Texts of all times that contain any of the strings, ignoring case. */
export const textsContaining = (
  file: SpaceFile,
  strings: readonly string[],
): Pick<SearchText, "id" | "kind" | "subject" | "text">[] => {
  const lowerStrings = inLowerCase(strings);
  const rows = new Map<number, TraceRow>();
  for (const string of lowerStrings.filter(isIndexed))
    for (const number of textsMatching(file, string))
      if (!rows.has(number))
        for (const row of file.all<TraceRow>(BY_NUMBER, number)) rows.set(number, row);
  const others = lowerStrings.filter((string) => !isIndexed(string));
  if (others.length > 0)
    for (const row of file.each<TraceRow>("SELECT num, id, subject, content FROM text"))
      if (others.some((string) => row[3].toLowerCase().includes(string))) rows.set(row[0], row);
  const holds = (content: string): boolean => {
    const lower = content.toLowerCase();
    return lowerStrings.some((string) => lower.includes(string));
  };
  return [...rows.values()]
    .filter(([, , , content]) => holds(content))
    .map(([num, id, subject, text]) => ({ id, kind: kindOf(num), subject, text }));
};
