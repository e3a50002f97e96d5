import { count, ms } from "./row.ts";

/** A user waits for an answer: beyond so much CPU time of one request, in milliseconds, something has to be done. */
const TOO_LONG = 100;

/** By which power of the size the time grows between the last two sizes. */
const power = (times: readonly (readonly [size: number, millis: number])[]): number => {
  const [[a, before], [b, after]] = times.slice(-2) as [
    readonly [number, number],
    readonly [number, number],
  ];
  return Math.log(after / before) / Math.log(b / a);
};

/** Two figures that count. */
const roughly = (size: number): string => count(Number(size.toPrecision(2)));

/** Says how something grows with the size of a memory, and where it stops scaling, as far as can be told from what was measured. */
export const scaling = (
  what: string,
  times: readonly (readonly [size: number, millis: number])[],
): string => {
  const measured = times
    .map(([size, millis]) => `${ms(millis)} at ${count(size)} facts`)
    .join(", ");
  const grows = power(times);
  const [size, last] = times.at(-1)!;
  const end = size * (TOO_LONG / last) ** (1 / grows);
  if (grows < 0.1) return `${what}: ${measured}. It hardly grows any more.`;
  const passes =
    last > TOO_LONG
      ? `${TOO_LONG} ms are passed at about ${roughly(end)} facts`
      : `at this rate ${TOO_LONG} ms are passed at about ${roughly(end)} facts`;
  return `${what}: ${measured}. From ${count(times.at(-2)![0])} on it grows as the size to the power of ${grows.toFixed(1)}; ${passes}.`;
};
