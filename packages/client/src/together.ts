import type * as operations from "./operations.ts";

/**
 * A result, and the shared space from which it comes; without one, it comes from the user's own
 * space.
 */
export type Shared<T> = T & { readonly space?: string };

export type Found = operations.RecallQuery["recall"]["citations"][number];
export type Recalled = Omit<operations.RecallQuery["recall"], "citations"> & {
  readonly citations: readonly Shared<Found>[];
};
export type SearchResult = Omit<operations.SearchQuery["search"], "hits"> & {
  readonly hits: readonly Shared<operations.SearchQuery["search"]["hits"][number]>[];
};

const from = <T extends object>(items: readonly T[], space: string): Shared<T>[] =>
  items.map((one) => ({ ...one, space }));

/** The lines of a block with their citation numbers continued from those of another one. */
const renumber = (text: string, from: number): string =>
  text.replace(/\[(\d+)\]$/gmu, (_, number: string) => `[${Number(number) + from}]`);

/** Both blocks as one, the user's own first, with continuous citation numbers. */
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

/**
 * The hits of both by relevance, which is comparable between searches. Of equally relevant hits,
 * the user's own come first.
 */
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
