import type { MemoryKind } from "../../memory/search-text.ts";
import type { Instant } from "../../memory/time.ts";
import { joined, NO_SCORES, summed, type Scores } from "./scores.ts";
import type { SpaceFile } from "./space-file.ts";
import { indexedStem, stemsOf } from "./stems.ts";
import { lastNumber, wordsIn } from "./text-number.ts";
import { markAt, type Corpus } from "./texts.ts";

/** How soon a term repeated in a text adds nothing more: Robertson and Zaragoza's usual value, FTS5's too. */
const K1 = 1.2;
/** How much longer texts are held back. Less than the usual 0.75: what is remembered is short, and the longer message tells more (docs/evaluation.md). */
const B = 0.4;

/**
 * A term that so great a part of the texts have, of at least so many, tells them apart no more than a stop word does (the name of the
 * user, in a memory of nothing but the user): it is left out, which spares reading where it stands, unless no other term is in any text.
 */
const TOLD_BY_ALL = 0.8;
const FEWEST_TEXTS = 2_000;

/** One row for every place where a stem stands, text by text, in ascending order. */
const PLACES = `SELECT doc FROM stem_place WHERE term = ?`;
const COUNT = `SELECT count(*) FROM stem WHERE stem MATCH ? AND rowid <= CAST(? AS INTEGER)`;

/** How many of ascending numbers are at most `last`. */
const countUpTo = (numbers: readonly number[], last: number): number => {
  let low = 0;
  for (let high = numbers.length; low < high;) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= last) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * What one term adds to the texts of one kind, given the text of each of its first `count` places:
 *
 *     ln(1 + (N - n + 0.5) / (n + 0.5)) * f * (K1 + 1) / (f + K1 * (1 - B + B * length / average))
 *
 * with f its frequency in the text, n the texts that have it, N all texts, and their length in words.
 */
const termScores = (places: readonly number[], count: number, { texts, words }: Corpus): Scores => {
  const numbers = new Float64Array(count);
  const scores = new Float64Array(count);
  let n = 0;
  for (let i = 0; i < count; i++) {
    const text = places[i]!;
    if (n === 0 || numbers[n - 1] !== text) numbers[n++] = text;
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

/** The stems that tell the texts of a kind apart, of those that they are searched for; all of them where none does. */
const telling = (
  file: SpaceFile,
  stems: readonly string[],
  last: number,
  { texts }: Corpus,
): readonly string[] => {
  if (texts < FEWEST_TEXTS) return stems;
  const having = stems.map((stem) => file.column(COUNT, `"${stem}"`, last)[0]!);
  const kept = stems.filter((_, i) => having[i]! > 0 && having[i]! <= TOLD_BY_ALL * texts);
  return kept.length === 0 ? stems : kept;
};

/**
 * BM25 as of a record time: each text's sum over the terms. Texts, frequencies and lengths are counted among the texts of the same kind
 * that were recorded up to `knownAt`, so that whatever is recorded later changes no score. (FTS5's own `bm25()` counts what is there now.)
 */
export const bm25 = (
  file: SpaceFile,
  terms: readonly string[],
  kinds: ReadonlySet<MemoryKind>,
  knownAt: Instant,
): Scores => {
  const mark = markAt(file, knownAt);
  const stems = [...new Set(terms.flatMap(stemsOf))];
  const ofKind = (kind: MemoryKind): Scores => {
    const corpus = mark.corpora[kind];
    let found = NO_SCORES;
    if (corpus.texts === 0) return found;
    const last = lastNumber(kind, mark.place);
    for (const stem of telling(
      file,
      stems.map((one) => indexedStem(kind, one)),
      last,
      corpus,
    )) {
      const places = file.column(PLACES, stem);
      found = summed(found, termScores(places, countUpTo(places, last), corpus));
    }
    return found;
  };
  return joined([...kinds].map(ofKind));
};
