import type { Emotion } from "../../../memory/event.ts";
import { PHRASES } from "../data/expressions.ts";
import { listedWords, numbers, wordsOf } from "../data/words.ts";

/** The known emotions with their energy, from 0 (calm) to 1 (agitated). */
const ENERGY = numbers("emotion_energy");
/** Emoji that show an emotion as clearly as a word. */
const PICTURES = PHRASES.rows("emotion_pictures");

interface EmotionWord {
  readonly label: string;
  readonly weight: number;
}

const WORDS = new Map<string, EmotionWord>();
const STEMS: (readonly [stem: string, word: EmotionWord])[] = [];
const SAYINGS: (readonly [phrase: string, word: EmotionWord])[] = [];
for (const label of Object.keys(ENERGY)) {
  for (const entry of wordsOf(`emotion_${label}`)) {
    const word: EmotionWord = { label, weight: entry.endsWith("!") ? 2 : 1 };
    const form = entry.replace(/!$/u, "");
    if (form.includes("_")) SAYINGS.push([form.replaceAll("_", " "), word]);
    else if (form.endsWith("*")) STEMS.push([form.slice(0, -1), word]);
    else WORDS.set(form, word);
  }
}

const NEGATIONS = listedWords("emotion_negations");
const BOOSTS = listedWords("emotion_boosts");
/** Number of words before a word in which a negation applies to it. */
const REACH = 3;
const BOOST = 0.5;
const PICTURE_WEIGHT = 1.5;
/** Score at which an emotion has full intensity. */
const FULL = 5;
/** Energy that each exclamation mark adds, and maximum number of them that count. */
const EXCLAMATION = 0.1;
const MOST_EXCLAMATIONS = 3;
/** Energy that capital letters add, and number of letters up to which they may be an acronym. */
const SHOUT = 0.15;
const LONGEST_ACRONYM = 8;
const NEUTRAL: Emotion = { label: "neutral", intensity: 0, energy: 0.3 };
/** Maximum number of characters. The start of a long text shows the emotion as well as the rest. */
const LONGEST = 8000;

const wordAt = (word: string): EmotionWord | undefined =>
  WORDS.get(word) ?? STEMS.find(([stem]) => word.startsWith(stem))?.[1];
const roundedShare = (share: number): number => Math.round(Math.min(1, share) * 100) / 100;

/** The energy that the punctuation and the capital letters of a text add. */
const arousalOf = (text: string): number => {
  const exclamations = Math.min(MOST_EXCLAMATIONS, (text.match(/!/gu) ?? []).length);
  const letters = text.replace(/[^\p{L}]/gu, "");
  const shouts =
    letters.length > LONGEST_ACRONYM &&
    letters === letters.toUpperCase() &&
    letters !== letters.toLowerCase();
  return exclamations * EXCLAMATION + (shouts ? SHOUT : 0);
};

/** The emotion of a message: "neutral" if it shows none, null if the message has no words. */
export const detectEmotion = (message: string): Emotion | null => {
  const text = message.slice(0, LONGEST).normalize("NFC").replace(/[’‘]/gu, "'");
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  const scores = new Map<string, number>();
  const add = (label: string, score: number): void => {
    scores.set(label, (scores.get(label) ?? 0) + score);
  };
  for (const [i, word] of words.entries()) {
    const emotionWord = wordAt(word);
    if (emotionWord === undefined) continue;
    const before = words.slice(Math.max(0, i - REACH), i);
    if (before.some((other) => NEGATIONS.has(other))) continue;
    add(
      emotionWord.label,
      emotionWord.weight + (before.some((other) => BOOSTS.has(other)) ? BOOST : 0),
    );
  }
  const joinedWords = ` ${words.join(" ")} `;
  for (const [phrase, { label, weight }] of SAYINGS)
    if (joinedWords.includes(` ${phrase} `)) add(label, weight);
  for (const [picture, label] of PICTURES) if (picture.test(text)) add(label, PICTURE_WEIGHT);
  if (words.length === 0 && scores.size === 0) return null;
  const best = [...scores].reduce<readonly [string, number] | null>(
    (top, entry) => (top === null || entry[1] > top[1] ? entry : top),
    null,
  );
  const arousal = arousalOf(text);
  if (best === null) return { ...NEUTRAL, energy: roundedShare(NEUTRAL.energy + arousal) };
  const [label, score] = best;
  return {
    label,
    intensity: roundedShare(0.2 + score / FULL + arousal / 2),
    energy: roundedShare((ENERGY[label] ?? 0) + arousal),
  };
};
