import { Field, Int, ObjectType } from "type-graphql";
import { listCost } from "./cost.ts";
import { Observation } from "./derived-memory.ts";
import { Entity } from "./entity.ts";
import { TokenUsage } from "./token-usage.ts";

@ObjectType("ProfilesRefreshed", {
  simpleResolvers: true,
  description: "What rebuilding profiles gave.",
})
export class ProfilesRefreshed {
  @Field(() => Int, { description: "How many entities were looked at." })
  looked!: number;

  @Field(() => [Entity], {
    complexity: listCost,
    description: "Those of them whose profile or importance is another now.",
  })
  entities!: readonly Entity[];

  @Field(() => [Observation], {
    complexity: listCost,
    description: "Observations that are new or were changed, one for each cluster of facts.",
  })
  observations!: readonly Observation[];

  @Field(() => TokenUsage, { description: "What asking the model took." })
  tokens!: TokenUsage;
}
