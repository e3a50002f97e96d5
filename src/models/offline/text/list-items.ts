/** What a list needs to know of its words. */
interface Listed {
  readonly lower: string;
  readonly text: string;
  readonly after: string;
}

const JOINS = new Set(["and", "or", "&", "plus"]);
/** Pairs that are one thing. */
const PAIRS = new Set([
  "mac and cheese",
  "fish and chips",
  "rock and roll",
  "bread and butter",
  "salt and pepper",
  "black and white",
  "gin and tonic",
  "drum and bass",
  "rhythm and blues",
  "arts and crafts",
  "bed and breakfast",
  "cookies and cream",
  "country and western",
  "trial and error",
  "rice and beans",
  "ham and cheese",
  "peanut butter and jelly",
  "bacon and eggs",
  "dungeons and dragons",
  "research and development",
]);

/**
 * Splits words at their commas and conjunctions: `Japanese, English and a little French` has three
 * items.
 */
export const itemsOf = <T extends Listed>(tokens: readonly T[]): T[][] => {
  const items: T[][] = [];
  let item: T[] = [];
  for (const [i, token] of tokens.entries()) {
    const pair = `${tokens[i - 1]?.text ?? ""} ${token.lower} ${tokens[i + 1]?.text ?? ""}`;
    const joins = JOINS.has(token.lower) && !PAIRS.has(pair);
    if (!joins) item.push(token);
    if (!joins && !/[,;]$/u.test(token.after)) continue;
    items.push(item);
    item = [];
  }
  return [...items, item].filter(({ length }) => length > 0);
};
