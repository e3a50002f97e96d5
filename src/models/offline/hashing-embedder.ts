import { listedWords } from "./data/words.ts";
import { stemmer } from "@orama/stemmers/english";
import { withoutAccents } from "../../language/folding.ts";
import type { Embedder } from "../port.ts";
import { answer } from "./offline-answer.ts";

/**
 * FNV-1a over UTF-16 code units with the finisher of murmur3: 32 bits, the same on every machine.
 */
const hash = (text: string, seed = 0x811c9dc5): number => {
  let h = seed >>> 0;
  for (let i = 0; i < text.length; i += 1) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
};

const STOP_WORDS = listedWords("stop_words");
const WORD = /[\p{L}\p{N}$%]+(?:[.,:/-][\p{N}\p{L}]+)*/gu;

// The weights that best separated pairs of similar facts from others: whole words weigh most, pairs
// of neighbouring words half as much, and character n-grams match spellings.
const STOP_WEIGHT = 0.15;
const PAIR_WEIGHT = 0.5;
const GRAM_WEIGHT = 0.35;
const GRAMS = [3, 4, 5];
const LONGEST_WORD = 40;
/** Maximum number of characters. The rest of a text changes its vector little and costs as much. */
const LONGEST_TEXT = 8000;

const SIGN_SEED = 0x9747b28c;

/** A word, a pair or an n-gram of a text. */
interface Feature {
  readonly hash: number;
  readonly sign: 1 | -1;
  /**
   * The weight in the current text; 0 between texts. It is stored here because counting in a map
   * would take as long as everything else.
   */
  weight: number;
}

const featureOf = (name: string): Feature => ({
  hash: hash(name),
  sign: hash(name, SIGN_SEED) & 1 ? 1 : -1,
  weight: 0,
});

interface Word {
  readonly stem: string;
  readonly isStop: boolean;
  readonly whole: Feature;
  /** The character n-grams, with repetitions, and the weight of each. */
  readonly grams: readonly Feature[];
  readonly gramWeight: number;
}

/**
 * Maximum number of cached features. Words repeat often, and the split into features is most of the
 * work.
 */
const KEPT_FEATURES = 30_000;
const keptFeatures = new Map<string, Feature>();
const keptWords = new Map<string, Word>();

/**
 * The feature with this name. The same name gives the same object, so that features are compared
 * without their names.
 */
const keptFeature = (name: string): Feature => {
  const knownFeature = keptFeatures.get(name);
  if (knownFeature) return knownFeature;
  const feature = featureOf(name);
  keptFeatures.set(name, feature);
  return feature;
};

const gramsOf = (word: string): Feature[] => {
  const paddedWord = `<${word}>`;
  return GRAMS.flatMap((length) =>
    Array.from({ length: Math.max(0, paddedWord.length - length + 1) }, (_, i) =>
      keptFeature(`c:${paddedWord.slice(i, i + length)}`),
    ),
  );
};

const wordOf = (text: string): Word => {
  const knownWord = keptWords.get(text);
  if (knownWord) return knownWord;
  const stem = /^[a-z]+$/u.test(text) ? stemmer(text) : text;
  const isStop = STOP_WORDS.has(text);
  const grams = isStop ? [] : gramsOf(text);
  const word = {
    stem,
    isStop,
    whole: keptFeature(`w:${stem}`),
    grams,
    gramWeight: GRAM_WEIGHT / Math.sqrt(Math.max(1, grams.length)),
  };
  keptWords.set(text, word);
  return word;
};

/**
 * Empties the caches if they are full. Call this between texts, because the features of one text
 * must stay the same objects.
 */
const forgetIfMany = (): void => {
  if (keptFeatures.size < KEPT_FEATURES) return;
  keptFeatures.clear();
  keptWords.clear();
};

const fold = (text: string): string => withoutAccents(text.slice(0, LONGEST_TEXT)).toLowerCase();

/** A function that gets each feature of a text once. */
type Count = (hash: number, sign: 1 | -1, weight: number) => void;

/**
 * Calls `count` with each weighted feature of a text: its stems, the pairs of neighbouring stems,
 * and the n-grams of its words.
 */
const countFeatures = (text: string, count: Count): void => {
  forgetIfMany();
  const features: Feature[] = [];
  const pairs = new Map<string, Feature>();
  const add = (feature: Feature, weight: number): void => {
    if (feature.weight === 0) features.push(feature);
    feature.weight += weight;
  };
  let previous = "";
  for (const [wordText] of fold(text).matchAll(WORD)) {
    const { stem, isStop, whole, grams, gramWeight } = wordOf(wordText.slice(0, LONGEST_WORD));
    const weight = isStop ? STOP_WEIGHT : 1;
    add(whole, weight);
    if (previous !== "") {
      const name = `b:${previous}_${stem}`;
      const pair = pairs.get(name) ?? featureOf(name);
      pairs.set(name, pair);
      add(pair, PAIR_WEIGHT * weight);
    }
    previous = stem;
    for (const gram of grams) add(gram, gramWeight);
  }
  for (const feature of features) {
    count(feature.hash, feature.sign, feature.weight);
    feature.weight = 0;
  }
};

const DIMENSIONS = 512;

/** The hashed vector of a text, of unit length. A text without words gives the first axis. */
export const hashedVector = (text: string): Float32Array => {
  const vector = new Float32Array(DIMENSIONS);
  countFeatures(text, (hash, sign, weight) => {
    const axis = hash % DIMENSIONS;
    vector[axis] = (vector[axis] ?? 0) + sign * Math.log1p(weight);
  });
  let squares = 0;
  for (const component of vector) squares += component * component;
  const length = Math.sqrt(squares);
  if (length === 0) {
    vector[0] = 1;
    return vector;
  }
  return vector.map((component) => component / length);
};

/**
 * Words and character n-grams, hashed into 512 signed dimensions: no model, no network. The vectors
 * show whether two texts concern the same thing. They are too weak to distinguish a change from a
 * repetition, or to rank by meaning.
 */
export const hashingEmbedder: Embedder = {
  id: "hashing-512",
  dimensions: DIMENSIONS,
  embed: async (texts) => answer(texts.map(hashedVector)),
  relatedSimilarity: 0.35,
  duplicateSimilarity: 0.9,
  remote: false,
  similarityDecides: false,
  fusionWeight: 0.1,
};
