import { Field, ObjectType } from "type-graphql";
import type { ChangeKind } from "../src/memory/change.ts";
import type { Instant } from "../src/memory/time.ts";
import { ChangeKindEnum } from "./change-kind.ts";
import { connectionOf } from "./connection.ts";
import { GraphQLDateTime } from "./date-time.ts";

@ObjectType("Change", {
  simpleResolvers: true,
  description:
    "One thing that one commit changed. What is shown of it is read at the commit's own time, whatever came later.",
})
export class Change {
  @Field(() => GraphQLDateTime, { description: "The record time of the commit." })
  at!: Instant;

  @Field(() => ChangeKindEnum, { description: "What was changed." })
  kind!: ChangeKind;
}

export const ChangeConnection = connectionOf(() => Change, "Change", "changes");
