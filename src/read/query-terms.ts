import { meaningfulWords } from "./query-words.ts";

/**
 * The terms of a full-text query: its words in lower case, accents folded, possessive 's and stop words dropped, not stemmed (the
 * store's tokenizer stems), each once, in the order of the query. Of more than `limit` the longest stay, since they tend to be the
 * rarest; of equally long ones the first.
 */
export const searchTerms = (query: string, limit: number): string[] => {
  const words = meaningfulWords(query);
  if (words.length <= limit) return words;
  const kept = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, limit));
  return words.filter((word) => kept.has(word));
};
