import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { Session } from "../../schema/session.ts";
import { StrategyEnum } from "../../schema/strategy.ts";
import type { Session as SessionRecord, Strategy } from "../../src/memory/session.ts";
import { instantOf } from "../../src/memory/time.ts";
import type { Context } from "../context.ts";
import { readingOf } from "../reading.ts";
import { showSession, type ShownSession } from "../show/session.ts";

@Resolver()
export class SessionMutations {
  @Mutation(() => Session, { description: "Begins a conversation thread." })
  async createSession(
    @Arg("title", () => String, { nullable: true, description: "What to call it." }) title: string | null | undefined,
    @Arg("strategy", () => StrategyEnum, { nullable: true, defaultValue: "ENTITY_GRAPH", description: "By which policy the context of its replies is put together." }) strategy: Strategy | null | undefined,
    @Ctx() context: Context,
  ): Promise<ShownSession> {
    const { newId, now } = context.services.write;
    const session: SessionRecord = { id: newId(), title: title ?? null, strategy: strategy ?? "ENTITY_GRAPH", createdAt: instantOf(now()), turnCount: 0 };
    await context.space.createSession(session);
    return showSession(session, readingOf(context));
  }
}
