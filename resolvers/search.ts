import { Args, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { pageSizeOf, RECALL_COST, workCost } from "../schema/cost.ts";
import { localId } from "../schema/global-id.ts";
import { Recall, RecallArgs } from "../schema/recall.ts";
import { SearchArgs, SearchResult, type SearchHit } from "../schema/search.ts";
import { DEFAULT_RECALL_BUDGET, MAXIMUM_RECALL_BUDGET } from "../src/read/recall/budget.ts";
import { recall, type RecallReport } from "../src/read/recall/recall.ts";
import { checkTags } from "../src/memory/tags.ts";
import {
  DEFAULT_KINDS,
  DEFAULT_SEARCH_MODE,
  HITS_FOR_QUESTION,
} from "../src/read/search/request.ts";
import { search } from "../src/read/search/search.ts";
import { fraction, wholeNumber } from "./arguments.ts";
import type { Context } from "./context.ts";
import { pageSize } from "./page.ts";
import { readingAt, type Reading } from "./reading.ts";
import { showFact, type ShownFact } from "./show/fact.ts";
import type { ShownNode } from "./show/node.ts";
import { showCitation, showHits } from "./show/search-hit.ts";

const session = (id: string | null | undefined): string | null =>
  id == null ? null : localId(id, "Session");

@Resolver()
export class SearchQueries {
  @Query(() => SearchResult, {
    complexity: ({ args, childComplexity }) =>
      pageSizeOf(args, HITS_FOR_QUESTION) * (1 + childComplexity),
    description: "Searches memory as of the time point. Errors: BAD_USER_INPUT (blank query).",
  })
  async search(
    @Args(() => SearchArgs) args: SearchArgs,
    @Ctx() context: Context,
  ): Promise<SearchResult> {
    const {
      services: { read, limits },
    } = context;
    const reading = await readingAt(context, args.at);
    const report = await search(read, await context.readable(), reading.view, {
      query: args.query,
      mode: args.mode ?? DEFAULT_SEARCH_MODE,
      kinds: args.kinds ?? DEFAULT_KINDS,
      first: args.first == null ? null : pageSize(args.first, limits),
      minConfidence: fraction("minConfidence", args.minConfidence),
      minRelevance: fraction("minRelevance", args.minRelevance),
      session: session(args.sessionId),
      tags: checkTags(args.tags),
    });
    return {
      hits: await showHits(report.hits, reading),
      tookMs: report.tookMs,
      mode: report.mode,
      lists: report.lists.map(({ name, count, ms, failed }) => ({
        name,
        count,
        tookMs: ms,
        failed,
      })),
    };
  }

  @Query(() => Recall, {
    complexity: workCost(RECALL_COST),
    description:
      "Builds a block of context that answers a question within a token budget, with citations. Errors: BAD_USER_INPUT (blank question).",
  })
  async recall(
    @Args(() => RecallArgs) args: RecallArgs,
    @Ctx() context: Context,
  ): Promise<ShownRecall> {
    const reading = await readingAt(context, args.at);
    const report = await recall(context.services.read, await context.readable(), reading.view, {
      question: args.question,
      tokenBudget: wholeNumber(
        "tokenBudget",
        args.tokenBudget,
        DEFAULT_RECALL_BUDGET,
        1,
        MAXIMUM_RECALL_BUDGET,
      ),
      session: session(args.sessionId),
      tags: checkTags(args.tags),
    });
    const { text, tokens, at, timeAsked } = report;
    return { text, tokens, at, timeAsked, report, reading };
  }
}

/** A block whose evidence is read and shown only if it is selected: most clients want the text. */
interface ShownRecall extends Omit<Recall, "citations" | "answers" | "hits"> {
  readonly report: RecallReport;
  readonly reading: Reading;
}

@Resolver(() => Recall)
export class RecallFields {
  @FieldResolver()
  citations(@Root() { report, reading }: ShownRecall): ShownNode[] {
    return report.citations.map((citation) => showCitation(citation, reading));
  }

  @FieldResolver()
  answers(@Root() { report, reading }: ShownRecall): ShownFact[] {
    return report.answers.map((version) => showFact(version, reading));
  }

  @FieldResolver()
  hits(@Root() { report, reading }: ShownRecall): Promise<SearchHit[]> {
    return showHits(report.hits, reading);
  }
}
