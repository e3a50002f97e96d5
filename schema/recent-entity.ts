import { Field, Int, ObjectType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { RECENT_REFERENCES } from "../src/read/recent-entities.ts";

@ObjectType("RecentEntity", {
  simpleResolvers: true,
  description: "An entity that was referred to lately.",
})
export class RecentEntity {
  @Field(() => Int, {
    description: `How many references to it are among the last ${RECENT_REFERENCES} of the kinds that are asked for.`,
  })
  count!: number;

  @Field(() => GraphQLDateTime, { description: "When it was referred to last." })
  lastAt!: Instant;
}
