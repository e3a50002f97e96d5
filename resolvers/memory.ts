import { Arg, Args, Ctx, Query, Resolver } from "type-graphql";
import { type Connection, ROOT_AT } from "../schema/connection.ts";
import { pageCost } from "../schema/cost.ts";
import { UserSummary } from "../schema/derived/derived-memory.ts";
import { localId } from "../schema/global-id.ts";
import { MemoriesArgs, MemoryConnection } from "../schema/memory.ts";
import { TimePointInput } from "../schema/time-point.ts";
import { userSummaryId } from "../src/memory/derived-memory-ids.ts";
import { checkTags } from "../src/memory/tags.ts";
import { type ListedMemory, memories } from "../src/read/history/memories.ts";
import { intervalOf } from "./arguments.ts";
import type { Context } from "./context.ts";
import { pageRequest, showPage } from "./page.ts";
import { type Reading, readingAt } from "./reading.ts";
import { loadMemory, showMemory, type ShownMemory } from "./show/derived-memory.ts";
import { showFact, type ShownFact } from "./show/fact.ts";
import { type ShownTurn, showTurn } from "./show/turn.ts";

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
      "Summary of what is known about the user across all sessions; null if none has been made.",
  })
  async userSummary(
    @Arg("at", () => TimePointInput, { nullable: true, description: ROOT_AT }) at:
      | TimePointInput
      | null
      | undefined,
    @Ctx() context: Context,
  ): Promise<ShownMemory | null> {
    return loadMemory(userSummaryId(context.space.id.user), await readingAt(context, at));
  }

  @Query(() => MemoryConnection, {
    complexity: pageCost,
    description:
      "Memories as of the time point, most recently recorded first: turns, facts, summaries, episodes, procedures and observations. Errors: INVALID_INTERVAL (`to` not after `from`).",
  })
  async memories(
    @Args(() => MemoriesArgs) args: MemoriesArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownTurn | ShownFact | ShownMemory>> {
    const { types, sessionId, role, tags, recorded, at } = args;
    const { from, to } = intervalOf(recorded ?? {});
    const reading = await readingAt(context, at);
    const page = pageRequest("memories", args, context.services.limits);
    const listedMemories = await memories(context.space, reading.view, {
      types: types ?? undefined,
      session: sessionId == null ? undefined : localId(sessionId, "Session"),
      role: role ?? undefined,
      tags: checkTags(tags),
      from,
      to,
      turnsKnownAt: at?.knownAt ?? undefined,
      page,
    });
    return showPage("memories", listedMemories, page, (memory) => show(memory, reading));
  }
}
