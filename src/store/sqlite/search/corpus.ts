import type { MemoryKind } from "../../../memory/search-text.ts";
import type { Instant } from "../../../memory/time.ts";
import { toMillis } from "../database/instants.ts";
import { currentAnswers } from "../database/current-answers.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { FIRST_NUMBER, KINDS, lastNumber, PER_PLACE } from "./text-number.ts";

/** The number of searchable texts of a kind at a record time, and the sum of their words. */
export interface Corpus {
  readonly texts: number;
  readonly words: number;
}

/** The searchable texts at a record time. */
export interface Mark {
  /** Position of the last text (text-number.ts). */
  readonly place: number;
  readonly corpora: Readonly<Record<MemoryKind, Corpus>>;
}

type MarkRow = readonly [place: number, ...totals: number[]];

const MARK = `
SELECT place, fact_texts, fact_words, entity_texts, entity_words, event_texts, event_words,
  summary_texts, summary_words
FROM mark WHERE recorded <= ? ORDER BY recorded DESC LIMIT 1`;

const corpusOf = (totals: readonly number[], kind: MemoryKind): Corpus => {
  const at = 2 * KINDS.indexOf(kind);
  return { texts: totals[at] ?? 0, words: totals[at + 1] ?? 0 };
};

/** The number of erased texts in a range of numbers, and the sum of their words. */
const ERASED = `
SELECT count(*), coalesce(sum(num % ${PER_PLACE}), 0)
FROM erased_text
WHERE num >= ? AND num <= ?`;
const ANY_ERASED = `SELECT EXISTS (SELECT 1 FROM erased_text)`;

const withoutErased = (
  file: SpaceFile,
  place: number,
  kind: MemoryKind,
  { texts, words }: Corpus,
): Corpus => {
  const [erasedTexts, theirWords] = file.only<readonly [number, number]>(
    ERASED,
    FIRST_NUMBER[kind],
    lastNumber(kind, place),
  );
  return { texts: texts - erasedTexts, words: words - theirWords };
};

const readMark = (file: SpaceFile, knownAt: Instant): Mark => {
  const { place, corpora } = recordedMark(file, knownAt);
  if (file.only<readonly [number]>(ANY_ERASED)[0] === 0) return { place, corpora };
  return {
    place,
    corpora: Object.fromEntries(
      KINDS.map((kind) => [kind, withoutErased(file, place, kind, corpora[kind])]),
    ) as Mark["corpora"],
  };
};

const currentMark = currentAnswers<"mark", Mark>();

/** The texts that were searchable at a record time and have not been erased since. */
export const markAt = (file: SpaceFile, knownAt: Instant): Mark => {
  const [mark = readMark(file, knownAt)] = currentMark(file, toMillis(knownAt), ["mark"], () => [
    readMark(file, knownAt),
  ]);
  return mark;
};

/** The texts that were searchable at a record time, including those erased since. */
export const recordedMark = (file: SpaceFile, knownAt: Instant): Mark => {
  const [place, ...totals] = file.first<MarkRow>(MARK, toMillis(knownAt)) ?? [0];
  return {
    place,
    corpora: {
      FACT: corpusOf(totals, "FACT"),
      ENTITY: corpusOf(totals, "ENTITY"),
      EVENT: corpusOf(totals, "EVENT"),
      SUMMARY: corpusOf(totals, "SUMMARY"),
    },
  };
};
