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
import { commonStemsOf } from "./common-stems.ts";
import { occurrencesOf } from "./occurrences.ts";
import type { Occurrences } from "./packed-occurrences.ts";
import { indexedStem, stemsOf } from "./stems.ts";
import { KINDS, lastNumber, wordsIn } from "./text-number.ts";
import { markAt, type Corpus } from "./corpus.ts";

/** Saturation of term frequency. The usual value, which FTS5 uses too. */
const K1 = 1.2;
/**
 * Penalty for length. Less than the usual 0.75, because memories are short and a longer message
 * says more (docs/reference/evaluation.md).
 */
const B = 0.4;

/**
 * In a corpus of at least FEWEST_TEXTS, a term in more than this share of the texts (such as the
 * user's own name) is treated as a stop word, unless no other term occurs. This saves reading its
 * many places.
 */
const COMMON_SHARE = 0.8;
const FEWEST_TEXTS = 2_000;

/**
 * Scores of one term in the texts of one kind:
 *
 *     ln(1 + (N - n + 0.5) / (n + 0.5)) * f * (K1 + 1) / (f + K1 * (1 - B + B * length / average))
 *
 * with f its frequency in the text, n the texts that have it, N all texts, and their length in
 * words.
 */
const termScores = ({ numbers, frequencies }: Occurrences, { texts, words }: Corpus): Scores => {
  const n = numbers.length;
  const weight = Math.log(1 + (texts - n + 0.5) / (n + 0.5)) * (K1 + 1);
  const shortest = K1 * (1 - B);
  const perWord = (K1 * B * texts) / words;
  const scores = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const f = frequencies[i] ?? 0;
    scores[i] = (weight * f) / (f + shortest + perWord * wordsIn(numbers[i] ?? 0));
  }
  return { numbers, scores };
};

/** The stems of one kind that a search looks up. Each is read once. */
class StemReader {
  readonly #file: SpaceFile;
  readonly #kind: MemoryKind;
  readonly #last: number;
  readonly #corpus: Corpus;
  readonly #read = new Map<string, Occurrences>();

  /** Reads texts up to the number `last`, which are those of the corpus. */
  constructor(file: SpaceFile, kind: MemoryKind, last: number, corpus: Corpus) {
    this.#file = file;
    this.#kind = kind;
    this.#last = last;
    this.#corpus = corpus;
  }

  scores(stem: string): Scores {
    return termScores(this.#occurrences(stem), this.#corpus);
  }

  /** The stems that distinguish texts; all stems if none does. */
  distinctive(stems: readonly string[]): ReadonlySet<string> {
    if (this.#corpus.texts < FEWEST_TEXTS) return new Set(stems);
    const commonStems = commonStemsOf(this.#file);
    const distinctiveStems = stems.filter((stem) => {
      const indexedForm = indexedStem(this.#kind, stem);
      const texts =
        commonStems.textsWith(indexedForm, this.#last) ?? this.#occurrences(stem).numbers.length;
      const isCommon = texts > COMMON_SHARE * this.#corpus.texts;
      if (isCommon) commonStems.add(indexedForm, { last: this.#last, texts });
      else commonStems.remove(indexedForm);
      return texts > 0 && !isCommon;
    });
    return new Set(distinctiveStems.length === 0 ? stems : distinctiveStems);
  }

  #occurrences(stem: string): Occurrences {
    const knownOccurrences = this.#read.get(stem);
    if (knownOccurrences !== undefined) return knownOccurrences;
    const occurrences = occurrencesOf(this.#file, indexedStem(this.#kind, stem), this.#last);
    this.#read.set(stem, occurrences);
    return occurrences;
  }
}

/** A term of a query in the form in which it is looked up. */
interface TermStems {
  /** Its own stems, without those of the previous terms. */
  readonly own: readonly string[];
  readonly relatedStems: readonly { readonly stem: string; readonly weight: number }[];
}

/**
 * The stems of each term and of its related words. A stem counts once, for the first term that has
 * it.
 */
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
    relatedStems: (relatedWords?.get(term) ?? []).flatMap(({ word, weight }) =>
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
 * BM25 as of a record time, summed over the terms. Of a term and its related words, the best score
 * counts. It counts only texts of the same kind recorded up to `knownAt`, so that later texts
 * change no score. (FTS5's own `bm25()` counts all texts.)
 */
export const bm25 = (
  file: SpaceFile,
  terms: readonly string[],
  { kinds, at, relatedWords }: Pick<TextQuery, "kinds" | "at" | "relatedWords">,
): TextScores => {
  // The numbers and lengths of the texts that were recorded by then.
  const mark = markAt(file, at.knownAt);
  const stemsOfTerms = termStems(terms, relatedWords);
  /** The scores of the texts of a kind, for each term. */
  const ofKind = (kind: MemoryKind): Scores[] => {
    const corpus = mark.corpora[kind];
    if (corpus.texts === 0) return terms.map(() => NO_SCORES);
    const reader = new StemReader(file, kind, lastNumber(kind, mark.place), corpus);
    const distinctive = reader.distinctive(stemsOfTerms.flatMap(({ own }) => own));
    const scoresOfStem = (stem: string): Scores => reader.scores(stem);
    return stemsOfTerms.map(({ own, relatedStems }) => {
      // The text of an entity contains much of what is known about it, so related words would match
      // nearly always.
      const others = kind === "ENTITY" ? [] : relatedStems;
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
