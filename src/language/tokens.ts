/**
 * The number of tokens by the encoding of a model: o200k_base (GPT-4o and later) unless another is
 * given. An encoding takes some 30 MB and 0.1 s to load (`packed-ranks.ts`), so it is loaded with
 * the first text.
 */
import type * as O200k from "gpt-tokenizer/encoding/o200k_base";
import { TextCache } from "./cached-by-text.ts";

/**
 * Maximum length of a run of one kind of character that is encoded in one piece. The time for
 * encoding grows with the square of the length (1 ms for 1,000 characters, 10 s for 100,000).
 * Longer runs are counted in pieces, with an error of a few tokens in a thousand.
 */
const RUN_LENGTH = 1000;
const RUN = /[\p{L}\p{M}]+|[^\s\p{L}\p{M}\p{N}]+|\s+/gu;

/** Special tokens are disabled: `<|endoftext|>` in a message is ordinary text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Maximum number of words with cached pieces. The package would cache 100,000 words of any length,
 * and messages of users must not fill the memory.
 */
const KEPT_WORDS = 5000;

export type TokenEncoding = "o200k_base" | "cl100k_base";

/** Names of models before GPT-4o: GPT-4, GPT-3.5 and their usual deployment names. */
const CL100K_MODEL =
  /(?:^|[^a-z0-9])(?:gpt-4(?![.\do])|gpt-3\.?5|gpt-35|text-embedding-(?:3|ada))/u;

/** The encoding of a model by its name; o200k_base for an unknown model. */
export const encodingOf = (model: string): TokenEncoding =>
  CL100K_MODEL.test(model.toLowerCase()) ? "cl100k_base" : "o200k_base";

type Encoding = Pick<typeof O200k, "countTokens">;
const load = async (name: TokenEncoding): Promise<Encoding> => {
  const encoding =
    name === "cl100k_base"
      ? await import("gpt-tokenizer/encoding/cl100k_base")
      : await import("gpt-tokenizer/encoding/o200k_base");
  encoding.setMergeCacheSize(KEPT_WORDS);
  return encoding;
};
const encodings = new Map<TokenEncoding, Promise<Encoding>>();
const encodingNamed = (name: TokenEncoding): Promise<Encoding> => {
  const encoding = encodings.get(name) ?? load(name);
  encodings.set(name, encoding);
  return encoding;
};

/** The text in pieces. Only runs that are too long are split. */
const pieces = (text: string): string[] => {
  const tokens: string[] = [];
  let start = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    for (let end = index + RUN_LENGTH; end < index + run.length; end += RUN_LENGTH) {
      tokens.push(text.slice(start, end));
      start = end;
    }
  }
  tokens.push(text.slice(start));
  return tokens;
};

const count = (text: string, { countTokens }: Encoding): number =>
  text.length <= RUN_LENGTH
    ? countTokens(text, AS_TEXT)
    : pieces(text).reduce((sum, piece) => sum + countTokens(piece, AS_TEXT), 0);

/**
 * The number of tokens of a text. It is exact except for runs of more than 1,000 characters of one
 * kind. No text makes it throw.
 */
export const countTokens = async (
  text: string,
  encoding: TokenEncoding = "o200k_base",
): Promise<number> => count(text, await encodingNamed(encoding));

/**
 * Counts the tokens of texts that recur, each followed by the same end. A cached count is returned
 * at once, because awaiting each of many cached counts would take longer than everything else.
 */
export class TokenCounts {
  readonly #end: string;
  readonly #counts = new TextCache<number>();

  constructor(end = "") {
    this.#end = end;
  }

  of(text: string): number | Promise<number> {
    return this.#counts.get(text) ?? this.#count(text);
  }

  async #count(text: string): Promise<number> {
    const tokens = await countTokens(text + this.#end);
    this.#counts.add(text, tokens);
    return tokens;
  }
}

/** More characters than a token has on average in any useful text. */
const LONGEST_AVERAGE = 16;
/** A word, after which a text may be cut. Very long words are split. */
const WORD = /\S{1,64}/gu;

/**
 * The longest beginning of a text with at most `limit` tokens, cut after a word. Empty if not even
 * one word fits.
 */
export const cutToTokens = async (
  text: string,
  limit: number,
  name: TokenEncoding = "o200k_base",
): Promise<string> => {
  const encoding = await encodingNamed(name);
  const within = text.slice(0, Math.max(0, limit) * LONGEST_AVERAGE);
  if (within.length === text.length && count(text, encoding) <= limit) return text;
  const ends = [0, ...Array.from(within.matchAll(WORD), (word) => word.index + word[0].length)];
  if (within.length < text.length && ends.length > 1) ends.pop();
  let fits = 0;
  let tooLong = ends.length;
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (count(text.slice(0, ends[middle]), encoding) <= limit) fits = middle;
    else tooLong = middle;
  }
  return text.slice(0, ends[fits]);
};
