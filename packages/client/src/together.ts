import type { Recalled, SearchResult } from "./memory.ts";

/** Something found, and the shared space that it is from; without one, it is from the user's own. */
export type Shared<T> = T & { readonly space?: string };

const from = <T extends object>(items: readonly T[], space: string): Shared<T>[] =>
  items.map((one) => ({ ...one, space }));

/** The lines of a block with their citations counted on from those of another. */
const renumber = (text: string, from: number): string =>
  text.replace(/\[(\d+)\]$/gmu, (_, number: string) => `[${Number(number) + from}]`);

/** Both blocks as one, the user's own first. Citations count through. */
export const bothRecalled = (own: Recalled, sharedRecall: Recalled, space: string): Recalled => {
  const text = renumber(sharedRecall.text, own.citations.length);
  const sharedText = text === "" ? "" : `From the shared space ${space}:\n${text}`;
  return {
    ...own,
    text: [own.text, sharedText].filter((part) => part !== "").join("\n\n"),
    tokens: own.tokens + sharedRecall.tokens,
    citations: [...own.citations, ...from(sharedRecall.citations, space)],
  };
};

/** The hits of both by relevance, which can be compared between searches. Where equal, the user's own go first. */
export const bothSearched = (
  own: SearchResult,
  sharedSearch: SearchResult,
  space: string,
  first: number | undefined,
): SearchResult => {
  const hits = [...own.hits, ...from(sharedSearch.hits, space)];
  return {
    ...own,
    tookMs: Math.max(own.tookMs, sharedSearch.tookMs),
    hits: hits.toSorted((a, b) => b.relevance - a.relevance).slice(0, first),
  };
};
