import type { Complexity } from "type-graphql";
import { DEFAULT_GRAPH_SIZE, MAXIMUM_GRAPH_SIZE } from "../src/read/graph/graph.ts";
import { DEFAULT_BUCKETS, MAXIMUM_BUCKETS } from "../src/read/history/timeline.ts";
import { DEFAULT_PAGE_SIZE, MAXIMUM_PAGE_SIZE } from "../src/read/page-size.ts";

/**
 * Prices of fields, whose sum is the cost of an operation. A field costs 1 and the price of its
 * selection; a list costs that for each item that it may have.
 */
type Args = Readonly<Record<string, unknown>>;

/** Base price of a write and of a recall, which take much longer than reading a field. */
export const WRITE_COST = 500;
export const RECALL_COST = 500;
/** Base price of a chat, which calls a model and writes, and of a context, which searches. */
export const CHAT_COST = 1000;
export const CONTEXT_COST = 500;

/**
 * Price of each message of a bulk write: 1,000 messages with their outcomes stay below the default
 * limit, with their full results they do not.
 */
export const BULK_WRITE_COST = 20;

/** Assumed length of a list without pages: versions, history, mentions, decisions. */
const SHORT_LIST = 5;

const within = (value: unknown, fallback: number, maximum: number): number =>
  typeof value === "number" ? Math.min(Math.max(value, 1), maximum) : fallback;

/**
 * Number of items that a page may have. A larger page is priced as the largest allowed; it is
 * refused when it is read.
 */
export const pageSizeOf = (args: Args, fallback = DEFAULT_PAGE_SIZE): number =>
  within(args["first"] ?? args["last"], fallback, MAXIMUM_PAGE_SIZE);

/** Price of a page. */
export const pageCost: Complexity = ({ args, childComplexity }) =>
  pageSizeOf(args) * (1 + childComplexity);

/** Price of a field that does work before it answers. */
export const workCost =
  (work: number): Complexity =>
  ({ childComplexity }) =>
    work + childComplexity;

/** Price of a field that processes the items of its input and returns something for each. */
export const bulkCost =
  (itemsOf: (input: Args) => unknown, work: number): Complexity =>
  ({ args, childComplexity }) => {
    const items = itemsOf((args as { readonly input?: Args }).input ?? {});
    return (Array.isArray(items) ? items.length : 1) * (work + childComplexity);
  };

/** Price of a list without pages. */
export const listCost: Complexity = ({ childComplexity }) => SHORT_LIST * (1 + childComplexity);

/** Assumed number of messages in a context: what SLIDING_WINDOW sends. */
const CONTEXT_MESSAGES = 30;

/** Price of the messages of a context. */
export const contextCost: Complexity = ({ childComplexity }) =>
  CONTEXT_MESSAGES * (1 + childComplexity);

/** Assumed number of slots in the vocabulary. They are in memory. */
const SLOTS = 70;

/** Price of the vocabulary. */
export const vocabularyCost: Complexity = ({ childComplexity }) =>
  SHORT_LIST + SLOTS * childComplexity;

/**
 * Number of items of a graph that cost as much as one of a list, because they are read together.
 */
const GRAPH_ITEMS_PER_PRICE = 8;

/** Price of a graph. Its lists price the items of one entity each. */
export const graphCost: Complexity = ({ args, childComplexity }) =>
  SHORT_LIST +
  Math.ceil(
    (within(args["first"], DEFAULT_GRAPH_SIZE, MAXIMUM_GRAPH_SIZE) * childComplexity) /
      GRAPH_ITEMS_PER_PRICE,
  );

/** Price of a list of counts. */
export const countsCost: Complexity = ({ args, childComplexity }) =>
  within(args["buckets"], DEFAULT_BUCKETS, MAXIMUM_BUCKETS) * (1 + childComplexity);

/** Price of a list of nodes by their ids. */
export const idsCost: Complexity = ({ args, childComplexity }) =>
  (Array.isArray(args["ids"]) ? args["ids"].length : 1) * (1 + childComplexity);

/** Price of a page of a walk. Every hop reads all entities around those reached so far. */
export const walkCost =
  (hops: string, most: number): Complexity =>
  ({ args, childComplexity }) =>
    within(args[hops], 1, most) * DEFAULT_PAGE_SIZE + pageSizeOf(args) * (1 + childComplexity);
