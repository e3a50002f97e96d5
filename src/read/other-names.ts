import { namesOf, type EntityVersion } from "../memory/entity.ts";
import { searchTerms } from "./query-terms.ts";

/** Terms that other names may add to a query. */
const ADDED_TERMS = 6;

/**
 * The words of the other names of the entities that a query names, so that what is told of Isabela is found for Bela. A name that
 * shares a word with the query is found by it already, and adds none.
 */
export const otherNames = (terms: readonly string[], named: readonly EntityVersion[]): string[] => {
  const known = new Set(terms);
  const names = named.flatMap(namesOf).map((name) => searchTerms(name, ADDED_TERMS));
  return [...new Set(names.filter((words) => !words.some((word) => known.has(word))).flat())].slice(
    0,
    ADDED_TERMS,
  );
};
