import { Field, ObjectType } from "type-graphql";
import { listCost } from "./cost.ts";
import { Entity } from "./entity.ts";
import { Relationship } from "./relationship.ts";

@ObjectType("Path", {
  simpleResolvers: true,
  description: "A way from one entity to another that visits none twice.",
})
export class Path {
  @Field(() => [Entity], {
    complexity: listCost,
    description: "The entities on the way, both ends included.",
  })
  entities!: readonly Entity[];

  @Field(() => [Relationship], {
    complexity: listCost,
    description:
      "The relationships between them, in order, whichever way each runs: one fewer than entities.",
  })
  relationships!: readonly Relationship[];
}
