import { Arg, Ctx, ID, Int, Mutation, Resolver } from "type-graphql";
import { WRITE_COST, workCost } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { ThreadSummarised, UserSummarised } from "../../schema/summarised.ts";
import { deriveNow } from "../../src/derive/derive-now.ts";
import { MOST_TURNS, USER_SUMMARY_TURNS } from "../../src/derive/settings.ts";
import { turnLimit } from "../../src/derive/stretches.ts";
import type { Summarised } from "../../src/derive/summarise-thread.ts";
import type { Context } from "../context.ts";
import { readingAfter } from "../reading.ts";
import { showMemory, type ShownMemory } from "../show/derived-memory.ts";
import { showTokens } from "../show/token-usage.ts";

const show = ({ at, summary, turns, tokens }: Summarised, context: Context) => ({
  turns,
  tokens: showTokens(tokens),
  summary: summary && showMemory(summary, readingAfter(context, at)),
});

/** What a mutation gives whose summary is shown by its fields' resolvers. */
interface Shown {
  readonly turns: number;
  readonly tokens: ReturnType<typeof showTokens>;
  readonly summary: ShownMemory | null;
}

@Resolver()
export class SummaryMutations {
  @Mutation(() => ThreadSummarised, {
    complexity: workCost(WRITE_COST),
    description:
      "Brings the summary of a thread up to date: the one that stands and the turns since go in, nothing else. Where no turn is new it stays as it is. Errors: NOT_FOUND, BAD_USER_INPUT, MODEL_UNAVAILABLE.",
  })
  async summariseThread(
    @Arg("sessionId", () => ID, { description: "The thread." }) sessionId: string,
    @Arg("recentK", () => Int, {
      nullable: true,
      description: `At most so many of the newest turns, 1 to ${MOST_TURNS}; what lies before them is passed over. Default: all that are new.`,
    })
    recentK: number | null | undefined,
    @Ctx() context: Context,
  ): Promise<Shown> {
    const request = {
      session: localId(sessionId, "Session"),
      limit: turnLimit(recentK ?? undefined),
      signal: context.gone,
    };
    return show(
      await deriveNow(context.services.jobs, context.space, "THREAD_SUMMARY", request),
      context,
    );
  }

  @Mutation(() => UserSummarised, {
    complexity: workCost(WRITE_COST),
    description:
      "Brings the summary of the user up to date: the one that stands, the turns of all threads since, and what was learned about the user or is no longer believed. Errors: BAD_USER_INPUT, MODEL_UNAVAILABLE.",
  })
  async summariseUser(
    @Arg("recentK", () => Int, {
      nullable: true,
      description: `At most so many of the newest turns, 1 to ${MOST_TURNS}. Default: ${USER_SUMMARY_TURNS}.`,
    })
    recentK: number | null | undefined,
    @Ctx() context: Context,
  ): Promise<Shown> {
    return show(
      await deriveNow(context.services.jobs, context.space, "USER_SUMMARY", {
        limit: turnLimit(recentK ?? undefined),
        signal: context.gone,
      }),
      context,
    );
  }
}
