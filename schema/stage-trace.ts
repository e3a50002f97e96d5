import { Field, Float, Int, ObjectType } from "type-graphql";
import { GraphQLJSON } from "./json.ts";
import { TokenUsage } from "./token-usage.ts";

@ObjectType("StageTrace", {
  simpleResolvers: true,
  description: "What one stage of the write pipeline did.",
})
export class StageTrace {
  @Field(() => String, { description: "The stage's name." })
  stage!: string;

  @Field(() => Float, { description: "How long it took, in milliseconds." })
  durationMs!: number;

  @Field(() => Int, { description: "How many times it asked a model." })
  modelCalls!: number;

  @Field(() => TokenUsage, { description: "What that took." })
  tokens!: TokenUsage;

  @Field(() => Int, {
    description:
      "How many requests it sent to a store that charges for them; 0 with the embedded one.",
  })
  storeRequests!: number;

  @Field(() => Float, { description: "What those cost, in request units (RU), as the store told." })
  requestUnits!: number;

  @Field(() => GraphQLJSON, {
    description: "What it found: an object that differs from stage to stage.",
  })
  data!: Readonly<Record<string, unknown>>;
}
