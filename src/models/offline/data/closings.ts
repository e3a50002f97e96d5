import { groupsIn, PHRASES } from "./expressions.ts";
import { words } from "./words.ts";

/** The words with which an object opens: "out+of+work" in the tables. */
export type Opening = readonly string[];

export const openingsOf = (listed: string): readonly Opening[] =>
  [...words(listed)].map((opening) => opening.split("+"));

/** Finished actions, with the verbs and the first objects of the ongoing statements that they end. */
export const CLOSINGS = PHRASES.rows("closings").map(([pattern, ended]) => {
  const [verbs = "", openings = ""] = ended.split("|");
  return { pattern, verbs: words(verbs), openings: openingsOf(openings) };
});

/** Whether a predicate names what its action may end: "paid Tom back". */
export const mayClose = (predicate: string): boolean =>
  CLOSINGS.some(({ pattern }) => groupsIn(pattern, predicate)["name"] !== undefined);

/** "has gone back to cow's milk": what somebody takes again, or takes now. */
export const TAKEN_INSTEAD = PHRASES.one("taken_instead");
