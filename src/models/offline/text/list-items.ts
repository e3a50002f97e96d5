import { listedWords } from "../data/words.ts";

/** The fields of a token that reading a list needs. */
interface Listed {
  readonly lower: string;
  readonly text: string;
  readonly after: string;
}

/** The items before the first that stops them; all of them if none does. */
export const upTo = <Item>(
  items: readonly Item[],
  stops: (item: Item, i: number) => boolean,
): readonly Item[] => {
  const end = items.findIndex(stops);
  return end < 0 ? items : items.slice(0, end);
};

const JOINS = new Set(["and", "or", "&", "plus"]);
/** Pairs of words that name one thing. */
const PAIRS = listedWords("pairs");

/** Whether the word at `i` joins the words of one thing: "fish and chips". */
export const isInPair = (tokens: readonly Omit<Listed, "after">[], i: number): boolean =>
  PAIRS.has(`${tokens[i - 1]?.text ?? ""} ${tokens[i]?.lower ?? ""} ${tokens[i + 1]?.text ?? ""}`);

/** The items between commas and conjunctions: three for `Japanese, English and a little French`. */
export const itemsOf = <T extends Listed>(tokens: readonly T[]): T[][] => {
  const items: T[][] = [];
  let item: T[] = [];
  for (const [i, token] of tokens.entries()) {
    const joins = JOINS.has(token.lower) && !isInPair(tokens, i);
    if (!joins) item.push(token);
    if (!joins && !/[,;]$/u.test(token.after)) continue;
    items.push(item);
    item = [];
  }
  return [...items, item].filter(({ length }) => length > 0);
};
