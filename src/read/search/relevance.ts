import type { TextHit } from "../../store/port.ts";

/**
 * Relevance is the share of what a query asks that a text has, as a probability: a logistic curve
 * through the answers to the questions of LoCoMo, beside the same questions asked of other people's
 * memories (docs/reference/evaluation.md). At a half, a text answers as often as one that does not
 * answer comes this far.
 */
const AT_NOTHING = -3.3;
const PER_COVERAGE = 7.4;

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Relevance of what contains an exact string of the query, such as a path or an amount, at least. */
export const RELEVANCE_OF_EXACT = 0.8;
/** Relevance of an entity that the query names, at least. */
export const RELEVANCE_OF_NAMED = 0.8;
/** Share of its relevance that a message keeps of which nothing holds any more. */
export const OUTDATED_SHARE = 0.5;

/** How steeply relevance rises with the cosine, from a half at the cosine of related texts. */
const PER_COSINE = 20;

/** Relevance by similarity alone. `relatedCosine` is the cosine from which texts are related. */
export const relevanceOfCosine = (cosine: number, relatedCosine: number): number =>
  logistic(PER_COSINE * (cosine - relatedCosine));

/**
 * What each term weighs: the most that it adds to the score of a text, so that rare words count for
 * more. A term that no text has weighs as much as the heaviest.
 */
const termWeights = (hits: readonly TextHit[]): readonly number[] => {
  const weights: number[] = [];
  for (const { termScores = [] } of hits)
    for (const [term, score] of termScores.entries())
      weights[term] = Math.max(weights[term] ?? 0, score);
  const heaviest = Math.max(0, ...weights);
  return weights.map((weight) => (weight === 0 ? heaviest : weight));
};

/**
 * Returns the relevance of texts by what their terms add to their scores, for a full-text list. It
 * compares with the texts of that list alone, and so reads nothing more.
 */
export const textRelevance = (
  hits: readonly TextHit[],
): ((termScores: readonly number[]) => number) => {
  const weights = termWeights(hits);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return (termScores) => {
    if (all === 0) return 0;
    const coveredWeight = weights.reduce(
      (sum, weight, term) => sum + Math.min(weight, termScores[term] ?? 0),
      0,
    );
    return logistic(AT_NOTHING + (PER_COVERAGE * coveredWeight) / all);
  };
};
