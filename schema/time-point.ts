import { Field, InputType, ObjectType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./scalars.ts";

// Descriptions of the two intervals of a version, and of the precision that an input states.
export const VALID_FROM = "Start of the valid interval.";
export const VALID_TO = "End of the valid interval, excluded; null if open.";
export const RECORDED_AT = "When the version was recorded.";
export const EXPIRED_AT = "When the version stopped being believed; null if it is current.";
export const VALID_FROM_PRECISION = "Precision of the start of the valid interval.";
export const VALID_TO_PRECISION = "Precision of the end of the valid interval; null if it is open.";
export const VALID_FROM_PRECISION_GIVEN =
  "Precision of `validFrom`: YEAR if only the year is known, and `validFrom` is its start. A more precise date within that year replaces it. Default: INSTANT.";
export const VALID_TO_PRECISION_GIVEN =
  "Precision of `validTo`, like `validFromPrecision`. Default: INSTANT.";

@InputType("TimePoint", {
  description:
    "A point on both time axes. `knownAt` and `validAt` in the past: what was known then. `validAt` alone: what is known now about then.",
})
export class TimePointInput {
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "Record time: the answer is what was known at this instant, that is, at the last commit at or before it. Default, and for a later instant: the head of the space when the request began.",
  })
  knownAt?: Instant | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Valid time: the answer is what was true at this instant. Default: `knownAt`.",
  })
  validAt?: Instant | null;
}

@InputType("Interval", {
  description: "A half-open interval of time: [from, to).",
})
export class Interval {
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Start of the interval, included. Default: unbounded.",
  })
  from?: Instant | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "End of the interval, excluded. Default: unbounded.",
  })
  to?: Instant | null;
}

@ObjectType("TimeCoordinates", {
  simpleResolvers: true,
  description: "Time point of a view, resolved.",
})
export class TimeCoordinates {
  @Field(() => GraphQLDateTime, { description: "The view shows what was known at this instant." })
  knownAt!: Instant;

  @Field(() => GraphQLDateTime, { description: "The view shows what was true at this instant." })
  validAt!: Instant;
}
