import { Field, Int, ObjectType } from "type-graphql";
import { TokenUsage } from "./token-usage.ts";

@ObjectType("FactExtraction", {
  simpleResolvers: true,
  description: "What drawing facts from a whole thread gave.",
})
export class FactExtraction {
  @Field(() => Int, {
    description: "How many turns of the user became events this time: those that were none yet.",
  })
  turns!: number;

  @Field(() => Int, { description: "Facts that are new." })
  added!: number;

  @Field(() => Int, { description: "Facts that took the place of others." })
  updated!: number;

  @Field(() => Int, { description: "Facts that were known already, and are confirmed." })
  unchanged!: number;

  @Field(() => Int, { description: "Facts that were taken back." })
  deleted!: number;

  @Field(() => Int, {
    description:
      "Turns that no model could draw facts from: they are on record and are tried again later.",
  })
  pending!: number;

  @Field(() => TokenUsage, { description: "What asking the model took." })
  tokens!: TokenUsage;
}
