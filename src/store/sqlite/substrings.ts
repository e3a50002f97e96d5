import type { MemoryKind } from "../../memory/search-text.ts";
import type { Instant } from "../../memory/time.ts";
import { scoresOf, type Scores } from "./scores.ts";
import type { SpaceFile } from "./space-file.ts";
import { FIRST_NUMBER, kindOf, lastNumber } from "./text-number.ts";
import { markAt } from "./texts.ts";
import { inLowerCase, isIndexed, textsMatching } from "./trigrams.ts";

const CONTENTS = `SELECT num, content FROM text WHERE num >= ? AND num <= ?`;

/**
 * How many of the strings each text contains that was on record at `knownAt`, case aside. Strings of less
 * than three characters are looked for in every text.
 */
export const containing = (
  file: SpaceFile,
  strings: readonly string[],
  kinds: ReadonlySet<MemoryKind>,
  knownAt: Instant,
): Scores => {
  const { place } = markAt(file, knownAt);
  const counts = new Map<number, number>();
  const count = (text: number): unknown => counts.set(text, (counts.get(text) ?? 0) + 1);
  const wanted = inLowerCase(strings);
  for (const string of wanted.filter(isIndexed))
    for (const text of textsMatching(file, string)) {
      const kind = kindOf(text);
      if (kinds.has(kind) && text <= lastNumber(kind, place)) count(text);
    }
  const others = wanted.filter((string) => !isIndexed(string));
  if (others.length === 0) return scoresOf(counts);
  for (const kind of kinds)
    for (const [text, content] of file.each<readonly [number, string]>(
      CONTENTS,
      FIRST_NUMBER[kind],
      lastNumber(kind, place),
    )) {
      const folded = content.toLowerCase();
      for (const string of others) if (folded.includes(string)) count(text);
    }
  return scoresOf(counts);
};
