import { count, ms } from "./row.ts";
import { required } from "./lookup.ts";

/** CPU milliseconds of one request beyond which a waiting user notices. */
const TOO_LONG = 100;

/** The measurement at one size of a memory. */
type Measurement = readonly [facts: number, millis: number];

/** The exponent of the size by which the time grows between two sizes. */
const growthPower = ([a, before]: Measurement, [b, after]: Measurement): number =>
  Math.log(after / before) / Math.log(b / a);

/** A count rounded to two significant figures. */
const roughly = (size: number): string => count(Number(size.toPrecision(2)));

/**
 * A sentence that says how the time grows with the size of a memory and where it stops scaling, by
 * the last two measurements.
 */
export const scaling = (what: string, times: readonly Measurement[]): string => {
  const timesText = times
    .map(([size, millis]) => `${ms(millis)} at ${count(size)} facts`)
    .join(", ");
  const lastButOne = required(times.at(-2), "A second measurement");
  const last = required(times.at(-1), "A measurement");
  const [size, slowest] = last;
  const grows = growthPower(lastButOne, last);
  const end = size * (TOO_LONG / slowest) ** (1 / grows);
  if (grows < 0.1) return `${what}: ${timesText}. It hardly grows any more.`;
  const passes =
    slowest > TOO_LONG
      ? `${TOO_LONG} ms are passed at about ${roughly(end)} facts`
      : `at this rate ${TOO_LONG} ms are passed at about ${roughly(end)} facts`;
  return `${what}: ${timesText}. From ${count(lastButOne[0])} on it grows as the size to the power of ${grows.toFixed(1)}; ${passes}.`;
};
