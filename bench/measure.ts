import type { Contestant } from "./contestant.ts";

/** One work of a contestant, and how much of it makes one sample. */
export interface Discipline {
  readonly contestant: Contestant<unknown>;
  readonly work: string;
  /** Runs that are not counted: code is compiled, caches fill. */
  readonly warmUp: number;
  /** Runs that are measured together; their mean is one sample. */
  readonly perBatch: number;
}

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/**
 * CPU milliseconds per run in each discipline, the median over so many batches. The disciplines take turns batch by batch, one at a time and
 * each time another first: two cores of a busy machine run slower than one, and what slows down one of them slows down all.
 */
export const measure = async <Name extends string>(
  disciplines: Readonly<Record<Name, Discipline>>,
  batches: number,
): Promise<Readonly<Record<Name, number>>> => {
  const names = Object.keys(disciplines) as Name[];
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (const name of names) {
    const { contestant, work, warmUp } = disciplines[name];
    await contestant.batch(work, 0, warmUp);
  }
  for (let i = 0; i < batches; i++)
    for (const name of [...names.slice(i % names.length), ...names.slice(0, i % names.length)]) {
      const { contestant, work, warmUp, perBatch } = disciplines[name];
      samples.get(name)!.push(await contestant.batch(work, warmUp + i * perBatch, perBatch));
    }
  return Object.fromEntries(names.map((name) => [name, median(samples.get(name)!)])) as Record<
    Name,
    number
  >;
};
