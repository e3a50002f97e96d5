import { Arg, Ctx, Resolver, Root, Subscription } from "type-graphql";
import { ChatInput } from "../schema/chat-input.ts";
import { ChatReply } from "../schema/chat-result.ts";
import { CHAT_COST, workCost } from "../schema/cost.ts";
import { beginChat, type RunningChat } from "../src/chat/chat.ts";
import type { ChatReport } from "../src/chat/chat-report.ts";
import { chatRequest } from "./chat-request.ts";
import type { Context } from "./context.ts";
import { showChat } from "./show/chat.ts";

type Part =
  | { readonly token: string }
  | { readonly chat: RunningChat; readonly report: ChatReport };

/** The chat goes on to its end, also where nobody listens any more. */
async function* partsOf(chat: RunningChat): AsyncGenerator<Part, void> {
  for await (const token of chat.pieces) yield { token };
  yield { chat, report: await chat.report };
}

const begin = async ({
  args,
  context,
}: {
  readonly args: { readonly input: ChatInput };
  readonly context: Context;
}): Promise<AsyncIterable<Part>> =>
  partsOf(await beginChat(context.services.chat, context.space, chatRequest(args.input, context)));

@Resolver()
export class ChatSubscription {
  @Subscription(() => ChatReply, {
    complexity: workCost(CHAT_COST),
    subscribe: begin,
    description:
      "As the mutation `chat`, but that the reply is told as it is written, token by token, and the whole result at the end. Who stops listening loses nothing: the reply is stored all the same.",
  })
  async chatReply(
    @Root() part: Part,
    @Arg("input", () => ChatInput, { description: "The message." }) _input: ChatInput,
    @Ctx() context: Context,
  ): Promise<ChatReply> {
    if ("token" in part) return { token: part.token, result: null };
    return { token: null, result: await showChat(part.chat, part.report, context) };
  }
}
