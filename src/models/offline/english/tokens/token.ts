import type { ProtectedSpan } from "../../text/protected-spans.ts";
import type { TimeExpression } from "../../dates/find-times.ts";

/** A word as written in the sentence, without the punctuation around it. */
export interface Word {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly start: number;
  readonly end: number;
}

const OPENING = /^[("'[{“‘«¿¡]+/u;
const CLOSING = /[)"'\]}”’»,.;:!?…]+$/u;

/** The words of a sentence, split at white space. */
export const splitWords = (sentence: string): Word[] =>
  [...sentence.matchAll(/\S+/gu)].flatMap((match): Word[] => {
    const raw = match[0];
    const before = OPENING.exec(raw)?.[0] ?? "";
    const inner = raw.slice(before.length);
    const closing = CLOSING.exec(inner)?.[0] ?? "";
    // In "Travis'" and "s'", the apostrophe is part of the word, because the word is a possessive.
    const after =
      closing.startsWith("'") && inner.slice(0, -closing.length).endsWith("s") && before === ""
        ? closing.slice(1)
        : closing;
    const text = inner.slice(0, inner.length - after.length);
    const start = match.index + before.length;
    return text === "" ? [] : [{ text, before, after, start, end: start + text.length }];
  });

export type PartOfSpeech =
  | "noun"
  | "proper"
  | "verb"
  | "gerund"
  | "auxiliary"
  | "adjective"
  | "determiner"
  | "possessive"
  | "pronoun"
  | "preposition"
  | "conjunction"
  | "adverb"
  | "negation"
  | "number"
  | "time"
  | "other"
  /** Only for `NO_TOKEN`. */
  | "none";

/** A name with the entity that it stands for. */
export interface Name {
  readonly name: string;
  /** Null if unknown. */
  readonly type: string | null;
  readonly gender: "female" | "male" | null;
}

/** A word, or several words that form a unit: a name, a time, or a protected string. */
export interface Token {
  /** As written, without the punctuation around it. */
  readonly text: string;
  readonly lower: string;
  readonly before: string;
  readonly after: string;
  readonly start: number;
  readonly part: PartOfSpeech;
  readonly name: Name | null;
  readonly time: TimeExpression | null;
  readonly span: ProtectedSpan | null;
  /** Whether it is a possessive: `Clara's`. */
  readonly owns: boolean;
  /** Whether the word can only be a verb in the past. */
  readonly past: boolean;
}

/** The token before the first and after the last one, so that a rule can ask for any neighbour. */
export const NO_TOKEN: Token = {
  text: "",
  lower: "",
  before: "",
  after: "",
  start: -1,
  part: "none",
  name: null,
  time: null,
  span: null,
  owns: false,
  past: false,
};

/** The token at a position; `NO_TOKEN` beyond the ends. */
export const tokenAt = (tokens: readonly Token[], position: number): Token =>
  tokens[position] ?? NO_TOKEN;

export const firstOf = (tokens: readonly Token[]): Token => tokens[0] ?? NO_TOKEN;

export const lastOf = (tokens: readonly Token[]): Token => tokens.at(-1) ?? NO_TOKEN;

/**
 * A word that is not written but understood, at the position of another: "is" in "Ana, living in
 * Rome".
 */
export const impliedWord = (text: string, part: PartOfSpeech, place: Token): Token => ({
  ...NO_TOKEN,
  text,
  lower: text,
  part,
  start: place.start,
});

/** Whether a word introduces a noun: "the", "a", "my", "Ana's". */
export const introducesNoun = ({ part }: Token): boolean =>
  part === "determiner" || part === "possessive";

export const isVerbal = ({ part }: Token): boolean => part === "verb" || part === "auxiliary";

/** Whether a name follows: "a puppy called Rex". */
export const isNaming = ({ lower }: Token): boolean => lower === "called" || lower === "named";

/** Whether a clause may begin at `i`: at the start, after a conjunction or after punctuation. */
export const beginsClause = (tokens: readonly Token[], i: number): boolean => {
  const before = tokenAt(tokens, i - 1);
  return /^(?:none|conjunction)$/u.test(before.part) || before.after !== "";
};

/** Whether the token may precede a verb without being its subject: an adverb or a negation. */
export const isAdverbial = ({ part }: Token): boolean => part === "adverb" || part === "negation";

/** The ending of a possessive: "Clara's", "my parents'". Empty for other tokens. */
export const ownership = (token: Token): string =>
  !token.owns ? "" : /^\p{Ll}.*s$/u.test(token.text) ? "'" : "'s";

/** The text of the tokens with their punctuation. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => token.before + token.text + ownership(token) + token.after).join(" ");
