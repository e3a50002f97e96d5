import { isAbbreviation } from "../../../language/sentences.ts";
import { PHRASES } from "../data/expressions.ts";
const FULL_STOP = /\.(?=\s+\S)/gu;
const ABBREVIATION = PHRASES.one("abbreviation");
const keepStop = (abbreviation: string): string => abbreviation.slice(0, -1) + STOP;
/** "J. Smith", but not "H&M. Nice place", "vitamin D. I take it daily". */
const INITIAL =
  /(?<![\p{L}&])(?<initial>\p{Lu})\.(?=\s+(?!(?:I|My|We|Our|He|She|It|They|The|This|That|There|But|So|And)(?![\p{L}.]))\p{Lu})/gu;
const STOP = "\u2024";
const PICTURES = PHRASES.one("pictures");
/** Tags of a page and tokens of a model, which nobody wrote as words. */
const MARKUP = /<\|[^|<>\n]{0,40}\|>|<\/?\p{L}[^<>\n]{0,200}>/gu;
const EMOTICON = PHRASES.one("emoticon");
const LIST_MARK = /^[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t]+/gmu;
const EMPHASIS = /(?<!\w)[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}(?!\w)/gu;
/** A starred word, which corrects an earlier chat message: "*Ghent", "Ghent*". */
const STARRED =
  /^(?:\*(?<right>[\p{L}\p{N}][^*\n]{0,80})|(?<before>[\p{L}\p{N}][^*\n]{0,40})\*)$/gmu;
/** "Did I say Lent? It was Ghent." */
const SAID_WRONG = PHRASES.one("said_wrong");
/** Words that open a correction in the next sentence: "Typo! It's Ghent." */
const SAID_BEFORE_VALUE = PHRASES.one("said_before_value");
const BOUNDARY = PHRASES.one("boundary");
/** A dash before an activity of the subject: "Tom is fine - working at Acme". */
const DASH_BEFORE_DOING = / (?:[–—]|--?) (?=\p{Ll}{2,20}ing(?!\p{L}))/gu;

/**
 * The sentences of a message for the language rules. Unlike `language/sentences.ts`, which keeps
 * the text unchanged, this also splits at list items and spaced dashes, and removes pictures,
 * markup and emphasis.
 */
export const readableSentences = (text: string): string[] =>
  text
    .replace(/[’‘ʼ]/gu, "'")
    .replace(MARKUP, " \n ")
    .replace(PICTURES, " \n ")
    .replace(EMOTICON, " \n ")
    .replace(LIST_MARK, "")
    .replace(SAID_WRONG, "I said $<wrong>, ")
    .replace(SAID_BEFORE_VALUE, "$<opening>, ")
    .replace(STARRED, "Correction: $<right>$<before>")
    .replace(EMPHASIS, "")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/(?:\n ?)+/gu, "\n")
    .replace(FULL_STOP, (stop, at: number, all: string) =>
      isAbbreviation(all, at + 1) ? STOP : stop,
    )
    .replace(ABBREVIATION, keepStop)
    .replace(INITIAL, `$<initial>${STOP}`)
    .replace(DASH_BEFORE_DOING, ", ")
    .split(BOUNDARY)
    .map((sentence) => sentence.replaceAll(STOP, ".").trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
