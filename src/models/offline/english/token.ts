import type { ProtectedSpan } from "../text/protected-spans.ts";
import type { TimeExpression } from "../dates/time-expression.ts";

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
  | "other";

/** A name as the entity it stands for. */
export interface Name {
  readonly name: string;
  /** Null where nothing tells. */
  readonly type: string | null;
  readonly gender: "female" | "male" | null;
}

/** A word of a sentence, or several that make one: a name, an expression of time, a string that is kept as it is. */
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

export const isVerbal = (token: Token | undefined): boolean =>
  token !== undefined && (token.part === "verb" || token.part === "auxiliary");

/** "Clara's", "my parents'". */
export const ownership = (token: Token): string =>
  !token.owns ? "" : /^\p{Ll}.*s$/u.test(token.text) ? "'" : "'s";

/** The words with their punctuation, as one writes them. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => token.before + token.text + ownership(token) + token.after).join(" ");
