import { itemsOf } from "../text/list-items.ts";
import type { Token } from "./token.ts";
import type { VerbGroup } from "./verb-group.ts";

const MOST_WORDS = 5;
/** What one may be several of at once: "29, single and from Oslo". */
const opensPredicate = (item: readonly Token[]): boolean => {
  const first = item.find(({ part }) => part !== "adverb");
  return (
    item.length <= MOST_WORDS &&
    first !== undefined &&
    first.time === null &&
    (first.part === "number" ||
      first.part === "adjective" ||
      /^(?:an?|from|in|into|based|married|divorced|engaged|retired|allergic|vegan|vegetarian|single)$/u.test(
        first.lower,
      ))
  );
};

/** Splits what somebody is into one predicate for each thing: "29, single and a nurse". */
export const predicatesOf = (
  predicate: readonly Token[],
  object: number,
  verb: VerbGroup,
): (readonly Token[])[] => {
  if (verb.lemma !== "be" || verb.passive || verb.progressive) return [predicate];
  const items = itemsOf(predicate.slice(object));
  if (items.length < 2 || !items.every(opensPredicate)) return [predicate];
  return items.map((item) => [
    ...predicate.slice(0, object),
    ...item.map((token, i) =>
      i === item.length - 1 ? { ...token, after: token.after.replace(/[,;]$/u, "") } : token,
    ),
  ]);
};
