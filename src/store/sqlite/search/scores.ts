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

/**
 * Number of texts of a ranking that are sorted first, and its growth from one time to the next. Most
 * readers of a ranking stop within the first.
 */
const SORTED_FIRST = 128;
const SORTED_GROWTH = 4;

/** Compares two entries of a list of scores: negative if the first comes before the second. */
type Comparison = (a: number, b: number) => number;

const comparisonIn =
  ({ numbers, scores }: Scores): Comparison =>
  (a, b) =>
    (scores[b] ?? 0) - (scores[a] ?? 0) ||
    (a === b ? 0 : isBeforeOfEqual(numbers[a] ?? 0, numbers[b] ?? 0) ? -1 : 1);

/** Lets the entry at the top of a heap with the last entry first sink to its place. */
const sinkFrom = (heap: Uint32Array, top: number, compare: Comparison): void => {
  const entry = heap[top] ?? 0;
  let at = top;
  for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
    const [left, right] = [heap[child] ?? 0, heap[child + 1]];
    const later = right !== undefined && compare(right, left) > 0 ? child + 1 : child;
    if (compare(heap[later] ?? 0, entry) <= 0) break;
    heap[at] = heap[later] ?? 0;
    at = later;
  }
  heap[at] = entry;
};

/**
 * The first `count` entries of a list of scores in order, without those up to the entry `after`.
 * Takes about one comparison of scores per entry, because entries are read from the end: of equal
 * ones, those come first.
 */
const firstEntries = (
  scores: Scores,
  count: number,
  after: number | undefined,
  compare: Comparison,
): Uint32Array => {
  const values = scores.scores;
  const isNext = (entry: number): boolean => after === undefined || compare(after, entry) < 0;
  const entries = new Uint32Array(Math.min(count, values.length));
  let size = 0;
  let entry = values.length - 1;
  for (; entry >= 0 && size < entries.length; entry--) if (isNext(entry)) entries[size++] = entry;
  const heap = entries.subarray(0, size);
  for (let top = (size >> 1) - 1; top >= 0; top--) sinkFrom(heap, top, compare);
  let least = values[heap[0] ?? 0] ?? 0;
  for (; entry >= 0; entry--) {
    if ((values[entry] ?? 0) < least || !isNext(entry) || compare(entry, heap[0] ?? 0) > 0)
      continue;
    heap[0] = entry;
    sinkFrom(heap, 0, compare);
    least = values[heap[0] ?? 0] ?? 0;
  }
  return heap.sort(compare);
};

/** Yields the texts, best first. Sorts only a few more than are read. */
export function* bestFirst(scores: Scores): Generator<readonly [number: number, score: number]> {
  const compare = comparisonIn(scores);
  let last: number | undefined;
  for (let count = SORTED_FIRST; ; count *= SORTED_GROWTH) {
    const entries = firstEntries(scores, count, last, compare);
    for (const entry of entries) yield [scores.numbers[entry] ?? 0, scores.scores[entry] ?? 0];
    if (entries.length < count) return;
    last = entries.at(-1);
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
