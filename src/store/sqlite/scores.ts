import { kindIndex } from "./text-number.ts";

/** What a search list makes of texts: the number of each text that it found, with its score. */
export interface Scores {
  readonly numbers: Float64Array;
  readonly scores: Float64Array;
}

export const NO_SCORES: Scores = { numbers: new Float64Array(0), scores: new Float64Array(0) };

export const scoresOf = (found: Iterable<readonly [number: number, score: number]>): Scores => {
  const pairs = [...found];
  const made = { numbers: new Float64Array(pairs.length), scores: new Float64Array(pairs.length) };
  pairs.forEach(([number, score], i) => {
    made.numbers[i] = number;
    made.scores[i] = score;
  });
  return made;
};

/** Both together, where the numbers of each ascend: a text that is in both has the sum. Their numbers ascend too. */
export const summed = (a: Scores, b: Scores): Scores => {
  const [lengthOfA, lengthOfB] = [a.numbers.length, b.numbers.length];
  if (lengthOfA === 0) return b;
  if (lengthOfB === 0) return a;
  const numbers = new Float64Array(lengthOfA + lengthOfB);
  const scores = new Float64Array(lengthOfA + lengthOfB);
  let size = 0;
  for (let i = 0, j = 0; i < lengthOfA || j < lengthOfB; size++) {
    const takesA = j === lengthOfB || (i < lengthOfA && a.numbers[i]! <= b.numbers[j]!);
    const takesB = !takesA || (j < lengthOfB && a.numbers[i] === b.numbers[j]);
    numbers[size] = takesA ? a.numbers[i]! : b.numbers[j]!;
    if (takesA) scores[size]! += a.scores[i++]!;
    if (takesB) scores[size]! += b.scores[j++]!;
  }
  return { numbers: numbers.subarray(0, size), scores: scores.subarray(0, size) };
};

/** All together, where no text is in two of them. */
export const joined = (parts: readonly Scores[]): Scores => {
  const length = parts.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const made = { numbers: new Float64Array(length), scores: new Float64Array(length) };
  let at = 0;
  for (const { numbers, scores } of parts) {
    made.numbers.set(numbers, at);
    made.scores.set(scores, at);
    at += numbers.length;
  }
  return made;
};

/** Of equal scores the kind that comes first in `KINDS`, then what was recorded last: it is the likeliest to be visible. */
const isBeforeOfEqual = (a: number, b: number): boolean => {
  const [kindOfA, kindOfB] = [kindIndex(a), kindIndex(b)];
  return kindOfA === kindOfB ? a > b : kindOfA < kindOfB;
};

/** Gives the texts one after the other, the best first: a heap, so that it sorts no more than is asked for. */
export function* bestFirst({
  numbers,
  scores,
}: Scores): Generator<readonly [number: number, score: number]> {
  let size = numbers.length;
  const heap = new Uint32Array(size);
  for (let i = 0; i < size; i++) heap[i] = i;
  const isBefore = (a: number, b: number): boolean =>
    scores[a]! > scores[b]! ||
    (scores[a] === scores[b] && isBeforeOfEqual(numbers[a]!, numbers[b]!));
  const sink = (from: number): void => {
    const entry = heap[from]!;
    let at = from;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, entry)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = entry;
  };
  for (let i = (size >> 1) - 1; i >= 0; i--) sink(i);
  while (size > 0) {
    const best = heap[0]!;
    size -= 1;
    heap[0] = heap[size]!;
    if (size > 0) sink(0);
    yield [numbers[best]!, scores[best]!];
  }
}

/** So many of a ranking, in order. */
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
