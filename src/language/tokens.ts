/**
 * Tokens as the encoding of a model counts them: o200k_base (GPT-4o and later) unless another is
 * named. An encoding takes some 30 MB and 0.1 s to load (`packed-ranks.ts`), so it is loaded with the
 * first text that is counted.
 */
import { LRUCache } from "lru-cache";
import type * as O200k from "gpt-tokenizer/encoding/o200k_base";

/**
 * How long a run of one kind of character may be to be encoded in one piece: the time that encoding
 * takes grows with its square (1 ms at 1,000 characters, 10 s at 100,000). A longer run is counted
 * in pieces of this length, a few tokens in a thousand off.
 */
const RUN_LENGTH = 1000;
const RUN = /[\p{L}\p{M}]+|[^\s\p{L}\p{M}\p{N}]+|\s+/gu;

/** No text has special tokens: `<|endoftext|>` in what a user said is text like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/**
 * Words whose pieces are kept, where the package keeps 100,000 of any length: what users say must
 * not fill the memory.
 */
const KEPT_WORDS = 5000;

export type TokenEncoding = "o200k_base" | "cl100k_base";

/** Models before GPT-4o: GPT-4, GPT-3.5 and their deployments by the usual names. */
const CL100K_MODEL =
  /(?:^|[^a-z0-9])(?:gpt-4(?![.\do])|gpt-3\.?5|gpt-35|text-embedding-(?:3|ada))/u;

/** The encoding of a model by its name; o200k_base for one that nobody knows. */
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

/** The text in order, broken only within runs that are too long. */
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
 * How many tokens a text has: exact, but for runs of more than 1,000 characters of one kind without
 * a break. Throws on no text.
 */
export const countTokens = async (
  text: string,
  encoding: TokenEncoding = "o200k_base",
): Promise<number> => count(text, await encodingNamed(encoding));

/** Texts whose tokens are kept, and characters of the longest of them. */
const KEPT_COUNTS = 10_000;
const LONGEST_KEPT = 1_000;

/**
 * Counts the tokens of texts that are counted again and again, each with the same end: at once,
 * where the count is kept. (To wait for what is there already, text by text, would take longer than all
 * the rest.)
 */
export class TokenCounts {
  readonly #end: string;
  readonly #kept = new LRUCache<string, number>({ max: KEPT_COUNTS });

  constructor(end = "") {
    this.#end = end;
  }

  of(text: string): number | Promise<number> {
    return this.#kept.get(text) ?? this.#count(text);
  }

  async #count(text: string): Promise<number> {
    const tokens = await countTokens(text + this.#end);
    if (text.length <= LONGEST_KEPT) this.#kept.set(text, tokens);
    return tokens;
  }
}

/** More characters than a token has on average in any text that is worth its tokens. */
const LONGEST_AVERAGE = 16;
/** Where a text may be cut: after a word, and within one that is longer than any word is. */
const WORD = /\S{1,64}/gu;

/**
 * The longest beginning of a text that has at most `limit` tokens, cut after a word; empty where
 * not even one word fits.
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
