import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { Session } from "../../schema/session.ts";
import { StrategyEnum } from "../../schema/strategy.ts";
import type { Strategy } from "../../src/memory/session.ts";
import { createSession } from "../../src/write/create-session.ts";
import type { Context } from "../context.ts";
import { readingOf } from "../reading.ts";
import { showSession, type ShownSession } from "../show/session.ts";

@Resolver()
export class SessionMutations {
  @Mutation(() => Session, { description: "Begins a conversation thread." })
  async createSession(
    @Arg("title", () => String, { nullable: true, description: "What to call it." }) title: string | null | undefined,
    @Arg("strategy", () => StrategyEnum, { nullable: true, defaultValue: "ENTITY_GRAPH", description: "By which policy the context of its replies is put together." }) strategy: Strategy | null | undefined,
    @Arg("idempotencyKey", () => String, { nullable: true, description: "With a key that came before, the session that was begun then is given, as it stands." }) idempotencyKey: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<ShownSession> {
    const session = await createSession(context.services.write, context.space, { title: title ?? null, strategy: strategy ?? "ENTITY_GRAPH", idempotencyKey });
    return showSession(session, readingOf(context));
  }
}
