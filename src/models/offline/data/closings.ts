import { groupsIn, PHRASES } from "./expressions.ts";
import { RowTable, type TableRow } from "./row-table.ts";
import { words } from "./words.ts";

/** The words with which an object opens: "out+of+work" in the tables. */
export type Opening = readonly string[];

export const openingsOf = (listed: string): readonly Opening[] =>
  [...words(listed)].map((opening) => opening.split("+"));

/** What a finished action ends: the verbs and the first objects of ongoing statements. */
interface Closed {
  readonly verbs: ReadonlySet<string>;
  readonly openings: readonly Opening[];
}

const CLOSINGS = new RowTable<Closed>(
  PHRASES.rows("closings").map(([pattern, ended]) => {
    const [verbs = "", openings = ""] = ended.split("|");
    return [pattern, { verbs: words(verbs), openings: openingsOf(openings) }];
  }),
);

/** The finished actions that a predicate may tell of, with what each ends. */
export const closingsFor = (predicate: string): readonly TableRow<Closed>[] =>
  CLOSINGS.mayFit(predicate);

/** Whether a predicate names what its action may end: "paid Tom back". */
export const mayClose = (predicate: string): boolean =>
  closingsFor(predicate).some(([pattern]) => groupsIn(pattern, predicate)["name"] !== undefined);

/** "has gone back to cow's milk": what somebody takes again, or takes now. */
export const TAKEN_INSTEAD = PHRASES.one("taken_instead");
