import { Args, Ctx, Query, Resolver } from "type-graphql";
import { pageSizeOf, RECALL_COST, workCost } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { RecallArgs, RECALL_BUDGET, MAXIMUM_RECALL_BUDGET } from "../../schema/recall-args.ts";
import { Recall } from "../../schema/recall.ts";
import { DEFAULT_HITS, SearchArgs } from "../../schema/search-args.ts";
import { SearchResult } from "../../schema/search-result.ts";
import { recall } from "../../src/read/recall.ts";
import { search } from "../../src/read/search.ts";
import { confidence, wholeNumber } from "../arguments.ts";
import type { Context } from "../context.ts";
import { pageSize } from "../page.ts";
import { readingOf } from "../reading.ts";
import { loadMemory, showHits } from "../show/search-hit.ts";

const session = (id: string | null | undefined): string | null =>
  id == null ? null : localId(id, "Session");

@Resolver()
export class SearchQueries {
  @Query(() => SearchResult, {
    complexity: ({ args, childComplexity }) =>
      pageSizeOf(args, DEFAULT_HITS) * (1 + childComplexity),
    description:
      "What is remembered at the time point that answers a query: a question, a statement, names, or exact strings. A blank one is refused with BAD_USER_INPUT.",
  })
  async search(
    @Args(() => SearchArgs) args: SearchArgs,
    @Ctx() context: Context,
  ): Promise<SearchResult> {
    const {
      services: { read, limits },
    } = context;
    const reading = readingOf(context, args.at);
    const report = await search(read, await context.readable(), reading.view, {
      query: args.query,
      mode: args.mode ?? "HYBRID",
      kinds: args.kinds ?? ["FACT", "ENTITY", "EVENT", "SUMMARY"],
      first: args.first == null ? null : pageSize(args.first, limits),
      minConfidence: confidence(args.minConfidence),
      session: session(args.sessionId),
    });
    return {
      hits: await showHits(report.hits, reading),
      took: report.tookMs,
      mode: report.mode,
      lists: report.lists.map(({ name, count, ms, failed }) => ({ name, count, took: ms, failed })),
    };
  }

  @Query(() => Recall, {
    complexity: workCost(RECALL_COST),
    description:
      "A block of context that answers a question within a budget of tokens, with citations. A blank question is refused with BAD_USER_INPUT.",
  })
  async recall(@Args(() => RecallArgs) args: RecallArgs, @Ctx() context: Context): Promise<Recall> {
    const reading = readingOf(context, args.at);
    const { text, tokens, citations } = await recall(
      context.services.read,
      await context.readable(),
      reading.view,
      {
        question: args.question,
        tokenBudget: wholeNumber(
          "tokenBudget",
          args.tokenBudget,
          RECALL_BUDGET,
          1,
          MAXIMUM_RECALL_BUDGET,
        ),
        session: session(args.sessionId),
      },
    );
    const nodes = await Promise.all(citations.map(({ kind, id }) => loadMemory(kind, id, reading)));
    return { text, tokens, citations: nodes.filter((node) => node !== null) };
  }
}
