import { Field, ObjectType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";

@ObjectType("EntityVersion", {
  simpleResolvers: true,
  description:
    "What an entity was called, and was, for a while: a version of it, or of one that it has absorbed.",
})
export class EntityVersion {
  @Field(() => String, { description: "The name that it went by." })
  name!: string;

  @Field(() => String, { description: "What it was, in snake_case." })
  type!: string;

  @Field(() => [String], { description: "The other names that it answered to." })
  aliases!: readonly string[];

  @Field(() => String, { nullable: true, description: "What was known of it, in a few sentences." })
  profile!: string | null;

  @Field(() => GraphQLDateTime, { description: "When the service began to believe it." })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was believed no more; null while it is believed.",
  })
  expiredAt!: Instant | null;
}
