import { Field, ID, Int, ObjectType } from "type-graphql";
import type { Role } from "../src/memory/session.ts";
import type { Instant } from "../src/memory/time.ts";
import { connectionOf } from "./connection.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { GraphQLJSON } from "./json.ts";
import { Memory } from "./memory.ts";
import { Node } from "./node.ts";
import { RoleEnum } from "./role.ts";

@ObjectType("Turn", {
  implements: [Node, Memory],
  simpleResolvers: true,
  description: "One message of a session.",
})
export class Turn implements Node, Memory {
  @Field(() => ID, {
    description: "The id of the turn; of a past view of it, if the time point is a past one.",
  })
  id!: string;

  @Field(() => Int, { description: "Its place in the session, from 1, without gaps." })
  seq!: number;

  @Field(() => RoleEnum, { description: "Who says it." })
  role!: Role;

  @Field(() => String, { description: "The message." })
  content!: string;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: "What the client attached to it: an object.",
  })
  metadata!: Readonly<Record<string, unknown>> | null;

  @Field(() => String, { nullable: true, description: "Of a TOOL turn: which tool." })
  toolName!: string | null;

  @Field(() => String, { nullable: true, description: "Of a TOOL turn: which call of it." })
  toolCallId!: string | null;

  @Field(() => GraphQLDateTime, { description: "When it was said." })
  occurredAt!: Instant;

  @Field(() => GraphQLDateTime, { description: "When it was recorded." })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "When it expires, by the strategy of its session; null where it stays. What was drawn from it stays in any case.",
  })
  expiresAt!: Instant | null;
}

export const TurnConnection = connectionOf(() => Turn, "Turn", "turns");
