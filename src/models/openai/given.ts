import { foldName, nameWords } from "../../memory/names.ts";
import type { ExtractionInput } from "../port.ts";

/** Letters that two words of one name share at least, whatever their endings. */
const STEM = 4;
/** Words shorter than this say nothing, as particles and initials, unless they are written in characters that are words by themselves. */
const TELLING = 3;
const WORDY =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const isTelling = (word: string): boolean => word.length >= TELLING || WORDY.test(word);
/** How models call a speaker whom nobody has named, or who speaks of himself or herself. */
const SPEAKER_WORDS: ReadonlySet<string> = new Set([
  "user",
  "the user",
  "speaker",
  "the speaker",
  "i",
  "me",
  "myself",
  "my",
]);

const scriptsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [
      "Latin",
      "Cyrillic",
      "Greek",
      "Arabic",
      "Hebrew",
      "Han",
      "Hiragana",
      "Katakana",
      "Hangul",
      "Devanagari",
      "Thai",
    ].filter((script) => new RegExp(`\\p{Script=${script}}`, "u").test(text)),
  );

/** Which names the data of a call speaks of, so that an answer about anything else can be told from one about what was asked. */
export interface Given {
  /** Whether a name is meant to be the speaker. */
  isSpeaker(name: string): boolean;
  /** Whether the data names it: by a word or its stem, or by its initials. */
  names(name: string): boolean;
  /** Whether every word of a name stands in the message itself. */
  inMessage(name: string): boolean;
}

export const givenBy = (input: ExtractionInput): Given => {
  const texts = [
    input.message,
    ...input.recentMessages,
    input.speaker,
    ...input.known.flatMap(({ name, aliases }) => [name, ...aliases]),
  ];
  const folded = texts.map(foldName).join("\n");
  const words: ReadonlySet<string> = new Set(nameWords(folded.replace(/[\n./:@-]+/gu, " ")));
  const stems: ReadonlySet<string> = new Set(
    [...words].filter((word) => word.length >= STEM).map((word) => word.slice(0, STEM)),
  );
  const scripts = scriptsOf([input.message, ...input.recentMessages].join(" "));
  const speaker = foldName(input.speaker);
  const message = foldName(input.message);
  const messageWords = new Set(nameWords(message.replace(/[.:]+(?= )/gu, " ")));

  const hasWord = (word: string): boolean =>
    words.has(word) ||
    (word.length >= STEM && stems.has(word.slice(0, STEM))) ||
    (isTelling(word) && folded.includes(word));
  const initials = (name: readonly string[]): string => name.map((word) => word[0] ?? "").join("");
  return {
    isSpeaker: (name) => SPEAKER_WORDS.has(foldName(name)) || foldName(name) === speaker,
    names: (name) => {
      const parts = nameWords(foldName(name).replace(/[./:@-]+/gu, " "));
      const telling = parts.filter(isTelling);
      if ((telling.length > 0 ? telling : parts).some(hasWord)) return true;
      if (parts.length > 1 && words.has(initials(parts))) return true;
      // A name in another script is a transliteration, which cannot be checked by its letters.
      return ![...scriptsOf(name)].some((script) => scripts.has(script));
    },
    inMessage: (name) => {
      const parts = nameWords(foldName(name));
      return (
        parts.length > 0 &&
        parts.every(
          (word) => messageWords.has(word) || (WORDY.test(word) && message.includes(word)),
        )
      );
    },
  };
};
