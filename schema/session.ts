import { Field, ID, ObjectType } from "type-graphql";
import type { Strategy } from "../src/memory/session.ts";
import type { Instant } from "../src/memory/time.ts";
import { connectionOf } from "./connection.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { Node } from "./node.ts";
import { StrategyEnum } from "./strategy.ts";

@ObjectType("Session", {
  implements: [Node],
  simpleResolvers: true,
  description: "One conversation thread of a user.",
})
export class Session implements Node {
  @Field(() => ID, {
    description: "The id of the session; of a past view of it, if the time point is a past one.",
  })
  id!: string;

  @Field(() => String, { nullable: true, description: "What the client called it." })
  title!: string | null;

  @Field(() => StrategyEnum, {
    description: "By which policy the context of its replies is put together.",
  })
  strategy!: Strategy;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  createdAt!: Instant;
}

export const SessionConnection = connectionOf(() => Session, "Session", "sessions");
