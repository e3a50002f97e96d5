import { foldName, nameWords } from "../../../language/names.ts";
import type { ExtractionInput } from "../../port.ts";

/** Number of letters that two forms of one word share at the start. */
const STEM_LENGTH = 4;
/** Minimum length of a word that identifies something. Shorter words are particles and initials. */
const SHORTEST_TELLING_WORD = 3;
/** Scripts in which a single character can be a word. */
const CHARACTERS_AS_WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const isTelling = (word: string): boolean =>
  word.length >= SHORTEST_TELLING_WORD || CHARACTERS_AS_WORDS.test(word);
/** Names by which models call a speaker without a name. */
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

const SCRIPTS: readonly (readonly [string, RegExp])[] = [
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
].map((script) => [script, new RegExp(`\\p{Script=${script}}`, "u")]);

const scriptsOf = (text: string): ReadonlySet<string> =>
  new Set(SCRIPTS.filter(([, pattern]) => pattern.test(text)).map(([script]) => script));

const initialsOf = (words: readonly string[]): string =>
  words.map((word) => word.charAt(0)).join("");

/**
 * The names in the input of a call. An answer about anything else was invented, or follows
 * instructions hidden in the message.
 */
export interface InputNames {
  /** Whether a name stands for the speaker. */
  isSpeaker(name: string): boolean;
  /** Whether the input names it: by a word, by the stem of a word, or by its initials. */
  includes(name: string): boolean;
  /** Whether the message itself contains every word of the name. */
  isInMessage(name: string): boolean;
}

/** The names in the message, the messages before it, its speaker and the known entities. */
export const inputNamesOf = (input: ExtractionInput): InputNames => {
  const texts = [
    input.message,
    ...input.recentMessages,
    input.speaker,
    ...input.knownEntities.flatMap(({ name, aliases }) => [name, ...aliases]),
  ];
  const foldedText = texts.map(foldName).join("\n");
  const words: ReadonlySet<string> = new Set(nameWords(foldedText.replace(/[\n./:@-]+/gu, " ")));
  const stems: ReadonlySet<string> = new Set(
    [...words]
      .filter((word) => word.length >= STEM_LENGTH)
      .map((word) => word.slice(0, STEM_LENGTH)),
  );
  const scripts = scriptsOf([input.message, ...input.recentMessages].join(" "));
  const speaker = foldName(input.speaker);
  const message = foldName(input.message);
  const messageWords = new Set(nameWords(message.replace(/(?<![.:])[.:]+(?= )/gu, " ")));

  const hasWord = (word: string): boolean =>
    words.has(word) ||
    (word.length >= STEM_LENGTH && stems.has(word.slice(0, STEM_LENGTH))) ||
    (isTelling(word) && foldedText.includes(word));
  return {
    isSpeaker: (name) => SPEAKER_WORDS.has(foldName(name)) || foldName(name) === speaker,
    includes: (name) => {
      const parts = nameWords(foldName(name).replace(/[./:@-]+/gu, " "));
      const tellingWords = parts.filter(isTelling);
      if ((tellingWords.length > 0 ? tellingWords : parts).some(hasWord)) return true;
      if (parts.length > 1 && words.has(initialsOf(parts))) return true;
      // A name in another script is a transliteration, which cannot be checked by its letters.
      return ![...scriptsOf(name)].some((script) => scripts.has(script));
    },
    isInMessage: (name) => {
      const parts = nameWords(foldName(name));
      return (
        parts.length > 0 &&
        parts.every(
          (word) =>
            messageWords.has(word) || (CHARACTERS_AS_WORDS.test(word) && message.includes(word)),
        )
      );
    },
  };
};
