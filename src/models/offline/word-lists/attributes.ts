import { PHRASES } from "../data/expressions.ts";
import { replacedBy, RowTable } from "../data/row-table.ts";
import { listedWords } from "../data/words.ts";

/**
 * Nouns for what one has a single value of, so that "the …" said without an owner is the speaker's
 * and its value a value, even where it reads like a state ("in Zurich", "at 9:30", "blue").
 */
export const ATTRIBUTES = listedWords("attributes");

/** Judgements rather than values: "my boss is great", "my life is busy". */
export const JUDGEMENTS = listedWords("judgements");

/** Verbs that say that an attribute has another value now: "moved to April 2". */
export const CHANGES = listedWords("changes");

const SPELLINGS = new RowTable(PHRASES.rows("spellings"));

/**
 * One spelling and one name for every attribute, in words: `favorite color` is `favourite colour`.
 */
export const canonicalAttribute = (words: string): string =>
  replacedBy(
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

/** Whether one has a single value of what words name: by themselves, or by their last noun. */
export const isAttributeNoun = (words: string): boolean => {
  const canonical = canonicalAttribute(words);
  return (
    ATTRIBUTES.has(canonical) ||
    ATTRIBUTES.has(canonical.slice(canonical.lastIndexOf(" ") + 1)) ||
    /^(?:favourite|preferred)\b/u.test(canonical)
  );
};
