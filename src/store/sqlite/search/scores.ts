import { kindIndex } from "./text-number.ts";

/** The texts of a search list, by number, with their scores. */
export interface Scores {
  readonly numbers: Float64Array;
  readonly scores: Float64Array;
}

export const NO_SCORES: Scores = { numbers: new Float64Array(0), scores: new Float64Array(0) };

export const scoresOf = (
  scoredNumbers: Iterable<readonly [number: number, score: number]>,
): Scores => {
  const pairs = [...scoredNumbers];
  const scores = {
    numbers: new Float64Array(pairs.length),
    scores: new Float64Array(pairs.length),
  };
  pairs.forEach(([number, score], i) => {
    scores.numbers[i] = number;
    scores.scores[i] = score;
  });
  return scores;
};

/**
 * Merges two lists with ascending numbers into one. `join` combines the scores of a text that is in
 * both.
 */
const mergeScores = (a: Scores, b: Scores, join: (a: number, b: number) => number): Scores => {
  const [lengthOfA, lengthOfB] = [a.numbers.length, b.numbers.length];
  if (lengthOfA === 0) return b;
  if (lengthOfB === 0) return a;
  const numbers = new Float64Array(lengthOfA + lengthOfB);
  const scores = new Float64Array(lengthOfA + lengthOfB);
  let size = 0;
  for (let i = 0, j = 0; i < lengthOfA || j < lengthOfB; size++) {
    const numberInA = a.numbers[i] ?? Infinity;
    const numberInB = b.numbers[j] ?? Infinity;
    numbers[size] = Math.min(numberInA, numberInB);
    const scoreInA = numberInA <= numberInB ? (a.scores[i++] ?? 0) : 0;
    const scoreInB = numberInB <= numberInA ? (b.scores[j++] ?? 0) : 0;
    scores[size] = join(scoreInA, scoreInB);
  }
  return { numbers: numbers.subarray(0, size), scores: scores.subarray(0, size) };
};

/** Merges two lists. A text in both gets the sum. */
export const addScores = (a: Scores, b: Scores): Scores => mergeScores(a, b, (x, y) => x + y);

/** Merges two lists. A text in both gets the better score. */
export const bestScores = (a: Scores, b: Scores): Scores => mergeScores(a, b, Math.max);

export const scaleScores = ({ numbers, scores }: Scores, factor: number): Scores => ({
  numbers,
  scores: scores.map((score) => score * factor),
});

/** The score of a text in a list with ascending numbers; 0 if it is not in it. */
export const scoreIn = ({ numbers, scores }: Scores, text: number): number => {
  let low = 0;
  for (let high = numbers.length; low < high;) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? Infinity) < text) low = middle + 1;
    else high = middle;
  }
  return numbers[low] === text ? (scores[low] ?? 0) : 0;
};

/** Concatenates lists that have no text in common. */
export const concatScores = (parts: readonly Scores[]): Scores => {
  const length = parts.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const result = { numbers: new Float64Array(length), scores: new Float64Array(length) };
  let at = 0;
  for (const { numbers, scores } of parts) {
    result.numbers.set(numbers, at);
    result.scores.set(scores, at);
    at += numbers.length;
  }
  return result;
};

/**
 * Orders texts with equal scores by kind (`KINDS`), then by record time, the latest first, since it
 * is the likeliest to be visible.
 */
const isBeforeOfEqual = (a: number, b: number): boolean => {
  const [kindOfA, kindOfB] = [kindIndex(a), kindIndex(b)];
  return kindOfA === kindOfB ? a > b : kindOfA < kindOfB;
};

/** Yields the texts, best first. A heap sorts only as many as are read. */
export function* bestFirst({
  numbers,
  scores,
}: Scores): Generator<readonly [number: number, score: number]> {
  let size = numbers.length;
  const heap = new Uint32Array(size);
  for (let i = 0; i < size; i++) heap[i] = i;
  const isBefore = (a: number, b: number): boolean => {
    const difference = (scores[a] ?? 0) - (scores[b] ?? 0);
    return difference === 0 ? isBeforeOfEqual(numbers[a] ?? 0, numbers[b] ?? 0) : difference > 0;
  };
  const entryAt = (position: number): number => heap[position] ?? 0;
  const sink = (from: number): void => {
    const entry = entryAt(from);
    let at = from;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBefore(entryAt(child + 1), entryAt(child))) child += 1;
      if (!isBefore(entryAt(child), entry)) break;
      heap[at] = entryAt(child);
      at = child;
    }
    heap[at] = entry;
  };
  for (let i = (size >> 1) - 1; i >= 0; i--) sink(i);
  while (size > 0) {
    const best = entryAt(0);
    size -= 1;
    heap[0] = entryAt(size);
    if (size > 0) sink(0);
    yield [numbers[best] ?? 0, scores[best] ?? 0];
  }
}

/** The next `count` texts of a ranking, in order. */
export const firstOf = (
  ranking: Iterator<readonly [number, number]>,
  count: number,
): Map<number, number> => {
  const first = new Map<number, number>();
  while (first.size < count) {
    const next = ranking.next();
    if (next.done) break;
    first.set(...next.value);
  }
  return first;
};
