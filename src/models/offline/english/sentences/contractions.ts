/**
 * Short forms and how they are written out, so that one rule reads them all. First match wins; each
 * looks at whole words.
 */
const EXPANSIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:i'm|im|Im|I'm)(?![\w'])/gu, "I am"],
  [/\bi'?ve(?![\w'])/giu, "I have"],
  [/\bi'll\b/giu, "I will"],
  [/\bi'd (?=been\b|had\b|never\b|already\b|just\b|always\b)/giu, "I had "],
  [/\bi'd\b/giu, "I would"],
  [/\bain't\b/giu, "am not"],
  [/\b(we|they|you)'re\b/giu, "$1 are"],
  [/\b(they|you)re\b/giu, "$1 are"],
  [/\b(we|they|you|who|kids)'ve\b/giu, "$1 have"],
  [/\b(we|they|you|he|she|it|that|there|who|this)'ll\b/giu, "$1 will"],
  [/\b(we|they|you|he|she)'d (?=been\b|had\b|never\b|already\b|just\b)/giu, "$1 had "],
  [/\b(we|they|you|he|she)'d\b/giu, "$1 would"],
  [/\b(he|she|it|that|this|there|here|what|who|where|how)'s (?=been\b|got\b|had\b)/giu, "$1 has "],
  [/\b(he|she|it|that|this|there|here|what|who|where|how)'s\b/giu, "$1 is"],
  [/\b(that|there|what)s(?= )/giu, "$1 is"],
  [/\blet's\b/giu, "let us"],
  [/\b(do|does|did|is|are|was|were|has|have|had|would|could|should|must|need)n'?t\b/giu, "$1 not"],
  [/\bcan'?t\b/giu, "cannot"],
  [/\bcan not\b/giu, "cannot"],
  [/\bwon't\b/giu, "will not"],
  [/\bwont\b/giu, "will not"],
  [/\bgonna\b/giu, "going to"],
  [/\bwanna\b/giu, "want to"],
  [/\b(?:have |has )?gotta\b/giu, "have to"],
  [/\b(?:rn)(?=[\s.,!?]|$)/gu, "right now"],
  [/(?<=\s)w\/(?=\s?\p{L})/gu, "with "],
  [/(?<=\s)(?:bc|cuz|coz|cos|'cause)(?= )/gu, "because"],
  [/\bu(?= (?:are|can|should|know|will|have)\b)/gu, "you"],
  [/\bthru\b/giu, "through"],
  [/\bany more\b/giu, "anymore"],
  [/\bas well as\b/giu, "and"],
  [/\bnot only\b/giu, ""],
  [/\bbut also\b/giu, "and"],
  [/(?<=^|[\s,.;("])i(?=[\s,])/gu, "I"],
  // A name or a noun with 's: "is" before what no noun can own.
  [
    /(?<!\b(?:master|bachelor|associate|doctor|today|yesterday|driver|men|women|child|children))(?<=(\p{L}{2,}))'s (?=(?:an?|the|not|now|currently|also|really|very|just|so|from|in|at|on|based|born|going|getting|coming|allergic|pregnant|vegan|vegetarian|married|engaged|divorced|retired|single|turning|called|named|expecting|\p{Ll}+ing (?:to|in|at|for|on|from|as|a|the))\b)/gu,
    " is ",
  ],
  [
    /(\p{L}{2,})'s (?=(?:been|got|(?:just |recently )?(?:changed|switched|moved) to)\b)/gu,
    "$1 has ",
  ],
];

export const expandContractions = (sentence: string): string =>
  EXPANSIONS.reduce((text, [short, long]) => text.replace(short, long), sentence);
