import { Arg, FieldResolver, Resolver, Root } from "type-graphql";
import { AT } from "../../schema/at-args.ts";
import { ThreadSummary } from "../../schema/derived-memory.ts";
import { Session } from "../../schema/session.ts";
import { TimePointInput } from "../../schema/time-point.ts";
import { threadSummaryId } from "../../src/memory/memory-ids.ts";
import { below } from "../reading.ts";
import { loadMemory, type ShownMemory } from "../show/derived-memory.ts";
import type { ShownSession } from "../show/session.ts";

@Resolver(() => Session)
export class SessionSummaryFields {
  @FieldResolver(() => ThreadSummary, {
    nullable: true,
    description:
      "What it is about and where it stands; null where nobody has asked for a summary yet.",
  })
  async summary(
    @Root() { record, reading }: ShownSession,
    @Arg("at", () => TimePointInput, { nullable: true, description: AT }) at:
      | TimePointInput
      | null
      | undefined,
  ): Promise<ShownMemory | null> {
    return loadMemory(threadSummaryId(reading.space.id.user, record.id), below(reading, at));
  }
}
