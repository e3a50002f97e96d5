/** Gives the entries of a ranking one after the other, the highest score first, of equal ones the lowest number: sorts no more than is asked for. */
export function* bestFirst(scores: ReadonlyMap<number, number>): Generator<readonly [number: number, score: number]> {
  const heap = [...scores];
  const before = (a: number, b: number): boolean => heap[a]![1] > heap[b]![1] || (heap[a]![1] === heap[b]![1] && heap[a]![0] < heap[b]![0]);
  const sink = (from: number): void => {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      const right = left + 1;
      let best = at;
      if (left < heap.length && before(left, best)) best = left;
      if (right < heap.length && before(right, best)) best = right;
      if (best === at) return;
      [heap[at], heap[best]] = [heap[best]!, heap[at]!];
      at = best;
    }
  };
  for (let i = (heap.length >> 1) - 1; i >= 0; i--) sink(i);
  while (heap.length > 0) {
    const best = heap[0]!;
    const last = heap.pop()!;
    if (heap.length > 0) {
      heap[0] = last;
      sink(0);
    }
    yield best;
  }
}

/** So many entries of a ranking, in order. */
export const firstOf = (ranking: Iterator<readonly [number, number]>, count: number): Map<number, number> => {
  const first = new Map<number, number>();
  while (first.size < count) {
    const next = ranking.next();
    if (next.done) break;
    first.set(...next.value);
  }
  return first;
};
