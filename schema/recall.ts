import { Field, Int, ObjectType } from "type-graphql";
import { listCost } from "./cost.ts";
import { Node } from "./node.ts";

@ObjectType("Recall", {
  simpleResolvers: true,
  description: "A block of context, ready to be put before a model.",
})
export class Recall {
  @Field(() => String, { description: "The block; empty where nothing relevant is known." })
  text!: string;

  @Field(() => Int, { description: "How many tokens it has, at most the budget." })
  tokens!: number;

  @Field(() => [Node], {
    complexity: listCost,
    description: "The facts, events and entities that the block draws on, in its order.",
  })
  citations!: readonly Node[];
}
