import { Field, Int, ObjectType } from "type-graphql";

@ObjectType("TokenUsage", {
  simpleResolvers: true,
  description: "Tokens of a language model. All 0 where none was asked.",
})
export class TokenUsage {
  @Field(() => Int, { description: "Tokens that were sent." })
  input!: number;

  @Field(() => Int, { description: "Tokens that came back." })
  output!: number;

  @Field(() => Int, { description: "Both together." })
  total!: number;

  @Field(() => Int, { description: "How many of those sent were cached." })
  cached!: number;
}
