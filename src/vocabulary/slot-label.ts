import { snakeCase } from "../language/names.ts";

/** The common spelling of every word of a label. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["favorite", "favourite"],
  ["favorites", "favourite"],
  ["favourites", "favourite"],
  ["fav", "favourite"],
  ["fave", "favourite"],
  ["preferred", "favourite"],
  ["color", "colour"],
  ["neighborhood", "neighbourhood"],
  ["license", "licence"],
  ["program", "programme"],
]);

/**
 * Words before a label that do not change the slot: "my current city". "Former", "ex-" and "next"
 * do.
 */
const EMPTY_MODIFIERS = new Set(
  "my our your his her their its the a an current new own present actual latest official present-day meu minha o a atual novo nova seu sua".split(
    " ",
  ),
);

/** The words of a label in the common spelling, without words that carry no meaning. */
const labelWords = (label: string): string[] => {
  const words = snakeCase(label)
    .split("_")
    .filter((word) => word !== "")
    .map((word) => SPELLINGS.get(word) ?? word);
  const first = words.findIndex((word) => !EMPTY_MODIFIERS.has(word));
  return first < 0 ? words : words.slice(first);
};

/** The key of a label: equal for labels that name the same slot. */
export const labelKey = (label: string): string => labelWords(label).join("_");
