import type { Contestant } from "./contestant.ts";
import { required } from "./lookup.ts";

/** One task of a contestant, and the size of a sample of it. */
export interface Discipline {
  readonly contestant: Contestant<unknown>;
  readonly work: string;
  /** Number of runs that are not counted, in which code is compiled and caches fill. */
  readonly warmUp: number;
  /** Number of runs that are measured together. Their mean is one sample. */
  readonly perBatch: number;
}

export const median = (numbers: readonly number[]): number => {
  const ascending = numbers.toSorted((a, b) => a - b);
  const middle = ascending.length >> 1;
  const upper = required(ascending[middle], "The median of nothing");
  return ascending.length % 2 === 1 ? upper : ((ascending[middle - 1] ?? upper) + upper) / 2;
};

/**
 * CPU milliseconds per run in each discipline, as the median over a number of batches. The
 * disciplines take turns batch by batch, one at a time and each time with another one first: two
 * cores of a busy machine run slower than one, and anything that slows down one discipline slows
 * down all.
 */
export const measure = async <Name extends string>(
  disciplines: Readonly<Record<Name, Discipline>>,
  batches: number,
): Promise<Readonly<Record<Name, number>>> => {
  const series = Object.entries<Discipline>(disciplines).map(([name, discipline]) => ({
    name,
    discipline,
    samples: [] as number[],
  }));
  for (const { discipline } of series) {
    const { contestant, work, warmUp } = discipline;
    await contestant.batch(work, 0, warmUp);
  }
  for (let i = 0; i < batches; i++) {
    const first = i % series.length;
    for (const { discipline, samples } of [...series.slice(first), ...series.slice(0, first)]) {
      const { contestant, work, warmUp, perBatch } = discipline;
      samples.push(await contestant.batch(work, warmUp + i * perBatch, perBatch));
    }
  }
  return Object.fromEntries(series.map(({ name, samples }) => [name, median(samples)])) as Record<
    Name,
    number
  >;
};
