import { foldText } from "./folding.ts";
import { cachedByText } from "./cached-by-text.ts";
import { wordKey } from "./spelling.ts";
import { isStopWord } from "./stop-words.ts";

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ‘`´][\p{L}\p{M}]+)*/gu;
const POSSESSIVE = /'s$/u;
const LONE_LETTER = /^[a-z]$/u;

/**
 * Whether a stop word is written as a name: `Will`, `US`, `IT` within a sentence, unless most words
 * of the text have a capital.
 */
const isWrittenAsName = (word: string, isFirst: boolean, hasLowerCase: boolean): boolean =>
  !isFirst && hasLowerCase && word.length > 1 && /^\p{Lu}[\p{L}\p{N}]*$/u.test(word);

/**
 * The distinct words of a text that show its topic, folded, without possessives and stop words, in
 * the order of the text.
 */
export const meaningfulWords = (text: string): string[] => {
  const hasLowerCase =
    (text.match(/(?<!\p{L})\p{Ll}/gu)?.length ?? 0) >
    (text.match(/(?<!\p{L})\p{Lu}/gu)?.length ?? 0);
  const words = new Set<string>();
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isFirst = end === 0 || /[.!?:…"“(]\s*$/u.test(text.slice(end, index));
    end = index + word.length;
    const foldedWord = foldText(word).replace(POSSESSIVE, "");
    if (isStopWord(foldedWord) && !isWrittenAsName(word, isFirst, hasLowerCase)) continue;
    for (const part of foldedWord.split("'"))
      if (part !== "" && !LONE_LETTER.test(part) && (part === foldedWord || !isStopWord(part)))
        words.add(part);
  }
  return [...words];
};

/** `meaningfulWords` with a cache, for texts that are read repeatedly. */
export const cachedWordsOf = cachedByText((text): readonly string[] => meaningfulWords(text));

/** The keys (`wordKey`) of the meaningful words of a text. */
export const wordKeysOf = cachedByText(
  (text): ReadonlySet<string> => new Set(meaningfulWords(text).map(wordKey)),
);

/**
 * The terms of a full-text query: at most `limit` of its meaningful words, in the order of the
 * query. They are not stemmed, because the tokenizer of the store stems. The longest words are
 * preferred, since they tend to be the rarest; among equally long ones, the first.
 */
export const searchTerms = (query: string, limit: number): string[] => {
  const words = meaningfulWords(query);
  if (words.length <= limit) return words;
  const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, limit));
  return words.filter((word) => longest.has(word));
};
