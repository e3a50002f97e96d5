import { Field, Float, ID, ObjectType } from "type-graphql";
import type { FactTier } from "../src/memory/fact.ts";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { FactTierEnum } from "./fact-tier.ts";
import { Node } from "./node.ts";

@ObjectType("FactVersion", {
  implements: [Node],
  simpleResolvers: true,
  description: "What was believed of a fact from `recordedAt` until `expiredAt`.",
})
export class FactVersion implements Node {
  @Field(() => ID, { description: "The id of this version of the fact." })
  id!: string;

  @Field(() => String, { description: "The statement." })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: "The single-valued attribute that it is about.",
  })
  slot!: string | null;

  @Field(() => String, { nullable: true, description: "The value of the slot." })
  value!: string | null;

  @Field(() => Float, { description: "0 to 1." })
  confidence!: number;

  @Field(() => FactTierEnum, { description: "Whether it was kept beyond its session." })
  tier!: FactTier;

  @Field(() => GraphQLDateTime, { description: "From when on it was taken to be true." })
  validFrom!: Instant;

  @Field(() => Boolean, { description: "Whether the text gave that start." })
  validFromKnown!: boolean;

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
