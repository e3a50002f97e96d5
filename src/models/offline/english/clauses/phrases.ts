import { listedWords } from "../../data/words.ts";
import type { TimeExpression } from "../../dates/find-times.ts";
import { tidy } from "../../text/tidy.ts";
import {
  introducesNoun,
  firstOf,
  isAdverbial,
  isNaming,
  isVerbal,
  textOf,
  tokenAt,
  type Name,
  type Token,
} from "../tokens/token.ts";

/** A part of the words after the verb: the object, or a phrase with a preposition. */
export interface Phrase {
  /** Null for the object. */
  readonly preposition: string | null;
  readonly tokens: readonly Token[];
  readonly time: TimeExpression | null;
}

const OPENERS = listedWords("openers");
const opensPhrase = (token: Token): boolean =>
  (token.part === "preposition" && token.lower !== "of") ||
  (OPENERS.has(token.lower) && token.part === "conjunction") ||
  token.lower === "that";

/** The phrases after the verb. The first one is the object, which may be empty. */
export const phrasesOf = (tokens: readonly Token[]): Phrase[] => {
  const phrases: Phrase[] = [];
  let open: { preposition: string | null; tokens: Token[]; time: TimeExpression | null } = {
    preposition: null,
    tokens: [],
    time: null,
  };
  const openNext = (preposition: string | null, time: TimeExpression | null = null): void => {
    phrases.push(open);
    open = { preposition, tokens: [], time };
  };
  for (const [i, token] of tokens.entries()) {
    const isEmpty = open.preposition !== null && open.tokens.length === 0;
    if (token.time !== null) {
      if (isEmpty) open.time = token.time;
      else openNext(null, token.time);
      open.tokens.push(token);
    } else if (opensPhrase(token)) {
      // Two prepositions in a row count as one: "as head of".
      if (isEmpty && opensPhrase(tokenAt(tokens, i - 1))) open.preposition += ` ${token.lower}`;
      else openNext(token.lower);
    } else {
      if (open.time !== null) openNext(null);
      open.tokens.push(token);
    }
  }
  return [...phrases, open].filter((phrase, i) => i === 0 || phrase.tokens.length > 0);
};

/** The tokens up to the first comma: "last week, first-class honours". */
export const upToComma = (tokens: readonly Token[]): readonly Token[] => {
  const end = tokens.findIndex(({ after }) => after.includes(","));
  return end < 0 ? tokens : tokens.slice(0, end + 1);
};

/** Subjects that open a relative clause without a pronoun: "an F-150 he calls Betsy". */
const OPENS_RELATIVE = listedWords("phrases_opens_relative");

/** The head of a phrase: its words up to a comma, a verb or an adverb. */
export const headOf = ({ tokens }: Phrase): readonly Token[] => {
  const start = tokens.findIndex((token) => !isAdverbial(token));
  if (start < 0) return [];
  let end = start;
  for (; end < tokens.length; end += 1) {
    const token = tokenAt(tokens, end);
    if (isVerbal(token) || token.part === "conjunction") break;
    if (end > start && (token.part === "adverb" || OPENS_RELATIVE.has(token.lower))) break;
    if (/[,;:]/u.test(token.after)) return tokens.slice(start, end + 1);
  }
  return tokens.slice(start, end);
};

/** The name of the head of a phrase. */
export interface NamedHead extends Name {
  /** Whether it is a proper name ("Halden") rather than a common noun ("bank"). */
  readonly proper: boolean;
  readonly indefinite: boolean;
}

const LONGEST_BARE_NAME = 4;

/** The name after "called": "a company called Halden". Null if there is none. */
const calledName = (tokens: readonly Token[]): Name | null => {
  const calling = tokens.findIndex((token) => isNaming(token) && token.part !== "time");
  const [first, second] = calling < 0 ? [] : tokens.slice(calling + 1);
  return first?.name ?? (first?.text === "The" ? (second?.name ?? null) : null);
};

const BRANCH = listedWords("phrases_branch");
/** The words without a branch: "Capita" for "the Leeds office of Capita". */
const withoutBranch = (head: readonly Token[]): readonly Token[] => {
  const of = head.findIndex(
    ({ lower }, i) => lower === "of" && BRANCH.has(tokenAt(head, i - 1).lower),
  );
  return of < 0 || tokenAt(head, of + 1).name === null ? head : head.slice(of + 1);
};

/**
 * The name of the head: a proper name if it contains one, else its words. Null for pronouns and for
 * heads that are too long.
 */
export const nameIn = (phrase: Phrase): NamedHead | null => {
  const ownName = calledName(phrase.tokens);
  if (ownName !== null) return { ...ownName, proper: true, indefinite: false };
  const head = withoutBranch(headOf(phrase));
  const first = firstOf(head);
  const indefinite = /^(?:an?|some|any|another|one)$/u.test(first.lower) || first.part === "number";
  const proper = head.find(({ name }) => name !== null);
  if (proper !== undefined && proper.name !== null && !(proper.owns && proper !== head.at(-1)))
    return { ...proper.name, proper: true, indefinite };
  const withoutOpening = introducesNoun(first) ? head.slice(1) : head;
  if (
    withoutOpening.length > LONGEST_BARE_NAME ||
    withoutOpening.some(({ part }) => part === "pronoun" || part === "gerund")
  )
    return null;
  const name = tidy(textOf(withoutOpening));
  return name === "" ? null : { name, type: null, gender: null, proper: false, indefinite };
};

/** The text of the phrase without its preposition. */
export const phraseText = (phrase: Phrase): string => tidy(textOf(phrase.tokens));
