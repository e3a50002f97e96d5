/** The peak load of many users, calculated from the cost of one user: the tables of docs/contributing/scale.md. */

/** A million users: facts per user, writes per second of all users at the peak, and searches per write. */
const LOAD = { users: 1_000_000, facts: 500, writes: 100, searches: 3 };
/** Capacity of a physical partition, and of a logical one (one user). */
const PHYSICAL = { gigabytes: 50, unitsASecond: 10_000 };
const LOGICAL = { gigabytes: 20, unitsASecond: 10_000 };
/** Prices in US dollars: 100 RU/s of autoscale for an hour, and a gigabyte for a month. */
const PRICES = { hundredUnitsASecond: 0.012, gigabyte: 0.25 };
const HOURS_OF_MONTH = 730;

/** Cost of one user: estimated request units of a write and of a search, and bytes per fact with all its records. */
export interface UserCost {
  readonly write: number;
  readonly search: number;
  readonly fact: number;
}

const about = (value: number, digits: number): number => Number(value.toPrecision(digits));
const shown = (value: number): string => value.toLocaleString("en");

/** The figures, rounded as the page shows them. */
export const rounded = ({ write, search, fact }: UserCost): UserCost => ({
  write: about(write, 2),
  search: about(search, 2),
  fact: about(fact, 1),
});

/** Needs of the account at the peak, by name; numbers as the page shows them. */
export const peakOf = ({ write, search, fact }: UserCost): Readonly<Record<string, string>> => {
  const writes = LOAD.writes * write;
  const searches = LOAD.writes * LOAD.searches * search;
  const units = writes + searches;
  const gigabytes = (LOAD.users * LOAD.facts * fact) / 1e9;
  const partitions = Math.ceil(
    Math.max(gigabytes / PHYSICAL.gigabytes, units / PHYSICAL.unitsASecond),
  );
  const throughput = (units / 100) * PRICES.hundredUnitsASecond * HOURS_OF_MONTH;
  return {
    "RU/s of writes at the peak": shown(writes),
    "RU/s of searches, three for each write": shown(searches),
    "RU/s at the peak": shown(units),
    data: `${shown(gigabytes / 1_000)} TB`,
    "physical partitions": shown(partitions),
    "RU/s for each physical partition at the peak": shown(about(units / partitions, 3)),
    "cost of storage per month": `$${shown(gigabytes * PRICES.gigabyte)}`,
    "cost of throughput per month, always at the peak": `$${shown(about(throughput, 3))}`,
    "statistics queries per second of native rankings": shown(
      LOAD.writes * LOAD.searches * partitions,
    ),
    "writes per second of one user": shown(Math.floor(LOGICAL.unitsASecond / write)),
    "facts of one user": `${shown(about((LOGICAL.gigabytes * 1e9) / fact / 1e6, 2))} million`,
  };
};
