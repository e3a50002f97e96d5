import { Field, Float, ID, InputType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";

@InputType("CorrectFactInput", {
  description: "What was wrong about a fact. What is left out stays as it is.",
})
export class CorrectFactInput {
  @Field(() => ID, { description: "The fact. An unknown one is refused with NOT_FOUND." })
  fact!: string;

  @Field(() => String, { nullable: true, description: "What the statement should have been." })
  text?: string | null;

  @Field(() => String, { nullable: true, description: "What the slot's value should have been." })
  value?: string | null;

  @Field(() => Float, { nullable: true, description: "0 to 1." })
  confidence?: number | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it really became true." })
  validFrom?: Instant | null;

  @Field(() => Boolean, { nullable: true, description: "Whether that start is known." })
  validFromKnown?: boolean | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it really ceased to be true. Not after `validFrom`: INVALID_INTERVAL.",
  })
  validTo?: Instant | null;

  @Field(() => String, { nullable: true, description: "Why, for the decision on record." })
  reason?: string | null;
}
