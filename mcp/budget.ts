import { countTokens } from "../src/language/tokens.ts";

/** Tokens of an answer, unless the caller asks for another number. */
export const DEFAULT_TOKENS = 2_000;
export const LEAST_TOKENS = 200;
export const MOST_TOKENS = 8_000;
/** Maximum numbers of characters of one text, tried from the longest to the shortest. */
const TEXT_LENGTHS = [4_000, 1_000, 400, 120];
/** Maximum numbers of items of one list, tried after the shortest texts. */
const LIST_LENGTHS = [50, 20, 8, 3, 1];

interface Size {
  readonly text: number;
  readonly list: number;
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).trimEnd()}…`;

/** Fields that are useful only as a whole: ids, keys and cursors. */
const WHOLE = new Set(["id", "key", "fact", "decision", "event", "sessionId", "nextPage"]);

const shrunk = (value: unknown, size: Size, name = ""): unknown => {
  if (typeof value === "string") return WHOLE.has(name) ? value : cut(value, size.text);
  if (Array.isArray(value)) return value.slice(0, size.list).map((item) => shrunk(item, size));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, shrunk(inner, size, key)]),
  );
};

const tokensOf = (value: object): Promise<number> => countTokens(JSON.stringify(value));

const SIZES: readonly Size[] = [
  ...TEXT_LENGTHS.map((text) => ({ text, list: Number.POSITIVE_INFINITY })),
  ...LIST_LENGTHS.map((list) => ({ text: 120, list })),
];

/**
 * An answer within a number of tokens: first texts are truncated (they end with `…`), then lists,
 * which `shortened` reports.
 */
export const withinTokens = async <T extends object>(
  answer: T,
  tokens: number,
): Promise<T & { readonly shortened?: boolean }> => {
  if ((await tokensOf(answer)) <= tokens) return answer;
  let smaller: T = answer;
  for (const size of SIZES) {
    smaller = shrunk(answer, size) as T;
    if ((await tokensOf(smaller)) <= tokens) break;
  }
  return { ...smaller, shortened: true };
};

/**
 * A block of text within a number of tokens. Its sources are omitted, from the last one on, before
 * a word of it is cut.
 */
export const blockWithinTokens = async <T extends { readonly sources: readonly object[] }>(
  answer: T,
  tokens: number,
): Promise<T & { readonly shortened?: boolean }> => {
  let { sources } = answer;
  while (sources.length > 0 && (await tokensOf({ ...answer, sources })) > tokens)
    sources = sources.slice(0, sources.length >> 1);
  if (sources.length === answer.sources.length) return withinTokens(answer, tokens);
  return { ...(await withinTokens({ ...answer, sources }, tokens)), shortened: true };
};

/**
 * A page within a token limit: it is requested again with half as many items until it fits, so that
 * its cursor continues at its end.
 */
export const pageWithinTokens = async <T extends object>(
  first: number,
  tokens: number,
  page: (first: number) => Promise<T>,
): Promise<T & { readonly shortened?: boolean }> => {
  let answer = await page(first);
  for (let size = first >> 1; size >= 1 && (await tokensOf(answer)) > tokens; size >>= 1)
    answer = await page(size);
  return withinTokens(answer, tokens);
};
