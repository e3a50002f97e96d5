import { isAbbreviation } from "../../../language/sentences.ts";
import { PHRASES } from "../data/expressions.ts";
import { NOT_NAMES } from "../data/word-sets.ts";

const FULL_STOP = /\.(?=\s+\S)/gu;
const ABBREVIATION = PHRASES.one("abbreviation");
const keepStop = (abbreviation: string): string => abbreviation.slice(0, -1) + STOP;
/** "J. Smith", but not "H&M. Nice place", "vitamin D. I take it daily". */
const INITIAL = /(?<![\p{L}&])(?<initial>\p{Lu})\.(?=\s+(?<next>\p{Lu}\p{L}*))/gu;
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
/** An aside within a sentence, in which no sentence ends: "had a baby (a boy!!) and she's fine". */
const ASIDE = /\([^()\n]{1,120}\)(?=,? \p{Ll})/gu;
const STOPS_WITHIN = /[.!?]+(?= )/gu;
/** "Me? Still in Slough" */
const OF_ONESELF = PHRASES.one("of_oneself");
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
    .replace(ASIDE, (aside) => aside.replace(PICTURES, "").replace(STOPS_WITHIN, ","))
    .replace(PICTURES, " \n ")
    .replace(EMOTICON, " \n ")
    .replace(LIST_MARK, "")
    .replace(SAID_WRONG, "I said $<wrong>, ")
    .replace(SAID_BEFORE_VALUE, "$<opening>, ")
    .replace(OF_ONESELF, (_, state: string) => `I am ${state.toLowerCase()}`)
    .replace(STARRED, "Correction: $<right>$<before>")
    .replace(EMPHASIS, "")
    .replace(/[^\S\n]+/gu, " ")
    .replace(/(?:\n ?)+/gu, "\n")
    .replace(FULL_STOP, (stop, at: number, all: string) =>
      isAbbreviation(all, at + 1) ? STOP : stop,
    )
    .replace(ABBREVIATION, keepStop)
    .replace(INITIAL, (stop, initial: string, next: string) =>
      NOT_NAMES.has(next.toLowerCase()) ? stop : initial + STOP,
    )
    .replace(DASH_BEFORE_DOING, ", ")
    .split(BOUNDARY)
    .map((sentence) => sentence.replaceAll(STOP, ".").trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
