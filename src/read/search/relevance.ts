import type { TextHit } from "../../store/port.ts";

/**
 * Relevance is the share of a query that a text covers, as a probability: a logistic curve fitted
 * to the answers to the questions of LoCoMo, and to the same questions in other people's memories
 * (docs/reference/evaluation.md). At 0.5, texts that answer and texts that do not are equally
 * frequent.
 */
const AT_NOTHING = -3.3;
const PER_COVERAGE = 7.4;

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * Minimum relevance of a text that contains an exact string of the query, such as a path or an
 * amount.
 */
export const RELEVANCE_OF_EXACT = 0.8;
/** Minimum relevance of an entity that the query names. */
export const RELEVANCE_OF_NAMED = 0.8;
/** Factor for the relevance of a message whose facts are all outdated. */
export const OUTDATED_SHARE = 0.5;

/** Slope of relevance by cosine; it is 0.5 at the cosine of related texts. */
const PER_COSINE = 20;

/** Relevance by similarity alone. `relatedCosine` is the cosine from which texts are related. */
export const relevanceOfCosine = (cosine: number, relatedCosine: number): number =>
  logistic(PER_COSINE * (cosine - relatedCosine));

/**
 * The weight of each term: the most that it adds to the score of a text, so that rare words count
 * for more. A term in no text has the largest weight.
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
 * Creates the function that gives the relevance of the texts of a full-text list, by what their
 * terms add to their scores. It compares only the texts of that list, and therefore reads nothing.
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
