import { Field, Float, ObjectType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";

@ObjectType("RelationshipVersion", {
  simpleResolvers: true,
  description: "What was believed of a relationship from `recordedAt` until `expiredAt`.",
})
export class RelationshipVersion {
  @Field(() => Float, { description: "0 to 1." })
  strength!: number;

  @Field(() => GraphQLDateTime, { description: "From when on it was taken to be true." })
  validFrom!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "Until when it was taken to be true, that instant excluded; null where no end was known.",
  })
  validTo!: Instant | null;

  @Field(() => GraphQLDateTime, { description: "When the service began to believe it." })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was believed no more; null while it is believed.",
  })
  expiredAt!: Instant | null;
}
