import { PHRASES } from "../data/expressions.ts";
import { listedWords, pairs } from "../data/words.ts";
import { foldName, nameWords } from "../../../language/names.ts";
import { canonicalName } from "./other-names.ts";

const EMPTY = listedWords("empty");
const SPELLINGS = pairs("same_value_spellings");

/** The value in plain form, with numbers as figures: 14 for "14th", $50000 for "$50,000". */
const plain = (value: string): string =>
  value
    .replace(/(?<=\d)(?:st|nd|rd|th)\b/giu, "")
    .replace(/(?<=\d),(?=\d{3}(?!\d))/gu, "")
    .replace(/[,;](?=\s|$)/gu, " ")
    .replace(/\p{L}+/gu, (word) => SPELLINGS[word.toLowerCase()] ?? word);

/** The words of the value without empty ones. */
const wordsOf = (value: string): string[] =>
  nameWords(foldName(value)).filter((word) => !EMPTY.has(word));

const hasDigit = (word: string): boolean => /\d/u.test(word);
const QUANTITY = /(?<![\p{L}\d])[$€£¥]?\s?[+-]?\d[\d.:/-]*\s?(?:%|k\b|m\b|bn\b)?/giu;
/** Every number with its unit, sorted: `$50000`, `99.9%`, `3.5k`. */
const quantitiesOf = (value: string): string[] =>
  (value.toLowerCase().match(QUANTITY) ?? [])
    .map((quantity) => quantity.replace(/\s|[.:/-]+$/gu, ""))
    .toSorted();
const MONTH = PHRASES.one("month");

const contains = (whole: readonly string[], part: readonly string[]): boolean =>
  part.every((word) => whole.includes(word));
const SHORTEST_PREFIX = 4;
const QUALIFIERS = listedWords("qualifiers");

/**
 * Whether a word changes the meaning of the words that it describes: a senior developer is not a
 * junior one, and not a plain developer.
 */
const qualifies = (word: string): boolean => QUALIFIERS.has(word);

/**
 * Whether two words differ only in their ending: "engineer" and "engineers", but not "actor" and
 * "actress", or "v2" and "v20".
 */
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

/** Whether the numbers are the same. For two dates, those of the shorter one suffice. */
const numbersAgree = (a: string, b: string): boolean => {
  const [numbersA, numbersB] = [quantitiesOf(a), quantitiesOf(b)];
  if (!MONTH.test(a) || !MONTH.test(b)) return numbersA.join() === numbersB.join();
  return numbersA.length <= numbersB.length
    ? contains(numbersB, numbersA)
    : contains(numbersA, numbersB);
};

/**
 * Whether two values of one attribute are the same, with more or less detail. Accents and case are
 * folded. "Austin" matches "Austin, Texas", "March 14" matches "March 14th, 2025", and "Acme"
 * matches "Acme Corp". Numbers and their units must be the same, except the year of a date. A word
 * such as "senior" or "not" makes a different value.
 */
export const meansSameValue = (writtenA: string, writtenB: string): boolean => {
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
