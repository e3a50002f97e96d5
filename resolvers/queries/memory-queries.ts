import { Arg, Args, Ctx, Query, Resolver } from "type-graphql";
import { ROOT_AT } from "../../schema/at-args.ts";
import type { Connection } from "../../schema/connection.ts";
import { pageCost } from "../../schema/cost.ts";
import { UserSummary } from "../../schema/derived-memory.ts";
import { localId } from "../../schema/global-id.ts";
import { MemoriesArgs } from "../../schema/memories-args.ts";
import { MemoryConnection } from "../../schema/memory.ts";
import { TimePointInput } from "../../schema/time-point.ts";
import { userSummaryId } from "../../src/memory/memory-ids.ts";
import { Problem } from "../../src/memory/problem.ts";
import { memories, type ListedMemory } from "../../src/read/memories.ts";
import type { Context } from "../context.ts";
import { pageRequest, showPage } from "../page.ts";
import { readingOf, type Reading } from "../reading.ts";
import { loadMemory, showMemory, type ShownMemory } from "../show/derived-memory.ts";
import { showFact, type ShownFact } from "../show/fact.ts";
import { showTurn, type ShownTurn } from "../show/turn.ts";

const show = (memory: ListedMemory, reading: Reading): ShownTurn | ShownFact | ShownMemory => {
  if (memory.kind === "TURN") return showTurn(memory.record, reading);
  return memory.kind === "FACT"
    ? showFact(memory.record, reading)
    : showMemory(memory.record, reading);
};

@Resolver()
export class MemoryQueries {
  @Query(() => UserSummary, {
    nullable: true,
    description:
      "What is known of the user across all threads, summed up; null where nobody has asked for a summary yet.",
  })
  userSummary(
    @Arg("at", () => TimePointInput, { nullable: true, description: ROOT_AT }) at:
      | TimePointInput
      | null
      | undefined,
    @Ctx() context: Context,
  ): Promise<ShownMemory | null> {
    return loadMemory(userSummaryId(context.space.id.user), readingOf(context, at));
  }

  @Query(() => MemoryConnection, {
    complexity: pageCost,
    description:
      "All that is remembered at the time point, in one list, the last recorded first: turns, facts, summaries, episodes, procedures, observations. Errors: INVALID_INTERVAL (`to` not after `from`).",
  })
  async memories(
    @Args(() => MemoriesArgs) args: MemoriesArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownTurn | ShownFact | ShownMemory>> {
    const { type, session, role, from, to, at } = args;
    if (from != null && to != null && to <= from)
      throw new Problem("INVALID_INTERVAL", `to (${to}) must lie after from (${from}).`);
    const reading = readingOf(context, at);
    const page = pageRequest("memories", args, context.services.limits);
    const found = await memories(context.space, reading.view, {
      types: type ?? undefined,
      session: session == null ? undefined : localId(session, "Session"),
      role: role ?? undefined,
      from: from ?? undefined,
      to: to ?? undefined,
      turnsKnownAt: at?.knownAt ?? undefined,
      page,
    });
    return showPage("memories", found, page, (memory) => show(memory, reading));
  }
}
