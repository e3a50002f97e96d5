import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { ChatInput } from "../../schema/chat-input.ts";
import { ChatResult } from "../../schema/chat-result.ts";
import { CHAT_COST, workCost } from "../../schema/cost.ts";
import { beginChat } from "../../src/chat/chat.ts";
import { chatRequest } from "../chat-request.ts";
import type { Context } from "../context.ts";
import { showChat, type ShownChat } from "../show/chat.ts";

@Resolver()
export class ChatMutations {
  @Mutation(() => ChatResult, {
    complexity: workCost(CHAT_COST),
    description:
      "Replies to a message: stores it as a turn, puts a context together by the session's strategy, asks the model, stores the reply, and remembers the message beside that. Errors: NOT_FOUND (session), BAD_USER_INPUT, MESSAGE_TOO_LONG, IDEMPOTENCY_KEY_REUSED; MODEL_UNAVAILABLE where no model replies: the message is on record then.",
  })
  async chat(
    @Arg("input", () => ChatInput, { description: "The message." }) input: ChatInput,
    @Ctx() context: Context,
  ): Promise<ShownChat> {
    const chat = await beginChat(context.services.chat, context.space, chatRequest(input, context));
    return showChat(chat, await chat.report, context);
  }
}
