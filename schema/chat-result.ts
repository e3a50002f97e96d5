import { Field, Float, Int, ObjectType } from "type-graphql";
import type { Mode } from "../src/chat/mode.ts";
import type { Strategy } from "../src/memory/session.ts";
import { ContextCut, ContextMessage } from "./context-message.ts";
import { contextCost, listCost } from "./cost.ts";
import { ModeEnum } from "./mode.ts";
import { SearchHit } from "./search-result.ts";
import { StrategyEnum } from "./strategy.ts";
import { Turn } from "./turn.ts";

@ObjectType("ChatMetrics", {
  simpleResolvers: true,
  description: "What a reply cost, measured alike in every strategy.",
})
export class ChatMetrics {
  @Field(() => Int, {
    description:
      "Tokens of the context: as the model reports them, or else as its encoding counts the contents.",
  })
  promptTokens!: number;

  @Field(() => Int, { description: "Tokens of the reply, likewise." })
  completionTokens!: number;

  @Field(() => Int, { description: "Both together." })
  totalTokens!: number;

  @Field(() => Float, {
    description: "Milliseconds from when the message was taken until the whole reply was there.",
  })
  latencyMs!: number;

  @Field(() => Int, { description: "Turns that the session has, the reply included." })
  memoryTurnsStored!: number;

  @Field(() => Int, {
    description:
      "Messages of the context that are turns of the session, the one that is replied to included.",
  })
  contextTurnsSent!: number;
}

@ObjectType("ChatResult", { simpleResolvers: true, description: "A reply, and how it came about." })
export class ChatResult {
  @Field(() => String, { description: "What the model replies." })
  reply!: string;

  @Field(() => Turn, { description: "The message as a turn of the session." })
  turn!: Turn;

  @Field(() => Turn, { description: "The reply as a turn of the session." })
  replyTurn!: Turn;

  @Field(() => StrategyEnum, { description: "By which policy the context was put together." })
  strategy!: Strategy;

  @Field(() => ModeEnum, { description: "In which mode." })
  mode!: Mode;

  @Field(() => String, { description: "What replied: `offline`, or the model's name." })
  model!: string;

  @Field(() => ChatMetrics, { description: "What it cost." })
  metrics!: ChatMetrics;

  @Field(() => [ContextMessage], {
    complexity: contextCost,
    description: "The exact messages that were sent, in order.",
  })
  context!: readonly ContextMessage[];

  @Field(() => [ContextCut], {
    complexity: listCost,
    description: "What was left out of the context, and why. Empty where nothing is missing.",
  })
  cut!: readonly ContextCut[];

  @Field(() => [SearchHit], {
    complexity: contextCost,
    description: "What was retrieved from memory for the message, best first.",
  })
  retrieved!: readonly SearchHit[];
}

@ObjectType("ChatReply", {
  simpleResolvers: true,
  description: "A part of a reply as it is written: a token, or at last the whole result.",
})
export class ChatReply {
  @Field(() => String, {
    nullable: true,
    description: "The next piece of the reply; null in the last part.",
  })
  token!: string | null;

  @Field(() => ChatResult, {
    nullable: true,
    description: "The whole result, in the last part; null before.",
  })
  result!: ChatResult | null;
}
