import { groupsIn, PHRASES } from "./expressions.ts";
import { RowTable, type TableRow } from "./row-table.ts";
import { rowsOf, words } from "./words.ts";

/** The first words of an object: "out+of+work" in the tables. */
export type Opening = readonly string[];

export const openingsOf = (listed: string): readonly Opening[] =>
  [...words(listed)].map((opening) => opening.split("+"));

/**
 * The ongoing statements that a finished action ends, by their verbs and the first words of their
 * objects.
 */
export interface ClosedStatements {
  readonly verbs: ReadonlySet<string>;
  readonly openings: readonly Opening[];
  /**
   * Words for a state, such as "broken" or "garage". If there are any, the ended statement must
   * contain one.
   */
  readonly states: ReadonlySet<string>;
}

const CLOSINGS = new RowTable<ClosedStatements>(
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

/** The finished actions that may match a predicate, with the statements that each ends. */
export const closingsFor = (predicate: string): readonly TableRow<ClosedStatements>[] =>
  CLOSINGS.mayFit(predicate);

/** Whether a predicate states an action that may end something: "joined a small firm". */
export const mayClose = (predicate: string): boolean =>
  closingsFor(predicate).some(([pattern]) => pattern.test(predicate));

/**
 * Whether a predicate alone shows that something ends: it names the ended thing ("paid Tom back")
 * or a change.
 */
export const statesEnd = (predicate: string): boolean =>
  closingsFor(predicate).some(([pattern]) => {
    const { name, ends } = groupsIn(pattern, predicate);
    return name !== undefined || ends !== undefined;
  });

/**
 * The kind of service by the name of a firm or a program: "bank" for "monzo". People use one of a
 * kind at a time.
 */
export const KIND_OF_SERVICE: ReadonlyMap<string, string> = new Map(
  rowsOf("kinds_of_service").flatMap((row) => {
    const [kind = "", names = ""] = row.split("|");
    return [...words(names)].map((name) => [name, kind] as const);
  }),
);

const TAKEN_INSTEAD = PHRASES.one("taken_instead");
/** "has moved to Monzo", which may be a town, unless the table lists it as a service. */
const MOVED_TO = / moved to (?<taken>\p{Lu}[\p{L}\d.&’'-]*)/u;
/**
 * The thing that somebody takes again or takes now: "has gone back to cow's milk", "has switched to
 * Monzo". Null if the text states none.
 */
export const takenInstead = (text: string): string | null => {
  const takenName = groupsIn(TAKEN_INSTEAD, text)["taken"] ?? groupsIn(MOVED_TO, text)["taken"];
  const isTaken =
    takenName !== undefined &&
    (/^\p{Ll}/u.test(takenName) || KIND_OF_SERVICE.has(takenName.toLowerCase()));
  return isTaken ? takenName : null;
};
