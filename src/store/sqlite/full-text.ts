import type { MemoryKind } from "../../memory/search-text.ts";
import type { Instant } from "../../memory/time.ts";
import type { SpaceFile } from "./space-file.ts";
import { stemsOf } from "./stems.ts";
import { KINDS, kindOf, lastNumber, wordsIn } from "./text-number.ts";
import { markAt, type Mark } from "./texts.ts";

/** How soon a term repeated in a text adds nothing more, and how much longer texts are held back: Robertson and Zaragoza's usual values, FTS5's too. */
const K1 = 1.2;
const B = 0.75;

/** One row for every place where a stem stands, text by text. */
const PLACES = `SELECT doc FROM stem_place WHERE term = ?`;

type Postings = Map<number, number>;

/** How often a stem stands in each text that was on record, kind by kind. */
const postingsOf = (file: SpaceFile, stem: string, kinds: ReadonlySet<MemoryKind>, mark: Mark): Map<MemoryKind, Postings> => {
  const found = new Map<MemoryKind, Postings>();
  const limits = Object.fromEntries(KINDS.map((kind) => [kind, lastNumber(kind, mark.place)])) as Record<MemoryKind, number>;
  for (const [text] of file.all<readonly [number]>(PLACES, stem)) {
    const kind = kindOf(text);
    if (!kinds.has(kind) || text > limits[kind]) continue;
    let postings = found.get(kind);
    if (!postings) found.set(kind, (postings = new Map()));
    postings.set(text, (postings.get(text) ?? 0) + 1);
  }
  return found;
};

/**
 * BM25 as of a record time, by the number of the text: the sum over terms of
 *
 *     ln(1 + (N - n + 0.5) / (n + 0.5)) * f * (K1 + 1) / (f + K1 * (1 - B + B * length / average))
 *
 * with f the term's frequency in the text, n the texts that have it, N all texts and `average` their length in words: all of them
 * counted among the texts of the same kind that were recorded up to `knownAt`, so that whatever is recorded later changes no score.
 * (FTS5's own `bm25()` counts what is there now.)
 */
export const bm25 = (file: SpaceFile, terms: readonly string[], kinds: ReadonlySet<MemoryKind>, knownAt: Instant): Map<number, number> => {
  const scores = new Map<number, number>();
  const mark = markAt(file, knownAt);
  for (const stem of new Set(terms.flatMap(stemsOf))) {
    for (const [kind, postings] of postingsOf(file, stem, kinds, mark)) {
      const { texts, words } = mark.corpora[kind];
      const weight = Math.log(1 + (texts - postings.size + 0.5) / (postings.size + 0.5)) * (K1 + 1);
      const flat = K1 * (1 - B);
      const perWord = (K1 * B * texts) / words;
      for (const [text, frequency] of postings) scores.set(text, (scores.get(text) ?? 0) + (weight * frequency) / (frequency + flat + perWord * wordsIn(text)));
    }
  }
  return scores;
};
