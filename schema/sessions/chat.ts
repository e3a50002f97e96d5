import { Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import type { ChatMode } from "../../src/chat/strategies/strategy.ts";
import type { Strategy } from "../../src/memory/session.ts";
import type { Instant } from "../../src/memory/time.ts";
import { contextCost, listCost } from "../cost.ts";
import { GraphQLDateTime, GraphQLJSON } from "../scalars.ts";
import { SearchHit } from "../search.ts";
import { TAGS_GIVEN } from "../tags.ts";
import { SPEAKER_GIVEN } from "../write.ts";
import { ContextCut, ContextMessage, ModeEnum } from "./chat-context.ts";
import { StrategyEnum } from "./session.ts";
import { Turn } from "./turn.ts";

@InputType("ChatInput", { description: "A message to reply to." })
export class ChatInput {
  @Field(() => ID, {
    description: "Id of the session. Errors: NOT_FOUND.",
  })
  sessionId!: string;

  @Field(() => String, {
    description:
      "The user's message: at most 64 KB, not blank. Errors: BAD_USER_INPUT, MESSAGE_TOO_LONG.",
  })
  message!: string;

  @Field(() => String, { nullable: true, description: SPEAKER_GIVEN })
  speaker?: string | null;

  @Field(() => StrategyEnum, {
    nullable: true,
    description: "Strategy that builds the context. Default: the session's.",
  })
  strategy?: Strategy | null;

  @Field(() => ModeEnum, {
    nullable: true,
    description: "Mode of the TIERED strategy: how much memory it uses. Default: THINK.",
  })
  mode?: ChatMode | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'When the message was said. Default: now. At most five minutes ahead. Words such as "yesterday" are resolved in its UTC offset; an offset of zero is ignored. Errors: INVALID_INSTANT.',
  })
  occurredAt?: Instant | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Repeating the call with the same key returns the first result, and makes the reply if it is missing. A different message or session with the same key: IDEMPOTENCY_KEY_REUSED.",
  })
  idempotencyKey?: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: "Metadata stored with the turn: an object of at most 16 KB.",
  })
  metadata?: unknown;

  @Field(() => [String], { nullable: true, description: TAGS_GIVEN })
  tags?: string[] | null;
}

@ObjectType("ChatMetrics", {
  simpleResolvers: true,
  description: "Cost of a reply, measured in the same way for all strategies.",
})
export class ChatMetrics {
  @Field(() => Int, {
    description: "Tokens of the context, as reported by the model, or counted.",
  })
  promptTokens!: number;

  @Field(() => Int, {
    description: "Tokens of the reply, as reported by the model, or counted.",
  })
  completionTokens!: number;

  @Field(() => Int, { description: "`promptTokens` plus `completionTokens`." })
  totalTokens!: number;

  @Field(() => Float, {
    description: "Milliseconds from receiving the message to the end of the reply.",
  })
  latencyMs!: number;

  @Field(() => Int, { description: "Number of turns in the session, including the reply." })
  memoryTurnsStored!: number;

  @Field(() => Int, {
    description: "Number of turns in the context, including the message.",
  })
  contextTurnsSent!: number;
}

@ObjectType("ChatResult", { simpleResolvers: true, description: "A reply and how it was made." })
export class ChatResult {
  @Field(() => String, { description: "Text of the reply." })
  reply!: string;

  @Field(() => Turn, { description: "Turn of the message." })
  turn!: Turn;

  @Field(() => Turn, { description: "Turn of the reply." })
  replyTurn!: Turn;

  @Field(() => StrategyEnum, { description: "Strategy that built the context." })
  strategy!: Strategy;

  @Field(() => ModeEnum, { description: "Mode in which it was built." })
  mode!: ChatMode;

  @Field(() => String, { description: "Name of the model that replied, or `offline`." })
  model!: string;

  @Field(() => ChatMetrics, { description: "Cost of the reply." })
  metrics!: ChatMetrics;

  @Field(() => [ContextMessage], {
    complexity: contextCost,
    description: "Messages sent to the model, in order.",
  })
  context!: readonly ContextMessage[];

  @Field(() => [ContextCut], {
    complexity: listCost,
    description: "Parts that were cut from the context; none if the context is complete.",
  })
  cuts!: readonly ContextCut[];

  @Field(() => [SearchHit], {
    complexity: contextCost,
    description: "Memories retrieved for the message, best first.",
  })
  retrieved!: readonly SearchHit[];
}

@ObjectType("ChatReply", {
  simpleResolvers: true,
  description: "A part of a streamed reply: a token, or finally the whole result.",
})
export class ChatReply {
  @Field(() => String, {
    nullable: true,
    description: "Next piece of the reply; null in the last part.",
  })
  token!: string | null;

  @Field(() => ChatResult, {
    nullable: true,
    description: "The whole result, in the last part; null before.",
  })
  result!: ChatResult | null;
}
