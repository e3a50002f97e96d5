/** How many items a page has where the client does not say, and at most (contract.graphql, DESIGN.md §11). */
export const DEFAULT_PAGE_SIZE = 20;
export const MAXIMUM_PAGE_SIZE = 100;
