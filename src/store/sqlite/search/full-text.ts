import type { MemoryKind } from "../../../memory/search-text.ts";
import type { TextQuery } from "../../port.ts";
import {
  addScores,
  bestScores,
  concatScores,
  NO_SCORES,
  scaleScores,
  type Scores,
} from "./scores.ts";
import type { SpaceFile } from "../database/space-file.ts";
import { indexedStem, stemsOf } from "./stems.ts";
import { KINDS, lastNumber, wordsIn } from "./text-number.ts";
import { markAt, type Corpus } from "./corpus.ts";

/** Saturation of term frequency. The usual value, which FTS5 has, too. */
const K1 = 1.2;
/**
 * Penalty for length. Less than the usual 0.75, since memories are short and a longer message says
 * more (docs/reference/evaluation.md).
 */
const B = 0.4;

/**
 * In a corpus of at least FEWEST_TEXTS, a term in more than this share of the texts (such as the
 * user's own name) is treated as a stop word: it is left out, which saves reading its many places,
 * unless no other term occurs.
 */
const COMMON_SHARE = 0.8;
const FEWEST_TEXTS = 2_000;

/** One row for every occurrence of a stem, by ascending number of the text. */
const PLACES = `SELECT doc FROM stem_place WHERE term = ?`;
const COUNT = `SELECT count(*) FROM stem WHERE stem MATCH ? AND rowid <= CAST(? AS INTEGER)`;

/** Counts the ascending numbers up to `last`, by binary search. */
const countUpTo = (numbers: readonly number[], last: number): number => {
  let low = 0;
  for (let high = numbers.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? Infinity) <= last) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * Scores of one term in the texts of one kind, from its first `count` occurrences:
 *
 *     ln(1 + (N - n + 0.5) / (n + 0.5)) * f * (K1 + 1) / (f + K1 * (1 - B + B * length / average))
 *
 * with f its frequency in the text, n the texts that have it, N all texts, and their length in
 * words.
 */
const termScores = (places: readonly number[], count: number, { texts, words }: Corpus): Scores => {
  const numbers = new Float64Array(count);
  const scores = new Float64Array(count);
  let n = 0;
  for (const text of places.slice(0, count)) {
    if (n === 0 || numbers[n - 1] !== text) numbers[n++] = text;
    scores[n - 1] = (scores[n - 1] ?? 0) + 1;
  }
  const weight = Math.log(1 + (texts - n + 0.5) / (n + 0.5)) * (K1 + 1);
  const shortest = K1 * (1 - B);
  const perWord = (K1 * B * texts) / words;
  for (let i = 0; i < n; i++) {
    const f = scores[i] ?? 0;
    scores[i] = (weight * f) / (f + shortest + perWord * wordsIn(numbers[i] ?? 0));
  }
  return { numbers: numbers.subarray(0, n), scores: scores.subarray(0, n) };
};

/** The stems of a search that distinguish texts; all stems if none does. */
const distinctiveStems = (
  file: SpaceFile,
  stems: readonly string[],
  kind: MemoryKind,
  last: number,
  { texts }: Corpus,
): ReadonlySet<string> => {
  if (texts < FEWEST_TEXTS) return new Set(stems);
  const stemsInUse = stems.filter((stem) => {
    const [textsWithStem] = file.only<readonly [number]>(
      COUNT,
      `"${indexedStem(kind, stem)}"`,
      last,
    );
    return textsWithStem > 0 && textsWithStem <= COMMON_SHARE * texts;
  });
  return new Set(stemsInUse.length === 0 ? stems : stemsInUse);
};

/** A term of a query, as it is looked up. */
interface TermStems {
  /** Its own stems, without those of the terms before it. */
  readonly own: readonly string[];
  readonly related: readonly { readonly stem: string; readonly weight: number }[];
}

const termStems = (
  terms: readonly string[],
  relatedWords: TextQuery["relatedWords"],
): readonly TermStems[] => {
  const knownStems = new Set<string>();
  const own = terms.map((term) =>
    stemsOf(term).filter((stem) => !knownStems.has(stem) && Boolean(knownStems.add(stem))),
  );
  return terms.map((term, i) => ({
    own: own[i] ?? [],
    related: (relatedWords?.get(term) ?? []).flatMap(({ word, weight }) =>
      stemsOf(word).flatMap((stem) =>
        knownStems.has(stem) ? [] : (knownStems.add(stem), [{ stem, weight }]),
      ),
    ),
  }));
};

/** The scores of a search, and of each of its terms. */
export interface TextScores {
  readonly total: Scores;
  readonly terms: readonly Scores[];
}

/**
 * BM25 as of a record time, summed over the terms; of a term and its related words the best counts.
 * It counts only texts of the same kind recorded up to `knownAt`, so that later texts change no
 * score. (FTS5's own `bm25()` counts all texts.)
 */
export const bm25 = (
  file: SpaceFile,
  terms: readonly string[],
  { kinds, at, relatedWords }: Pick<TextQuery, "kinds" | "at" | "relatedWords">,
): TextScores => {
  const mark = markAt(file, at.knownAt);
  const stemsOfTerms = termStems(terms, relatedWords);
  const ofKind = (kind: MemoryKind): Scores[] => {
    const corpus = mark.corpora[kind];
    if (corpus.texts === 0) return terms.map(() => NO_SCORES);
    const last = lastNumber(kind, mark.place);
    const distinctive = distinctiveStems(
      file,
      stemsOfTerms.flatMap(({ own }) => own),
      kind,
      last,
      corpus,
    );
    const scoresOfStem = (stem: string): Scores => {
      const places = file.column(PLACES, indexedStem(kind, stem));
      return termScores(places, countUpTo(places, last), corpus);
    };
    return stemsOfTerms.map(({ own, related }) => {
      // The text of an entity holds much of what is known of it, kinds of things too.
      const others = kind === "ENTITY" ? [] : related;
      const sum = own
        .filter((stem) => distinctive.has(stem))
        .map(scoresOfStem)
        .reduce(addScores, NO_SCORES);
      return others.reduce(
        (best, { stem, weight }) => bestScores(best, scaleScores(scoresOfStem(stem), weight)),
        sum,
      );
    });
  };
  const byKind = KINDS.filter((kind) => kinds.includes(kind)).map(ofKind);
  const byTerm = terms.map((_, i) => concatScores(byKind.map((scores) => scores[i] ?? NO_SCORES)));
  return { total: byTerm.reduce(addScores, NO_SCORES), terms: byTerm };
};
