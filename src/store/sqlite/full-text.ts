import type { MemoryKind } from "../../memory/search-text.ts";
import type { Instant } from "../../memory/time.ts";
import { NO_SCORES, summed, type Scores } from "./scores.ts";
import type { SpaceFile } from "./space-file.ts";
import { stemsOf } from "./stems.ts";
import { FIRST_NUMBER, KINDS, lastNumber, wordsIn } from "./text-number.ts";
import { markAt, type Corpus } from "./texts.ts";

/** How soon a term repeated in a text adds nothing more, and how much longer texts are held back: Robertson and Zaragoza's usual values, FTS5's too. */
const K1 = 1.2;
const B = 0.75;

/** One row for every place where a stem stands, text by text, in ascending order. */
const PLACES = `SELECT doc FROM stem_place WHERE term = ?`;

/** Where the first of ascending numbers stands that is `least` at least. */
const indexOf = (numbers: readonly number[], least: number): number => {
  let low = 0;
  for (let high = numbers.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * What one term adds to the texts of one kind:
 *
 *     ln(1 + (N - n + 0.5) / (n + 0.5)) * f * (K1 + 1) / (f + K1 * (1 - B + B * length / average))
 *
 * with f its frequency in the text, n the texts that have it, N all texts, and their length in words. `places` from `from` on and
 * before `to` are those in texts of the kind.
 */
const termScores = (places: readonly number[], from: number, to: number, { texts, words }: Corpus): Scores => {
  const numbers = new Float64Array(to - from);
  const scores = new Float64Array(to - from);
  let n = 0;
  for (let i = from; i < to; i++) {
    if (n === 0 || numbers[n - 1] !== places[i]) numbers[n++] = places[i]!;
    scores[n - 1]! += 1;
  }
  const weight = Math.log(1 + (texts - n + 0.5) / (n + 0.5)) * (K1 + 1);
  const shortest = K1 * (1 - B);
  const perWord = (K1 * B * texts) / words;
  for (let i = 0; i < n; i++) {
    const f = scores[i]!;
    scores[i] = (weight * f) / (f + shortest + perWord * wordsIn(numbers[i]!));
  }
  return { numbers: numbers.subarray(0, n), scores: scores.subarray(0, n) };
};

/**
 * BM25 as of a record time: each text's sum over the terms. Texts, frequencies and lengths are counted among the texts of the same kind
 * that were recorded up to `knownAt`, so that whatever is recorded later changes no score. (FTS5's own `bm25()` counts what is there now.)
 */
export const bm25 = (file: SpaceFile, terms: readonly string[], kinds: ReadonlySet<MemoryKind>, knownAt: Instant): Scores => {
  const mark = markAt(file, knownAt);
  let scores = NO_SCORES;
  for (const stem of new Set(terms.flatMap(stemsOf))) {
    const places = file.column(PLACES, stem);
    for (const kind of KINDS) {
      if (!kinds.has(kind)) continue;
      const from = indexOf(places, FIRST_NUMBER[kind]);
      const to = indexOf(places, lastNumber(kind, mark.place) + 1);
      if (from < to) scores = summed(scores, termScores(places, from, to, mark.corpora[kind]));
    }
  }
  return scores;
};
