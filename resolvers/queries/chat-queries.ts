import { Args, Ctx, Query, Resolver } from "type-graphql";
import { ChatContextArgs } from "../../schema/chat-context-args.ts";
import { ChatContext } from "../../schema/chat-context.ts";
import { CONTEXT_COST, workCost } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { contextFor } from "../../src/chat/context-for.ts";
import type { Context } from "../context.ts";
import { readingOf } from "../reading.ts";
import { showChatContext } from "../show/chat.ts";

@Resolver()
export class ChatQueries {
  @Query(() => ChatContext, {
    complexity: workCost(CONTEXT_COST),
    description:
      "What a model would be sent for a message, now or at a moment of the past. Nothing is stored, and no model is asked to reply. Errors: NOT_FOUND (session), BAD_USER_INPUT, MESSAGE_TOO_LONG.",
  })
  async chatContext(
    @Args(() => ChatContextArgs) { sessionId, at, ...request }: ChatContextArgs,
    @Ctx() context: Context,
  ): Promise<ChatContext> {
    const reading = readingOf(context, at);
    return showChatContext(
      await contextFor(context.services.chat, context.space, reading.view, {
        ...request,
        session: localId(sessionId, "Session"),
      }),
      reading,
    );
  }
}
