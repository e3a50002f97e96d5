import { words } from "../data/words.ts";
import type { TimeExpression } from "../dates/time-expression.ts";
import { tidy } from "../text/tidy.ts";
import { textOf, type Name, type Token } from "./token.ts";

/** A part of what follows the verb: its object, or a phrase that a preposition opens. */
export interface Phrase {
  /** `null` for the object. */
  readonly preposition: string | null;
  readonly tokens: readonly Token[];
  readonly time: TimeExpression | null;
}

const OPENERS = words(
  "because when while if that who which where whose although though whereas so but than",
);
const opensPhrase = (token: Token): boolean =>
  (token.part === "preposition" && token.lower !== "of") ||
  (OPENERS.has(token.lower) && token.part === "conjunction") ||
  token.lower === "that";

export const phrasesOf = (tokens: readonly Token[]): Phrase[] => {
  const phrases: { preposition: string | null; tokens: Token[]; time: TimeExpression | null }[] = [
    { preposition: null, tokens: [], time: null },
  ];
  for (const [i, token] of tokens.entries()) {
    const open = phrases.at(-1)!;
    if (token.time !== null && open.preposition !== null && open.tokens.length === 0)
      phrases[phrases.length - 1] = {
        preposition: open.preposition,
        tokens: [token],
        time: token.time,
      };
    else if (token.time !== null)
      phrases.push({ preposition: null, tokens: [token], time: token.time });
    else if (opensPhrase(token)) {
      // "as head of": two prepositions in a row are one.
      if (
        tokens[i - 1] !== undefined &&
        opensPhrase(tokens[i - 1]!) &&
        phrases.at(-1)!.tokens.length === 0 &&
        phrases.at(-1)!.preposition !== null
      )
        phrases.at(-1)!.preposition += ` ${token.lower}`;
      else phrases.push({ preposition: token.lower, tokens: [], time: null });
    } else if (phrases.at(-1)!.time !== null)
      phrases.push({ preposition: null, tokens: [token], time: null });
    else phrases.at(-1)!.tokens.push(token);
  }
  return phrases.filter((phrase, i) => i === 0 || phrase.tokens.length > 0);
};

/** The words of a phrase that name its head: up to a comma, a verb or an adverb behind it. */
export const headOf = (phrase: Phrase): readonly Token[] => {
  let start = 0;
  while (
    phrase.tokens[start] !== undefined &&
    (phrase.tokens[start]!.part === "adverb" || phrase.tokens[start]!.part === "negation")
  )
    start += 1;
  let end = start;
  while (end < phrase.tokens.length) {
    const token = phrase.tokens[end]!;
    if (
      token.part === "verb" ||
      token.part === "auxiliary" ||
      token.part === "conjunction" ||
      (token.part === "adverb" && end > start)
    )
      break;
    end += 1;
    if (/[,;:]/u.test(token.after)) break;
  }
  return phrase.tokens.slice(start, end);
};

const OPENS_NOUN = new Set(["determiner", "possessive"]);

/** The head as a name: a proper one where it begins or holds one, else its bare words; null for pronouns and for what is too long to be a name. */
export const nameIn = (
  phrase: Phrase,
): (Name & { readonly proper: boolean; readonly indefinite: boolean }) | null => {
  const called = phrase.tokens.findIndex(
    ({ lower, part }, i) =>
      (lower === "called" || lower === "named") &&
      part !== "time" &&
      phrase.tokens[i + 1]?.name != null,
  );
  if (called >= 0) return { ...phrase.tokens[called + 1]!.name!, proper: true, indefinite: false };
  const head = headOf(phrase);
  const proper = head.find((token) => token.name !== null);
  const indefinite =
    /^(?:an?|some|any|another|one)$/u.test(head[0]?.lower ?? "") || head[0]?.part === "number";
  if (proper?.name && !(proper.owns && proper !== head.at(-1)))
    return { ...proper.name, proper: true, indefinite };
  const bare = head.filter((token, i) => !(OPENS_NOUN.has(token.part) && i === 0));
  if (
    bare.length === 0 ||
    bare.length > 4 ||
    bare.some((token) => token.part === "pronoun" || token.part === "gerund")
  )
    return null;
  const name = tidy(textOf(bare));
  return name === "" ? null : { name, type: null, gender: null, proper: false, indefinite };
};

/** The phrase as one reads it, without its preposition. */
export const phraseText = (phrase: Phrase): string => tidy(textOf(phrase.tokens));
