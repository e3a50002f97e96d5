import { Field, Int, ObjectType } from "type-graphql";
import type { Mode } from "../src/chat/mode.ts";
import type { Strategy } from "../src/memory/session.ts";
import { ContextCut, ContextMessage } from "./context-message.ts";
import { contextCost, listCost } from "./cost.ts";
import { ModeEnum } from "./mode.ts";
import { SearchHit } from "./search-result.ts";
import { StrategyEnum } from "./strategy.ts";
import { TimeCoordinates } from "./time-point.ts";

@ObjectType("ChatContext", {
  simpleResolvers: true,
  description: "What a model is sent for a reply, and how it came about.",
})
export class ChatContext {
  @Field(() => StrategyEnum, { description: "By which policy it was put together." })
  strategy!: Strategy;

  @Field(() => ModeEnum, { description: "In which mode." })
  mode!: Mode;

  @Field(() => [ContextMessage], {
    complexity: contextCost,
    description: "The messages, in order.",
  })
  messages!: readonly ContextMessage[];

  @Field(() => Int, { description: "Tokens of all messages together." })
  tokens!: number;

  @Field(() => [ContextCut], {
    complexity: listCost,
    description: "What was left out, and why. Empty where nothing is missing.",
  })
  cut!: readonly ContextCut[];

  @Field(() => [SearchHit], {
    complexity: contextCost,
    description: "What was retrieved from memory, best first.",
  })
  retrieved!: readonly SearchHit[];

  @Field(() => TimeCoordinates, { description: "The time point at which memory was read." })
  at!: TimeCoordinates;
}
