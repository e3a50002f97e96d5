import { groupsIn, PHRASES } from "./expressions.ts";
import { RowTable, type TableRow } from "./row-table.ts";
import { words } from "./words.ts";

/** The words with which an object opens: "out+of+work" in the tables. */
export type Opening = readonly string[];

export const openingsOf = (listed: string): readonly Opening[] =>
  [...words(listed)].map((opening) => opening.split("+"));

/** What a finished action ends: the verbs and the first objects of ongoing statements. */
export interface Closed {
  readonly verbs: ReadonlySet<string>;
  readonly openings: readonly Opening[];
  /** Where there are any, one of them must stand in a statement that ends: "broken", "garage". */
  readonly states: ReadonlySet<string>;
}

const CLOSINGS = new RowTable<Closed>(
  PHRASES.rows("closings").map(([pattern, ended]) => {
    const [verbs = "", openings = "", states] = ended.split("|");
    const closed = {
      verbs: words(verbs),
      openings: openingsOf(openings),
      states: states === undefined ? new Set<string>() : words(states),
    };
    return [pattern, closed];
  }),
);

/** The finished actions that a predicate may tell of, with what each ends. */
export const closingsFor = (predicate: string): readonly TableRow<Closed>[] =>
  CLOSINGS.mayFit(predicate);

/** Whether a predicate tells of an action that may end something: "joined a small firm". */
export const mayClose = (predicate: string): boolean =>
  closingsFor(predicate).some(([pattern]) => pattern.test(predicate));

/** Whether it tells by itself that something ends: it names it ("paid Tom back"), or it is a change. */
export const tellsEnd = (predicate: string): boolean =>
  closingsFor(predicate).some(([pattern]) => {
    const { name, ends } = groupsIn(pattern, predicate);
    return name !== undefined || ends !== undefined;
  });

/** "has gone back to cow's milk": what somebody takes again, or takes now. */
export const TAKEN_INSTEAD = PHRASES.one("taken_instead");
