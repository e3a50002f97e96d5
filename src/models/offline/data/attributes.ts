import { PHRASES } from "./expressions.ts";
import { rewrittenBy, RowTable } from "./row-table.ts";
import { listedWords } from "./words.ts";
import { lastWord } from "../text/tidy.ts";

/**
 * Nouns for attributes with a single value. "the …" without an owner means the attribute of the
 * speaker, and its value is a value even if it reads like a state ("in Zurich", "at 9:30", "blue").
 */
export const ATTRIBUTES = listedWords("attributes");

/** Words of judgement, which are no values: "my boss is great", "my life is busy". */
export const JUDGEMENTS = listedWords("judgements");

/** Verbs that state a new value of an attribute: "moved to April 2". */
export const CHANGES = listedWords("changes");

const SPELLINGS = new RowTable(PHRASES.rows("spellings"));

/** The attribute in its canonical spelling and name: `favourite colour` for `favorite color`. */
export const canonicalAttribute = (words: string): string =>
  rewrittenBy(
    SPELLINGS,
    words
      .toLowerCase()
      .trim()
      .replace(/'s(?= )/gu, "")
      .replace(
        /^(?:current|new|own|main|present|actual|official|total|overall|full|personal|exact|only|latest) (?=\S)/u,
        "",
      ),
  );

/** Whether the words name an attribute with a single value, by themselves or by their last noun. */
export const isAttributeNoun = (words: string): boolean => {
  const canonical = canonicalAttribute(words);
  return (
    ATTRIBUTES.has(canonical) ||
    ATTRIBUTES.has(lastWord(canonical)) ||
    /^(?:favourite|preferred)\b/u.test(canonical)
  );
};
