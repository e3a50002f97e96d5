import { wordsOf } from "../data/words.ts";

/** The emotions that are told apart, each with its energy (0 calm to 1 agitated). */
export type EmotionLabel = "joy" | "sadness" | "anger" | "fear" | "surprise" | "disgust" | "love";
export const ENERGY: Readonly<Record<EmotionLabel, number>> = {
  joy: 0.7,
  sadness: 0.25,
  anger: 0.85,
  fear: 0.75,
  surprise: 0.8,
  disgust: 0.6,
  love: 0.55,
};

export interface EmotionWord {
  readonly label: EmotionLabel;
  readonly weight: number;
}

export const EMOTION_WORDS = new Map<string, EmotionWord>();
export const EMOTION_STEMS: (readonly [stem: string, word: EmotionWord])[] = [];
export const EMOTION_PHRASES: (readonly [phrase: string, word: EmotionWord])[] = [];
for (const label of Object.keys(ENERGY) as EmotionLabel[]) {
  for (const entry of wordsOf(`emotion_${label}`)) {
    const word: EmotionWord = { label, weight: entry.endsWith("!") ? 2 : 1 };
    const form = entry.replace(/!$/u, "");
    if (form.includes("_")) EMOTION_PHRASES.push([form.replaceAll("_", " "), word]);
    else if (form.endsWith("*")) EMOTION_STEMS.push([form.slice(0, -1), word]);
    else EMOTION_WORDS.set(form, word);
  }
}

/** Pictures that show an emotion as plainly as a word. */
export const EMOTION_PICTURES: readonly (readonly [RegExp, EmotionLabel])[] = [
  [/[😀😃😄😁😆😂🤣🙂😊😎🎉🥳🙌👏💪🤩😅]|(?:^|\s)[:;=]-?[)D](?=\s|$)/u, "joy"],
  [/[😢😭😞😔🙁☹💔😿😥]|(?:^|\s)[:;=]'?-?\((?=\s|$)/u, "sadness"],
  [/[😠😡🤬👿]/u, "anger"],
  [/[😨😰😱😟😧]/u, "fear"],
  [/[😲😮🤯😯]/u, "surprise"],
  [/[🤢🤮]/u, "disgust"],
  [/[🥰😍😘💕💖💗💓💞😻]|❤|(?:^|\s)<3(?=\s|$)/u, "love"],
];
