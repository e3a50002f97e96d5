import { Field, Float, ID, ObjectType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { connectionOf } from "./connection.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { Node } from "./node.ts";

@ObjectType("Relationship", {
  implements: [Node],
  simpleResolvers: true,
  description:
    "A directed, typed edge between two entities, true for as long as the fact that is its evidence.",
})
export class Relationship implements Node {
  @Field(() => ID, {
    description:
      "The id of the relationship; of a past view of it, if the time point is a past one.",
  })
  id!: string;

  @Field(() => String, { description: "snake_case: `works_at`, `lives_in`." })
  type!: string;

  @Field(() => Float, {
    description: "0 to 1: 0.8 at first, more each time that it is told again.",
  })
  strength!: number;

  @Field(() => GraphQLDateTime, { description: "From when on it is true." })
  validFrom!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Until when it is true, that instant excluded; null while no end is known.",
  })
  validTo!: Instant | null;

  @Field(() => GraphQLDateTime, {
    description: "When the service began to believe this version of it.",
  })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When this version was believed no more; null while it is believed.",
  })
  expiredAt!: Instant | null;
}

export const RelationshipConnection = connectionOf(
  () => Relationship,
  "Relationship",
  "relationships",
);
