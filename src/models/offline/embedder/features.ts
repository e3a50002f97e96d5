import { stemmer } from "@orama/stemmers/english";
import { words } from "../data/words.ts";

const STOP_WORDS = words("a an the and or but of to in on at for with by from is are was were be been am as that this it its his her their my our your i we you he she they s");
const WORD = /[\p{L}\p{N}$%]+(?:[.,:/-][\p{N}\p{L}]+)*/gu;

// Measured on pairs of facts (FACTS.md §4): whole words weigh most, neighbours half, character n-grams catch spelling.
const STOP_WEIGHT = 0.15;
const PAIR_WEIGHT = 0.5;
const GRAM_WEIGHT = 0.35;
const GRAMS = [3, 4, 5];
const LONGEST_WORD = 40;
/** Texts are cut here: what follows changes a vector little and costs as much. */
const LONGEST_TEXT = 8000;

const fold = (text: string): string => text.slice(0, LONGEST_TEXT).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** What a text is made of, weighted: stems, pairs of neighbouring stems and the character n-grams of its words. */
export const featuresOf = (text: string): Map<string, number> => {
  const features = new Map<string, number>();
  const add = (feature: string, weight: number): void => {
    features.set(feature, (features.get(feature) ?? 0) + weight);
  };
  let previous = "";
  for (const [whole] of fold(text).matchAll(WORD)) {
    const word = whole.slice(0, LONGEST_WORD);
    const stop = STOP_WORDS.has(word);
    const stem = /^[a-z]+$/u.test(word) ? stemmer(word) : word;
    const weight = stop ? STOP_WEIGHT : 1;
    add(`w:${stem}`, weight);
    if (previous !== "") add(`b:${previous}_${stem}`, PAIR_WEIGHT * weight);
    previous = stem;
    if (stop) continue;
    const padded = `<${word}>`;
    const count = GRAMS.reduce((sum, length) => sum + Math.max(0, padded.length - length + 1), 0);
    const each = GRAM_WEIGHT / Math.sqrt(Math.max(1, count));
    for (const length of GRAMS) for (let i = 0; i + length <= padded.length; i += 1) add(`c:${padded.slice(i, i + length)}`, each);
  }
  return features;
};
