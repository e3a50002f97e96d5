import { Field, Int, ObjectType } from "type-graphql";

@ObjectType("TokenUsage", {
  simpleResolvers: true,
  description: "Tokens used by model calls. All 0 if no model was called.",
})
export class TokenUsage {
  @Field(() => Int, { description: "Tokens sent." })
  input!: number;

  @Field(() => Int, { description: "Tokens received." })
  output!: number;

  @Field(() => Int, { description: "`input` plus `output`." })
  total!: number;

  @Field(() => Int, { description: "Tokens sent that were served from the model's cache." })
  cached!: number;
}
