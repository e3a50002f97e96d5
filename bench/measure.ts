/** CPU time of this process, user and system, all threads: what the work costs a machine, whatever else runs on it. */
const cpuMillis = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export interface Sampling {
  /** Runs that are not counted: code is compiled, caches fill. */
  readonly warmUp: number;
  readonly batches: number;
  /** Runs that are measured together; their mean is one sample. */
  readonly perBatch: number;
}

/** Gets the number of the run, from 0, warm-up included: each run can do something else. */
export type Work = (run: number) => unknown;

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

const batch = async (work: Work, from: number, runs: number): Promise<number> => {
  const before = cpuMillis();
  for (let run = from; run < from + runs; run++) await work(run);
  return (cpuMillis() - before) / runs;
};

/**
 * CPU milliseconds per run of each kind of work, the median over batches. The kinds take turns batch by batch, so that what slows the
 * machine down slows down all of them.
 */
export const measure = async <Name extends string>(works: Readonly<Record<Name, Work>>, { warmUp, batches, perBatch }: Sampling): Promise<Record<Name, number>> => {
  const kinds = Object.entries<Work>(works);
  const samples = new Map<string, number[]>(kinds.map(([name]) => [name, []]));
  for (const [, work] of kinds) await batch(work, 0, warmUp);
  for (let i = 0; i < batches; i++) for (const [name, work] of kinds) samples.get(name)!.push(await batch(work, warmUp + i * perBatch, perBatch));
  return Object.fromEntries([...samples].map(([name, numbers]) => [name, median(numbers)])) as Record<Name, number>;
};
