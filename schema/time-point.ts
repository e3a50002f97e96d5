import { Field, InputType, ObjectType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";

@InputType("TimePoint", {
  description:
    "A point on both time axes. Both in the past give 'what did I know then'; validAt alone gives 'what do I know now about then'.",
})
export class TimePointInput {
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "What was known at this instant. Default: now (the head of the space when the request began); a later instant means the head.",
  })
  knownAt?: Instant | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "What was true at this instant. Default: knownAt.",
  })
  validAt?: Instant | null;
}

@ObjectType("TimeCoordinates", {
  simpleResolvers: true,
  description: "The time point at which a view was read, resolved.",
})
export class TimeCoordinates {
  @Field(() => GraphQLDateTime, { description: "What was known at this instant." })
  knownAt!: Instant;

  @Field(() => GraphQLDateTime, { description: "What was true at this instant." })
  validAt!: Instant;
}
