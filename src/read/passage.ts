import { countTokens, cutToTokens } from "../memory/tokens.ts";
import { meaningfulWords } from "./query-words.ts";
import { sentencesOf } from "./sentences.ts";

const ELLIPSIS = "…";

/**
 * The part of a text of at most so many tokens that has most of the words that are asked for: the sentence with most of them, and as
 * many of those around it as fit. White space comes out as single blanks, and an ellipsis stands for what is left out.
 */
export const passage = async (
  text: string,
  words: readonly string[],
  tokens: number,
): Promise<string> => {
  const plain = text.replace(/\s+/gu, " ").trim();
  if ((await countTokens(plain)) <= tokens) return plain;
  const sentences = sentencesOf(plain);
  const asked = new Set(words);
  const merit = sentences.map(
    (sentence) => meaningfulWords(sentence).filter((word) => asked.has(word)).length,
  );
  let start = merit.indexOf(Math.max(...merit));
  let end = start + 1;
  const between = (from: number, to: number): string =>
    `${from > 0 ? ELLIPSIS : ""}${sentences.slice(from, to).join("").trim()}${to < sentences.length ? ELLIPSIS : ""}`;
  const fits = async (from: number, to: number): Promise<boolean> =>
    from >= 0 && to <= sentences.length && (await countTokens(between(from, to))) <= tokens;
  if (!(await fits(start, end))) {
    const cut = await cutToTokens(sentences[start]!, tokens - 2 * (await countTokens(ELLIPSIS)));
    return cut === "" ? "" : `${start > 0 ? ELLIPSIS : ""}${cut}${ELLIPSIS}`;
  }
  for (;;) {
    if (await fits(start, end + 1)) end += 1;
    else if (await fits(start - 1, end)) start -= 1;
    else return between(start, end);
  }
};
