import {
  Arg,
  Args,
  Ctx,
  FieldResolver,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from "type-graphql";
import { CHAT_COST, CONTEXT_COST, workCost } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { ChatContext, ChatContextArgs } from "../../schema/sessions/chat-context.ts";
import { ChatInput, ChatReply, ChatResult } from "../../schema/sessions/chat.ts";
import { WriteResult } from "../../schema/write.ts";
import { beginChat, type RunningChat } from "../../src/chat/chat.ts";
import { statedOffset } from "../../src/memory/stated-offsets.ts";
import { contextFor } from "../../src/chat/context/planned-context.ts";
import type { ChatReport } from "../../src/chat/reply/report.ts";
import type { ChatRequest } from "../../src/chat/request.ts";
import type { Context } from "../context.ts";
import { readingAt } from "../reading.ts";
import { showChat, showChatContext, type ShownChat } from "../show/chat.ts";
import { readingOfReport, showWriteResult } from "../show/write-result.ts";

/** The chat request of an input. Throws INVALID_ID. */
const chatRequest = (
  { sessionId, ...input }: ChatInput,
  { speaker, disconnect: disconnectSignal }: Context,
): ChatRequest => ({
  session: localId(sessionId, "Session"),
  message: input.message,
  speaker: input.speaker ?? speaker,
  strategy: input.strategy,
  mode: input.mode,
  occurredAt: input.occurredAt,
  timeZone: statedOffset(input.occurredAt),
  idempotencyKey: input.idempotencyKey,
  metadata: input.metadata,
  tags: input.tags,
  signal: disconnectSignal,
});

@Resolver()
export class ChatMutations {
  @Mutation(() => ChatResult, {
    complexity: workCost(CHAT_COST),
    description:
      "Stores a message as a turn, calls the model with a context, and stores the reply. Errors: NOT_FOUND (session), BAD_USER_INPUT, MESSAGE_TOO_LONG, IDEMPOTENCY_KEY_REUSED, MODEL_UNAVAILABLE.",
  })
  async chat(
    @Arg("input", () => ChatInput, { description: "The message." }) input: ChatInput,
    @Ctx() context: Context,
  ): Promise<ShownChat> {
    const chat = await beginChat(context.services.chat, context.space, chatRequest(input, context));
    return showChat(chat, await chat.report, context);
  }
}

type Part =
  | { readonly token: string }
  | { readonly chat: RunningChat; readonly report: ChatReport };

/**
 * The parts of a reply as they arrive. The chat runs to its end even if nobody listens any more.
 */
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
      "Like the mutation `chat`, but streams the reply token by token and ends with the whole result. If the client disconnects, the reply is stored anyway.",
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

@Resolver(() => ChatResult)
export class ChatFields {
  @FieldResolver(() => WriteResult, {
    nullable: true,
    description:
      "Result of the extraction from the message. Selecting it delays the response until extraction has finished.",
  })
  async write(@Root() { chat }: ShownChat, @Ctx() context: Context): Promise<WriteResult> {
    const report = await chat.write;
    return showWriteResult(report, readingOfReport(context, report), false);
  }
}

@Resolver()
export class ChatQueries {
  @Query(() => ChatContext, {
    complexity: workCost(CONTEXT_COST),
    description:
      "Context that a model would get for a message, now or at a past time point. Stores nothing and calls no model. Errors: NOT_FOUND (session), BAD_USER_INPUT, MESSAGE_TOO_LONG.",
  })
  async chatContext(
    @Args(() => ChatContextArgs) { sessionId, at, ...request }: ChatContextArgs,
    @Ctx() context: Context,
  ): Promise<ChatContext> {
    const reading = await readingAt(context, at);
    return showChatContext(
      await contextFor(context.services.chat, context.space, reading.view, {
        ...request,
        speaker: context.speaker,
        session: sessionId == null ? null : localId(sessionId, "Session"),
      }),
      reading,
    );
  }
}
