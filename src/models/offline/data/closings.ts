import { groupsIn, PHRASES } from "./expressions.ts";
import { RowTable, type TableRow } from "./row-table.ts";
import { rowsOf, words } from "./words.ts";

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

/** The kind of which one uses one at a time, by the name of a firm or a program: "bank" of "monzo". */
export const KIND_OF_SERVICE: ReadonlyMap<string, string> = new Map(
  rowsOf("kinds_of_service").flatMap((row) => {
    const [kind = "", names = ""] = row.split("|");
    return [...words(names)].map((name) => [name, kind] as const);
  }),
);

const TAKEN_INSTEAD = PHRASES.one("taken_instead");
/** What somebody takes again, or takes now: "has gone back to cow's milk", "has switched to Monzo". */
export const takenInstead = (text: string): string | null => {
  const { taken } = groupsIn(TAKEN_INSTEAD, text);
  const isTaken =
    taken !== undefined && (/^\p{Ll}/u.test(taken) || KIND_OF_SERVICE.has(taken.toLowerCase()));
  return isTaken ? taken : null;
};
