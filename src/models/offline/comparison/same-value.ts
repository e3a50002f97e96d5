import { PHRASES } from "../data/expressions.ts";
import { listedWords, pairs } from "../data/words.ts";
import { foldName, nameWords } from "../../../language/names.ts";
import { canonicalName } from "./other-names.ts";

const EMPTY = listedWords("empty");
const SPELLINGS = pairs("same_value_spellings");

/** The value with numbers in figures and no dress: "14th" is 14, "$50,000" is $50000. */
const plain = (value: string): string =>
  value
    .replace(/(?<=\d)(?:st|nd|rd|th)\b/giu, "")
    .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, "")
    .replace(/[,;](?=\s|$)/gu, " ")
    .replace(/\p{L}+/gu, (word) => SPELLINGS[word.toLowerCase()] ?? word);

/** The words that carry the value. */
const wordsOf = (value: string): string[] =>
  nameWords(foldName(value)).filter((word) => !EMPTY.has(word));

const hasDigit = (word: string): boolean => /\d/u.test(word);
const QUANTITY = /(?<![\p{L}\d])[$€£¥]?\s?[+-]?\d[\d.:/-]*\s?(?:%|k\b|m\b|bn\b)?/giu;
/** Every number with its unit: `$50000`, `99.9%`, `3.5k`. */
const quantitiesOf = (value: string): string[] =>
  (value.toLowerCase().match(QUANTITY) ?? [])
    .map((quantity) => quantity.replace(/\s|[.:/-]+$/gu, ""))
    .toSorted();
const MONTH = PHRASES.one("month");

const contains = (whole: readonly string[], part: readonly string[]): boolean =>
  part.every((word) => whole.includes(word));
const SHORTEST_PREFIX = 4;
const QUALIFIERS = listedWords("qualifiers");

/** Whether a word changes what it describes: a senior developer is no junior, and no plain one. */
const qualifies = (word: string): boolean => QUALIFIERS.has(word);

/** "engineer" and "engineers"; not "actor" and "actress", "v2" and "v20". */
const wordsAlike = (a: string, b: string): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const ending = long.slice(short.length);
  return (
    !hasDigit(long) &&
    short.length >= SHORTEST_PREFIX &&
    long.startsWith(short) &&
    ending.length <= 2 &&
    !/^(?:ess|er|or|a|o)$/u.test(ending)
  );
};

/** Whether the numbers agree: all of them, or of two dates those that both tell. */
const numbersAgree = (a: string, b: string): boolean => {
  const [numbersA, numbersB] = [quantitiesOf(a), quantitiesOf(b)];
  if (!MONTH.test(a) || !MONTH.test(b)) return numbersA.join() === numbersB.join();
  return numbersA.length <= numbersB.length
    ? contains(numbersB, numbersA)
    : contains(numbersA, numbersB);
};

/**
 * Whether two values of one attribute are the same, more or less exactly told: accents and case
 * folded, "Austin" and "Austin, Texas", "March 14" and "March 14th, 2025", "Acme" and "Acme Corp".
 * Numbers with their units must be the same, but for the year of a date; a word such as "senior" or
 * "not" makes another value.
 */
export const sameValue = (writtenA: string, writtenB: string): boolean => {
  const [a, b] = [plain(writtenA), plain(writtenB)];
  if (!numbersAgree(a, b)) return false;
  const [foldedA, foldedB] = [foldName(a), foldName(b)];
  if (foldedA === foldedB || (foldedA !== "" && canonicalName(foldedA) === canonicalName(foldedB)))
    return true;
  const [wordsA, wordsB] = [wordsOf(a), wordsOf(b)];
  if (wordsA.length === 0 || wordsB.length === 0) return false;
  const [shorter, longer] = wordsA.length <= wordsB.length ? [wordsA, wordsB] : [wordsB, wordsA];
  if (contains(longer, shorter))
    return !longer.some((word) => qualifies(word) && !shorter.includes(word));
  const [compactA, compactB] = [wordsA.join(""), wordsB.join("")];
  return (
    compactA === compactB ||
    (wordsA.length === 1 && wordsB.length === 1 && wordsAlike(compactA, compactB))
  );
};
