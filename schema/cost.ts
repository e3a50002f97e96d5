import type { Complexity } from "type-graphql";
import { DEFAULT_PAGE_SIZE, MAXIMUM_PAGE_SIZE } from "./page-size.ts";

/**
 * Prices of fields, for the limit on what one operation may cost (DESIGN.md §11): a field costs 1 and what its selection costs, a
 * list costs that for each item that it may have. A page that is larger than allowed is priced as the largest: it is refused for its
 * size, when it is read.
 */
type Args = Readonly<Record<string, unknown>>;

/** What a write and a recall cost beside what is selected of them: they work much longer than a field that is read. */
export const WRITE_COST = 500;
export const RECALL_COST = 500;
/** A chat asks a model, and writes; a context is put together with a search. */
export const CHAT_COST = 1000;
export const CONTEXT_COST = 500;

/** What each message of a bulk write costs beside what is selected of it: 1,000 with what became of each stay below the limit, with all that each did they do not. */
export const BULK_WRITE_COST = 20;

/** How many items a list that has no pages is taken to have: versions, a history, mentions, decisions. */
export const SHORT_LIST = 5;

const within = (value: unknown, fallback: number, maximum: number): number =>
  typeof value === "number" ? Math.min(Math.max(value, 1), maximum) : fallback;

/** How many items a page may have. */
export const pageSizeOf = (args: Args, fallback = DEFAULT_PAGE_SIZE): number =>
  within(args["first"] ?? args["last"], fallback, MAXIMUM_PAGE_SIZE);

/** The price of a page. */
export const pageCost: Complexity = ({ args, childComplexity }) =>
  pageSizeOf(args) * (1 + childComplexity);

/** The price of a field that works before it answers. */
export const workCost =
  (work: number): Complexity =>
  ({ childComplexity }) =>
    work + childComplexity;

/** The price of a field that works through a list that it is given, and gives something for each. */
export const bulkCost =
  (list: string, work: number): Complexity =>
  ({ args, childComplexity }) => {
    const items: unknown = (args as Args)[list];
    return (Array.isArray(items) ? items.length : 1) * (work + childComplexity);
  };

/** The price of a list without pages. */
export const listCost: Complexity = ({ childComplexity }) => SHORT_LIST * (1 + childComplexity);

/** How many messages a context is taken to have: what SLIDING_WINDOW sends. */
const CONTEXT_MESSAGES = 30;

/** The price of the messages of a context. */
export const contextCost: Complexity = ({ childComplexity }) =>
  CONTEXT_MESSAGES * (1 + childComplexity);

/** The price of a page of a walk: every hop that it takes reads the whole surroundings. */
export const walkCost =
  (hops: string, most: number): Complexity =>
  ({ args, childComplexity }) =>
    within(args[hops], 1, most) * DEFAULT_PAGE_SIZE + pageSizeOf(args) * (1 + childComplexity);
