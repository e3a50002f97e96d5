import { groupsIn, PHRASES } from "./expressions.ts";
import { words } from "./words.ts";

/** What is told to be done, and the verbs and the openings of the objects of what it closes. */
export const CLOSINGS = PHRASES.rows("closings").map(([pattern, closed]) => {
  const [verbs = "", openings = ""] = closed.split("|");
  return { pattern, verbs: words(verbs), openings: words(openings) };
});

/** Whether a predicate names what it may close: "paid Tom back". */
export const mayClose = (predicate: string): boolean =>
  CLOSINGS.some(({ pattern }) => groupsIn(pattern, predicate)["name"] !== undefined);
