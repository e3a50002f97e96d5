/** The load of many users at their peak, worked out from what one of them costs: the tables of docs/contributing/scale.md. */

/** A million users: facts of each, writes a second of all at the peak, and searches for each write. */
const LOAD = { users: 1_000_000, facts: 500, writes: 100, searches: 3 };
/** What a physical partition takes, and a logical one: one user. */
const PHYSICAL = { gigabytes: 50, unitsASecond: 10_000 };
const LOGICAL = { gigabytes: 20, unitsASecond: 10_000 };
/** US dollars: of 100 RU/s of autoscale for an hour, and of a gigabyte for a month. */
const PRICES = { hundredUnitsASecond: 0.012, gigabyte: 0.25 };
const HOURS_OF_MONTH = 730;

/** What one user costs: estimated request units of a write and of a search, and bytes of a fact with all that comes with it. */
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

/** What the account needs at the peak, by name; the numbers as the page shows them. */
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
    "cost of storage, a month": `$${shown(gigabytes * PRICES.gigabyte)}`,
    "cost of throughput, a month, always at the peak": `$${shown(about(throughput, 3))}`,
    "statistics queries a second of native rankings": shown(
      LOAD.writes * LOAD.searches * partitions,
    ),
    "writes a second of one user": shown(Math.floor(LOGICAL.unitsASecond / write)),
    "facts of one user": `${shown(about((LOGICAL.gigabytes * 1e9) / fact / 1e6, 2))} million`,
  };
};
