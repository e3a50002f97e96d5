import { ArgsType, Field, ObjectType } from "type-graphql";
import type { Instant } from "../../src/memory/time.ts";
import { AT } from "../connection.ts";
import { listCost } from "../cost.ts";
import { GraphQLDateTime } from "../scalars.ts";
import { RECORDED_AT, TimePointInput, VALID_FROM, VALID_TO } from "../time-point.ts";
import { SLOT } from "./fact.ts";

@ArgsType()
export class TimelineArgs {
  @Field(() => String, { nullable: true, description: SLOT })
  slot?: string | null;

  @Field(() => TimePointInput, { nullable: true, description: AT })
  at?: TimePointInput | null;
}

@ObjectType("TimelineSpan", {
  simpleResolvers: true,
  description:
    "A version of a fact as a rectangle: [validFrom, validTo) × [recordedAt, expiredAt).",
})
export class TimelineSpan {
  @Field(() => String, { description: "The statement." })
  text!: string;

  @Field(() => String, { nullable: true, description: "Value of the slot." })
  value!: string | null;

  @Field(() => GraphQLDateTime, { description: VALID_FROM })
  validFrom!: Instant;

  @Field(() => GraphQLDateTime, { nullable: true, description: VALID_TO })
  validTo!: Instant | null;

  @Field(() => GraphQLDateTime, { description: RECORDED_AT })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "When the version stopped being believed, as known at the time point; null if it has not.",
  })
  expiredAt!: Instant | null;
}

@ObjectType("TimelineLane", {
  simpleResolvers: true,
  description:
    "All beliefs about one slot of an entity, or about one chain of facts without a slot. Versions with an empty valid interval are left out.",
})
export class TimelineLane {
  @Field(() => String, { nullable: true, description: "The slot; null for a chain without one." })
  slot!: string | null;

  @Field(() => [TimelineSpan], {
    complexity: listCost,
    description:
      "Versions as rectangles, in the order of their valid start, then of their record time.",
  })
  spans!: readonly TimelineSpan[];
}
