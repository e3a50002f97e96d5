import { filledIn, PHRASES } from "../../data/expressions.ts";

const OF_ATTRIBUTES = PHRASES.rows("sayings_of_attributes");
const SAYINGS = PHRASES.rows("sayings");

/**
 * What a saying of the table means, in plain words, with what follows it: of "They raised my salary
 * to $90,000, so I stay" it is "my salary has changed to $90,000, so I stay". Null for any other
 * sentence.
 */
export const inPlainWords = (
  sentence: string,
  isAttribute: (label: string) => boolean,
): string | null => {
  const opening = sentence.replace(/^\p{Lu}(?=\p{Ll}*[ '])/u, (letter) => letter.toLowerCase());
  const match = (said: RegExp) => said.exec(opening) ?? said.exec(sentence);
  const [said, meaning] =
    OF_ATTRIBUTES.find(([one]) => isAttribute(match(one)?.groups?.["attribute"] ?? "")) ??
    SAYINGS.find(([one]) => one.test(opening) || one.test(sentence)) ??
    [];
  const found = said === undefined ? null : match(said);
  return meaning === undefined || found === null
    ? null
    : `${filledIn(meaning, found.groups ?? {})}${sentence.slice(found[0].length)}`;
};
