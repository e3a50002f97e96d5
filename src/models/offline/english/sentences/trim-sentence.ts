import { CONFIDENCE, type Confidence } from "../../extraction/findings.ts";
import { PHRASES } from "../../data/expressions.ts";
import { NOT_NAMES, OCCUPATIONS } from "../../data/word-sets.ts";
import { isKinWord } from "../subjects/kin.ts";
import type { Tagger } from "../tokens/tagger.ts";
import type { Token } from "../tokens/token.ts";
import { isAttributeNoun } from "../../data/attributes.ts";
import { isOrdinary } from "../tokens/proper-words.ts";
import { PLACEHOLDER } from "../../text/protected-spans.ts";
import { listedWords } from "../../data/words.ts";

const LEAST_WORDS = 3;
const WORD = /(?<!\p{L})\p{Lu}[\p{Lu}']*(?!\p{L})/gu;

/** A sentence in capitals in ordinary spelling. Words that may be names keep their capitals. */
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

const AUXILIARY = PHRASES.one("auxiliary");
const GREETED = PHRASES.one("greeted");
const CALLED = PHRASES.one("called");

/**
 * The tokens without a name at the end that addresses the reader: "…, Caroline." A name after a
 * relative, an occupation or an acronym stays, because it says who that is: "my boss, Caroline."
 */
export const withoutCalledName = (tokens: readonly Token[]): readonly Token[] => {
  const last = tokens.at(-1);
  const before = tokens.at(-2);
  if (
    last?.name?.type !== "person" ||
    last.owns ||
    last.name.name.includes(" ") ||
    before === undefined ||
    before.after !== "," ||
    before.name !== null ||
    tokens.length < 4
  )
    return tokens;
  return isKinWord(before.lower) ||
    OCCUPATIONS.has(before.lower) ||
    /^[A-Z]{2,}$/u.test(before.text)
    ? tokens
    : [...tokens.slice(0, -2), { ...before, after: "" }];
};

/** The sentence without the name of the person addressed: "Hey Carol, I moved." */
export const withoutVocative = (sentence: string, tagger: Tagger): string => {
  const greeting = GREETED.exec(sentence);
  if (greeting && !AUXILIARY.test(sentence.slice(greeting[0].length)))
    return sentence.slice(greeting[0].length);
  const vocative = CALLED.exec(sentence);
  const entry = tagger.lookUp(vocative?.groups?.["name"]?.toLowerCase() ?? "");
  return vocative !== null && /FirstName|MaleName|FemaleName|Person/u.test(entry ?? "")
    ? sentence.slice(vocative[0].length)
    : sentence;
};

const SPECULATION = PHRASES.one("speculation");
const HEDGE = PHRASES.one("hedge");
const HEDGING_CLAUSE = PHRASES.one("hedging_clause");
const HEDGE_INSIDE = PHRASES.one("hedge_inside");
/** A rejected value at the end: "I am 31, not 30", "he is ten not nine". */
const CONTRAST = PHRASES.one("contrast");

/**
 * The sentence without its hedges. A comma on one side of a hedge stands between two clauses, and
 * stays: "they're sad, I think he's glad", but not "he's, I think, glad" or "he's glad, I think".
 */
const withoutHedges = (sentence: string): string =>
  sentence
    .replace(HEDGING_CLAUSE, "")
    .replace(HEDGE_INSIDE, (hedge) => (hedge.startsWith(",") === hedge.endsWith(",") ? "" : ","))
    .replace(/^[\s,]+|,(?=\s*[.!]*$)/gu, "");

/** The confidence of a sentence, and its text without the words that express it. */
export const readHedges = (
  sentence: string,
): {
  readonly text: string;
  readonly confidence: Confidence;
  readonly wrong: string | null;
} => ({
  wrong: CONTRAST.exec(sentence)?.groups?.["wrong"] ?? null,
  text: withoutHedges(sentence).replace(CONTRAST, "").trim(),
  confidence: SPECULATION.test(sentence)
    ? CONFIDENCE.speculation
    : HEDGE.test(sentence)
      ? CONFIDENCE.weak
      : CONFIDENCE.explicit,
});
/** Words before a statement that state nothing. */
const LEAD_IN = PHRASES.one("lead_in");
const HEADING = PHRASES.one("heading");
const QUOTING = PHRASES.one("quoting");
/** Whether the sentence quotes somebody else: "Text from Ana: I moved". */
export const isQuoting = (sentence: string): boolean => QUOTING.test(sentence);

/** Words after a statement that state nothing. */
const TRAILER = PHRASES.one("trailer");
const ASIDE_BEHIND = PHRASES.one("aside_behind");

const NEEDS_PAUSE = PHRASES.one("needs_pause");
const OPENS_BARE = listedWords("trim_sentence_opens_bare");

/** Maximum number of openings that are removed from a sentence. */
const MOST_OPENINGS = 6;
export const withoutOpening = (sentence: string): string => {
  let rest = sentence.trim();
  for (let openingCount = 0; openingCount < MOST_OPENINGS; openingCount += 1) {
    const heading = isQuoting(rest) ? "" : (HEADING.exec(rest)?.[0] ?? "");
    rest = rest.slice(heading.length);
    const match = LEAD_IN.exec(rest);
    if (!match) return rest;
    const word = match[0].replace(/[\s,:;!.…–—-]+$/u, "");
    const hasPause = /[,:;!.…–—-]/u.test(match[0].slice(word.length));
    if (NEEDS_PAUSE.test(word) && !hasPause && !OPENS_BARE.has(word.toLowerCase())) return rest;
    rest = rest.slice(match[0].length);
  }
  return rest;
};

/** The sentence without the words at its end that state nothing. */
export const withoutTrailer = (sentence: string): string => {
  const end = sentence.replace(ASIDE_BEHIND, "").replace(/(?<![\s.!…])[\s.!…]+$/u, "");
  const match = TRAILER.exec(end);
  return match === null ? end : end.slice(0, match.index);
};
