import { OCCUPATIONS } from "../data/occupations.ts";
import { isKinWord } from "./kin.ts";
import type { Tagger } from "./tagger.ts";
import type { Token } from "./token.ts";

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
  const entry = called === null ? undefined : tagger.lookUp(called.groups!["name"]!.toLowerCase());
  return called !== null &&
    entry !== undefined &&
    /FirstName|MaleName|FemaleName|Person/u.test(entry)
    ? sentence.slice(called[0].length)
    : sentence;
};
