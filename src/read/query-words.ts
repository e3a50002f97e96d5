import { foldText } from "./fold-text.ts";
import { isStopWord } from "../memory/stop-words.ts";

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ‘`´][\p{L}\p{M}]+)*/gu;
const POSSESSIVE = /'s$/u;
const LONE_LETTER = /^[a-z]$/u;

/** `Will`, `US`, `IT` within a sentence are names, though they look like stop words: but not where every word has a capital. */
const isNamed = (word: string, isFirst: boolean, hasLowerCase: boolean): boolean =>
  !isFirst && hasLowerCase && word.length > 1 && /^\p{Lu}[\p{L}\p{N}]*$/u.test(word);

/** The words of a text that say what it is about, folded and without possessives, each once, in the order of the text. */
export const meaningfulWords = (text: string): string[] => {
  const hasLowerCase =
    (text.match(/(?<!\p{L})\p{Ll}/gu)?.length ?? 0) >
    (text.match(/(?<!\p{L})\p{Lu}/gu)?.length ?? 0);
  const found = new Set<string>();
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isFirst = end === 0 || /[.!?:…"“(]\s*$/u.test(text.slice(end, index));
    end = index + word.length;
    const folded = foldText(word).replace(POSSESSIVE, "");
    if (isStopWord(folded) && !isNamed(word, isFirst, hasLowerCase)) continue;
    for (const part of folded.split("'"))
      if (part !== "" && !LONE_LETTER.test(part) && (part === folded || !isStopWord(part)))
        found.add(part);
  }
  return [...found];
};
