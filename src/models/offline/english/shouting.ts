import { isAttributeNoun } from "../data/attributes.ts";
import { NOT_NAMES } from "../data/not-names.ts";
import { isKinWord } from "./kin.ts";
import { isOrdinary } from "./proper-words.ts";
import { PLACEHOLDER } from "../text/protected-spans.ts";
import type { Tagger } from "./tagger.ts";

const LEAST_WORDS = 3;
const WORD = /(?<!\p{L})\p{Lu}[\p{Lu}']*(?!\p{L})/gu;

/** A sentence all in capitals in ordinary spelling, so that they tell nothing: what may be a name keeps them. */
export const withoutShouting = (sentence: string, tagger: Tagger): string => {
  if (
    /\p{Ll}/u.test(sentence.replace(PLACEHOLDER, "")) ||
    (sentence.match(WORD) ?? []).length < LEAST_WORDS
  )
    return sentence;
  return sentence.replace(WORD, (word) => {
    const lower = word.toLowerCase();
    if (lower === "i") return word;
    return NOT_NAMES.has(lower) ||
      isKinWord(lower.replace(/'s$/u, "")) ||
      isAttributeNoun(lower.replace(/'s$/u, "")) ||
      isOrdinary(lower, tagger)
      ? lower
      : word;
  });
};
