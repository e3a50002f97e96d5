import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { ROOT_AT } from "../../schema/at-args.ts";
import { UserSummary } from "../../schema/derived-memory.ts";
import { TimePointInput } from "../../schema/time-point.ts";
import { userSummaryId } from "../../src/memory/memory-ids.ts";
import type { Context } from "../context.ts";
import { readingOf } from "../reading.ts";
import { loadMemory, type ShownMemory } from "../show/derived-memory.ts";

@Resolver()
export class MemoryQueries {
  @Query(() => UserSummary, { nullable: true, description: "What is known of the user across all threads, summed up; null where nobody has asked for a summary yet." })
  userSummary(@Arg("at", () => TimePointInput, { nullable: true, description: ROOT_AT }) at: TimePointInput | null | undefined, @Ctx() context: Context): Promise<ShownMemory | null> {
    return loadMemory(userSummaryId(context.space.id.user), readingOf(context, at));
  }
}
