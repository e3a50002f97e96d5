import { CONFIDENCE, type Confidence } from "../../extraction/findings.ts";
import { PHRASES } from "../../data/expressions.ts";
import { NOT_NAMES, OCCUPATIONS } from "../../word-lists/sets.ts";
import { isKinWord } from "../subjects/kin.ts";
import type { Tagger } from "../tokens/tagger.ts";
import type { Token } from "../tokens/token.ts";
import { isAttributeNoun } from "../../word-lists/attributes.ts";
import { isOrdinary } from "../tokens/proper-words.ts";
import { PLACEHOLDER } from "../../text/protected-spans.ts";

const LEAST_WORDS = 3;
const WORD = /(?<!\p{L})\p{Lu}[\p{Lu}']*(?!\p{L})/gu;

/**
 * A sentence all in capitals in ordinary spelling, so that they tell nothing: what may be a name
 * keeps them.
 */
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

const AUXILIARY =
  /^(?:am|is|are|was|were|has|have|had|will|would|can|could|do|does|did|who|which|whose|an?|the|our|my|his|her|their|and|or|formerly|aged|age|\d)\b/iu;
const GREETED =
  /^(?:(?:[Ss]ure thing|[Ff]or sure|[Hh]ey|[Hh]i|[Hh]ello|[Yy]o|[Dd]ear|[Gg]ood (?:morning|evening|afternoon)|[Tt]hanks|[Tt]hank you|[Tt]hx|[Ww]ow|[Yy]es|[Yy]eah|[Yy]ep|[Nn]o|[Ss]ure|[Cc]ongrats|[Cc]ongratulations|[Aa]wesome|[Gg]reat|[Cc]ool|[Nn]ice|[Tt]otally|[Aa]bsolutely|[Dd]efinitely|[Aa]greed|[Ee]xactly|[Rr]ight|[Tt]rue|[Oo]h|[Aa]ww?|[Gg]otcha|[Ss]ounds good|[Oo]k|[Oo]kay),?\s+)+(?<name>\p{Lu}\p{Ll}+)\s*[,!.:–-]+\s+(?=\S)/u;
const CALLED =
  /^(?<name>\p{Lu}\p{Ll}+),\s+(?=(?:I|we|my|our|it|that|this|let|you|your|what|how|thanks|there|here)\b)/u;

/** ", Caroline." at the end: spoken to, unless the name tells who was just described. */
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

/** Takes off the name of the one who is spoken to: "Hey Carol, I moved." */
export const withoutVocative = (sentence: string, tagger: Tagger): string => {
  const greeted = GREETED.exec(sentence);
  if (greeted && !AUXILIARY.test(sentence.slice(greeted[0].length)))
    return sentence.slice(greeted[0].length);
  const called = CALLED.exec(sentence);
  const entry = tagger.lookUp(called?.groups?.["name"]?.toLowerCase() ?? "");
  return called !== null && /FirstName|MaleName|FemaleName|Person/u.test(entry ?? "")
    ? sentence.slice(called[0].length)
    : sentence;
};

const SPECULATION =
  /\b(?:maybe|perhaps|possibly|not sure|not certain|unsure|considering|thinking (?:about|of)|rumou?r|wonder(?:ing)? if|on the fence)\b/iu;
const HEDGE =
  /\b(?:I think|I guess|I believe|I suppose|I heard|I hear|I read|I assume|I reckon|I bet|I suspect|probably|apparently|supposedly|presumably|allegedly|seems? to|seems|looks like|kind of|sort of|likely|as far as I know|afaik|if I remember|if I recall|iirc|should be|not (?:100|a hundred)|around|roughly)\b/iu;
const HEDGING_CLAUSE =
  /^(?:(?:I am )?[Nn]ot (?:entirely |really |100 ?% )?sure,? but,? )?(?:I (?:think|guess|believe|suppose|heard|assume|reckon|bet|suspect|(?:hear|read|know|feel)(?= that)|am (?:pretty |quite |fairly |almost )?(?:sure|certain|positive|afraid|guessing)|would say)|[Ii]t (?:seems|appears|looks like)(?: to me)?|[Rr]umou?r has it|[Ww]ord is|[Tt]hey say|[Pp]eople say|[Mm]aybe|[Pp]erhaps|[Pp]robably|[Pp]ossibly|[Aa]pparently|[Ss]upposedly|[Pp]resumably|[Aa]llegedly|[Aa]s far as I know|afaik|iirc|[Ii]f I (?:remember|recall) correctly)(?:,| that)?,?\s+(?=(?:I|we|he|she|they|my|our|his|her|their|the|it|this|that|\p{Lu}|\p{Ll}+ (?:is|are|was|were|has|have|will)\b))/u;
const HEDGE_INSIDE =
  /,? (?:I (?:think|guess|believe|suppose|heard|reckon|bet|assume)|apparently|as far as I know|afaik|if I remember correctly|iirc)(?=[,.!\s]|$),?/giu;
/** "I am 31, not 30": what it is not says no more. */
const CONTRAST = /, not(?: [^\s,]+){1,4} ?$/iu;

/** How sure a sentence is, and the sentence without the words that tell it. */
export const readHedges = (
  sentence: string,
): { readonly text: string; readonly confidence: Confidence } => ({
  text: sentence.replace(HEDGING_CLAUSE, "").replace(HEDGE_INSIDE, "").replace(CONTRAST, "").trim(),
  confidence: SPECULATION.test(sentence)
    ? CONFIDENCE.speculation
    : HEDGE.test(sentence)
      ? CONFIDENCE.weak
      : CONFIDENCE.explicit,
});
/** What stands before a statement and says nothing itself. */
const LEAD_IN = PHRASES.one("lead_in");

/** What stands at the end of a statement and says nothing itself. */
const TRAILER = PHRASES.one("trailer");

/**
 * Words such as "no" or "first" open a statement only where they are set off; before a noun they
 * are part of it.
 */
const NEEDS_PAUSE =
  /^(?:no|first|second|third|next|then|still|so|well|note|update|news|edit|correction|reminder|sorry|just|and|also|besides|right|about me)$/iu;
const OPENS_BARE = /^(?:so|and|also|then|well|still)$/iu;

/**
 * Takes openings off the front, one after the other. At most as many as anybody strings together.
 */
const MOST_OPENINGS = 6;
export const withoutOpening = (sentence: string): string => {
  let rest = sentence.trim();
  for (let taken = 0; taken < MOST_OPENINGS; taken += 1) {
    const found = LEAD_IN.exec(rest);
    if (!found) return rest;
    const word = found[0].replace(/[\s,:;!.…–—-]+$/u, "");
    const paused = /[,:;!.…–—-]/u.test(found[0].slice(word.length));
    if (NEEDS_PAUSE.test(word) && !paused && !OPENS_BARE.test(word)) return rest;
    rest = rest.slice(found[0].length);
  }
  return rest;
};

/** Takes a trailer off the end. */
export const withoutTrailer = (sentence: string): string => {
  const end = sentence.replace(/(?<![\s.!…])[\s.!…]+$/u, "");
  const found = TRAILER.exec(end);
  return found === null ? end : end.slice(0, found.index);
};
