import { findTimes } from "../dates/find-times.ts";
import type { TimeExpression } from "../dates/time-expression.ts";
import { capitalised } from "../text/tidy.ts";
import type { SpanKind } from "../text/protected-spans.ts";
import { CALENDAR, DEMONYMS, NOT_NAMES } from "../data/not-names.ts";
import type { Lexicon } from "./lexicon.ts";
import { mergeNames, type NamedWord } from "./merge-names.ts";
import { partOfSpeech } from "./part-of-speech.ts";
import { isProperWord } from "./proper-words.ts";
import { repairParts } from "./repair-parts.ts";
import { splitWords, type Word } from "./split-words.ts";
import type { TaggedWord } from "./tagger.ts";
import type { PartOfSpeech, Token } from "./token.ts";
import { knownVerb } from "./verb-forms.ts";

const NO_TAGS: ReadonlySet<string> = new Set();
const SPAN_PARTS: Readonly<Record<SpanKind, PartOfSpeech>> = {
  url: "noun",
  email: "noun",
  money: "number",
  percentage: "number",
  phone: "number",
  clock: "number",
  path: "noun",
  version: "number",
  term: "proper",
  handle: "noun",
  quote: "proper",
  run: "other",
};

/** The tags of each word; of a hyphenated one those of its last part. */
const tagsOf = (words: readonly Word[], tagged: readonly TaggedWord[]): ReadonlySet<string>[] => {
  let next = 0;
  return words.map((word) => {
    let tags = NO_TAGS;
    while (next < tagged.length && tagged[next]!.start < word.end) {
      if (tagged[next]!.end > word.start) tags = tagged[next]!.tags;
      if (tagged[next]!.end > word.end) break;
      next += 1;
    }
    return tags;
  });
};

/** Each expression of time becomes one word. */
const joinTimes = (
  words: readonly Word[],
  times: readonly TimeExpression[],
): { readonly word: Word; readonly time: TimeExpression | null }[] => {
  const joined: { word: Word; time: TimeExpression | null }[] = [];
  for (const word of words) {
    const time =
      times.find((candidate) => word.start < candidate.end && candidate.start < word.end) ?? null;
    const last = joined.at(-1);
    if (time !== null && last?.time === time)
      last.word = {
        ...last.word,
        text: `${last.word.text}${last.word.after} ${word.before}${word.text}`,
        after: word.after,
        end: word.end,
      };
    else joined.push({ word, time });
  }
  return joined;
};

const OWNER = /['’]s$|(?<=s)['’]$/iu;

/** The words of a sentence with their parts of speech; names and expressions of time are one word each. */
export const tokenise = (sentence: string, lexicon: Lexicon): Token[] => {
  const words = splitWords(sentence);
  const times = findTimes(sentence);
  const tags = new Map(words.map((word, i) => [word.start, i] as const));
  const allTags = tagsOf(words, lexicon.tagger.tag(sentence));
  const pieces = joinTimes(words, times);
  const named = pieces.map(({ word, time }, i): NamedWord => {
    const span =
      lexicon.spans.get(word.text) ?? lexicon.spans.get(word.text.replace(OWNER, "")) ?? null;
    const owns =
      time === null &&
      OWNER.test(word.text) &&
      !/^(?:it|that|what|there|here|let)['’]s$/iu.test(word.text);
    const text = owns ? word.text.replace(OWNER, "") : word.text;
    const lower = text.toLowerCase();
    const wordTags = allTags[tags.get(word.start) ?? 0] ?? NO_TAGS;
    const next = pieces[i + 1]?.word;
    const place = {
      text,
      tags: wordTags,
      opens: i === 0 || /[:]$/u.test(pieces[i - 1]!.word.after),
      next: owns ? "is" : word.after === "" ? (next?.text.toLowerCase() ?? "") : "",
      described:
        word.after === "," && /^(?:our|my|his|her|their|the|an?|who)$/iu.test(next?.text ?? ""),
      capitalFollows:
        !owns &&
        word.after === "" &&
        next !== undefined &&
        pieces[i + 1]!.time === null &&
        capitalised(next.text) &&
        !NOT_NAMES.has(next.text.toLowerCase()) &&
        !CALENDAR.has(next.text.toLowerCase()),
    };
    const part: PartOfSpeech =
      time !== null
        ? "time"
        : span !== null
          ? SPAN_PARTS[span.kind]
          : isProperWord(place, lexicon.tagger)
            ? "proper"
            : DEMONYMS.has(lower)
              ? wordTags.has("Adjective") && next !== undefined && word.after === ""
                ? "adjective"
                : "noun"
              : owns
                ? "noun"
                : partOfSpeech(lower, wordTags);
    return { word: { ...word, text }, lower, part, owns, span, time, tags: wordTags };
  });
  const guesses = named.map(({ lower, part, word }) => ({
    lower,
    part,
    capital: capitalised(word.text),
    after: word.after,
  }));
  repairParts(guesses);
  const repaired = named.map((piece, i) => ({ ...piece, part: guesses[i]!.part }));
  return mergeNames(repaired, lexicon).map(({ word, ...piece }): Token => ({
    text: word.text,
    lower: piece.lower,
    before: word.before,
    after: word.after,
    start: word.start,
    part: piece.part,
    name: piece.name ?? null,
    time: piece.time,
    span: piece.span,
    owns: piece.owns,
    past: piece.tags.has("PastTense") && !knownVerb(piece.lower)?.forms.has("base"),
  }));
};
