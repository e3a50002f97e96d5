import type { ProtectedSpan } from "../../text/protected-spans.ts";
import type { TimeExpression } from "../../dates/find-times.ts";

/** A word as it stands in the sentence, apart from the punctuation around it. */
export interface Word {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly start: number;
  readonly end: number;
}

const OPENING = /^[("'[{“‘«¿¡]+/u;
const CLOSING = /[)"'\]}”’»,.;:!?…]+$/u;

/** Splits at white space, and at a slash between two words that stand for an alternative. */
export const splitWords = (sentence: string): Word[] =>
  [...sentence.matchAll(/\S+/gu)].flatMap((match): Word[] => {
    const raw = match[0];
    const before = OPENING.exec(raw)?.[0] ?? "";
    const inner = raw.slice(before.length);
    const closing = CLOSING.exec(inner)?.[0] ?? "";
    // "Travis'" and "s'" own what follows: the apostrophe belongs to the word.
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
  /** Of `NO_TOKEN` only. */
  | "none";

/** A name as the entity it stands for. */
export interface Name {
  readonly name: string;
  /** Null where nothing tells. */
  readonly type: string | null;
  readonly gender: "female" | "male" | null;
}

/** A word, or several that make one: a name, a time, a string that is kept as it is. */
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
  /** Whether it owns what follows: `Clara's`. */
  readonly owns: boolean;
  /** Whether only a verb in the past can be meant. */
  readonly past: boolean;
}

/** Stands before the first word and behind the last, so that a rule can ask for any neighbour. */
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

/** The word at a position, `NO_TOKEN` beyond the ends. */
export const tokenAt = (tokens: readonly Token[], position: number): Token =>
  tokens[position] ?? NO_TOKEN;

export const firstOf = (tokens: readonly Token[]): Token => tokens[0] ?? NO_TOKEN;

export const lastOf = (tokens: readonly Token[]): Token => tokens.at(-1) ?? NO_TOKEN;

/** A word that is understood, at the place of another: the "is" of "Ana, living in Rome". */
export const impliedWord = (text: string, part: PartOfSpeech, place: Token): Token => ({
  ...NO_TOKEN,
  text,
  lower: text,
  part,
  start: place.start,
});

export const isVerbal = ({ part }: Token): boolean => part === "verb" || part === "auxiliary";

/** A word that may stand before a verb without being its subject: an adverb or a negation. */
export const isAdverbial = ({ part }: Token): boolean => part === "adverb" || part === "negation";

/** "Clara's", "my parents'". */
export const ownership = (token: Token): string =>
  !token.owns ? "" : /^\p{Ll}.*s$/u.test(token.text) ? "'" : "'s";

/** The words with their punctuation, as one writes them. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => token.before + token.text + ownership(token) + token.after).join(" ");
