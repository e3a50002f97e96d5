import { filledIn, PHRASES } from "../../data/expressions.ts";

const OF_ATTRIBUTES = PHRASES.rows("sayings_of_attributes");
const SAYINGS = PHRASES.rows("sayings");

/**
 * What a saying of the table means, in plain words: of "They raised my salary to $90,000" it is "my
 * salary has changed to $90,000". Null for any other sentence.
 */
export const inPlainWords = (
  sentence: string,
  isAttribute: (label: string) => boolean,
): string | null => {
  const opening = sentence.replace(/^\p{Lu}(?=\p{Ll}*[ '])/u, (letter) => letter.toLowerCase());
  const groupsOf = (said: RegExp) => (said.exec(opening) ?? said.exec(sentence))?.groups;
  const [said, meaning] =
    OF_ATTRIBUTES.find(([one]) => isAttribute(groupsOf(one)?.["attribute"] ?? "")) ??
    SAYINGS.find(([one]) => one.test(opening) || one.test(sentence)) ??
    [];
  const groups = said === undefined ? {} : (groupsOf(said) ?? {});
  return meaning === undefined ? null : filledIn(meaning, groups);
};
