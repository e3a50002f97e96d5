import { Args, Ctx, Query, Resolver } from "type-graphql";
import { pageSizeOf, RECALL_COST, workCost } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { RecallArgs, RECALL_BUDGET, MAXIMUM_RECALL_BUDGET } from "../../schema/recall-args.ts";
import { Recall } from "../../schema/recall.ts";
import { DEFAULT_HITS, SearchArgs } from "../../schema/search-args.ts";
import { SearchResult, type SearchHit } from "../../schema/search-result.ts";
import type { MemoryKind } from "../../src/memory/search-text.ts";
import { recall } from "../../src/read/recall.ts";
import { search, type SearchHit as Hit } from "../../src/read/search.ts";
import { confidence, wholeNumber } from "../arguments.ts";
import type { Context } from "../context.ts";
import { pageSize } from "../page.ts";
import { readingOf, type Reading } from "../reading.ts";
import { loadEntity } from "../show/entity.ts";
import { loadEvent } from "../show/event.ts";
import { loadFact, showFact } from "../show/fact.ts";
import type { ShownNode } from "../show/node.ts";

const LOAD: Readonly<Record<Exclude<MemoryKind, "SUMMARY">, (id: string, reading: Reading) => ShownNode | null | Promise<ShownNode | null>>> = {
  FACT: loadFact,
  ENTITY: loadEntity,
  EVENT: loadEvent,
};

const nodeOf = async (kind: MemoryKind, id: string, reading: Reading): Promise<ShownNode | null> => (kind === "SUMMARY" ? null : LOAD[kind](id, reading));

const showHit = async ({ kind, subject, version, ...how }: Hit, reading: Reading): Promise<SearchHit | null> => {
  const node = version ? showFact(version, reading) : await nodeOf(kind, subject, reading);
  return node && { node, kind, score: how.score, vectorRank: how.vectorRank, fullTextRank: how.fullTextRank, lexical: how.lexical };
};

const session = (id: string | null | undefined): string | null => (id == null ? null : localId(id, "Session"));

@Resolver()
export class SearchQueries {
  @Query(() => SearchResult, {
    complexity: ({ args, childComplexity }) => pageSizeOf(args, DEFAULT_HITS) * (1 + childComplexity),
    description: "What is remembered at the time point that answers a query: a question, a statement, names, or exact strings. A blank one is refused with BAD_USER_INPUT.",
  })
  async search(@Args(() => SearchArgs) args: SearchArgs, @Ctx() context: Context): Promise<SearchResult> {
    const { services: { read, limits }, space } = context;
    const reading = readingOf(context, args.at);
    const report = await search(read, space, reading.view, {
      query: args.query,
      mode: args.mode ?? "HYBRID",
      kinds: args.kinds ?? ["FACT", "ENTITY", "EVENT", "SUMMARY"],
      first: args.first == null ? null : pageSize(args.first, limits),
      minConfidence: confidence(args.minConfidence),
      session: session(args.sessionId),
    });
    const hits = await Promise.all(report.hits.map((hit) => showHit(hit, reading)));
    return { hits: hits.filter((hit) => hit !== null), took: report.tookMs, mode: report.mode, lists: report.lists.map(({ name, count, ms, failed }) => ({ name, count, took: ms, failed })) };
  }

  @Query(() => Recall, {
    complexity: workCost(RECALL_COST),
    description: "A block of context that answers a question within a budget of tokens, with citations. A blank question is refused with BAD_USER_INPUT.",
  })
  async recall(@Args(() => RecallArgs) args: RecallArgs, @Ctx() context: Context): Promise<Recall> {
    const reading = readingOf(context, args.at);
    const { text, tokens, citations } = await recall(context.services.read, context.space, reading.view, {
      question: args.question,
      tokenBudget: wholeNumber("tokenBudget", args.tokenBudget, RECALL_BUDGET, 1, MAXIMUM_RECALL_BUDGET),
      session: session(args.sessionId),
    });
    const nodes = await Promise.all(citations.map(({ kind, id }) => nodeOf(kind, id, reading)));
    return { text, tokens, citations: nodes.filter((node) => node !== null) };
  }
}
