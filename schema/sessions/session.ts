import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { DEFAULT_STRATEGY, type Strategy } from "../../src/memory/session.ts";
import type { Instant } from "../../src/memory/time.ts";
import { connectionOf } from "../connection.ts";
import { Node, VIEWED_ID } from "../node.ts";
import { GraphQLDateTime } from "../scalars.ts";

export const StrategyEnum = {
  DIRECT: "DIRECT",
  SLIDING_WINDOW: "SLIDING_WINDOW",
  HIERARCHICAL: "HIERARCHICAL",
  ENTITY_GRAPH: "ENTITY_GRAPH",
  KEY_VALUE: "KEY_VALUE",
  TIERED: "TIERED",
} as const satisfies { [K in Strategy]: K };

registerEnumType(StrategyEnum, {
  name: "Strategy",
  description: "Method by which the context for the replies of a session is built.",
  valuesConfig: {
    DIRECT: { description: "The message alone." },
    SLIDING_WINDOW: { description: "A rolling summary, anchors and the last messages." },
    HIERARCHICAL: {
      description: "Facts, summaries of blocks and the last messages, in three tiers.",
    },
    ENTITY_GRAPH: {
      description: "Relevant memories from the entity graph and the last messages.",
    },
    KEY_VALUE: { description: "Single-valued attributes of the user." },
    TIERED: {
      description: "Session memory, long-term memory and references within a token budget.",
    },
  },
});

@ObjectType("Session", {
  implements: [Node],
  simpleResolvers: true,
  description: "A conversation of the user.",
})
export class Session implements Node {
  @Field(() => ID, { description: VIEWED_ID })
  id!: string;

  @Field(() => String, { nullable: true, description: "Title given by the client." })
  title!: string | null;

  @Field(() => StrategyEnum, {
    description: "Strategy that builds the context of its replies.",
  })
  strategy!: Strategy;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  createdAt!: Instant;
}

export const SessionConnection = connectionOf(() => Session, "Session", "sessions");

@InputType("CreateSessionInput", { description: "A session to create." })
export class CreateSessionInput {
  @Field(() => String, { nullable: true, description: "Title of the session." })
  title?: string | null;

  @Field(() => StrategyEnum, {
    nullable: true,
    defaultValue: DEFAULT_STRATEGY,
    description: "Strategy that builds the context of its replies.",
  })
  strategy?: Strategy | null;

  @Field(() => String, {
    nullable: true,
    description: "Repeating the call with the same key returns the session created first.",
  })
  idempotencyKey?: string | null;
}

@ObjectType("CreateSessionPayload", {
  simpleResolvers: true,
  description: "The result of `createSession`.",
})
export class CreateSessionPayload {
  @Field(() => Session, { description: "The session." })
  session!: Session;
}

@InputType("ClearSessionInput", { description: "Session whose memory is cleared." })
export class ClearSessionInput {
  @Field(() => ID, { description: "Id of the session. Errors: NOT_FOUND." })
  sessionId!: string;
}

@ObjectType("ClearSessionPayload", {
  simpleResolvers: true,
  description: "The result of `clearSession`.",
})
export class ClearSessionPayload {
  @Field(() => Int, {
    description:
      "Number of facts of tier SESSION that were retracted, each by a decision that can be reverted.",
  })
  factsCleared!: number;

  @Field(() => Int, {
    description: "Number of messages that are hidden from search, except in past views.",
  })
  messagesCleared!: number;

  @Field(() => Int, { description: "Number of turns removed." })
  turnsCleared!: number;
}

@InputType("DeleteSessionInput", { description: "A session to delete." })
export class DeleteSessionInput {
  @Field(() => ID, { description: "Id of the session. Errors: NOT_FOUND." })
  sessionId!: string;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: "If true, clear the session's memory first, as `clearSession` does.",
  })
  clearMemory?: boolean | null;
}

@ObjectType("DeleteSessionPayload", {
  simpleResolvers: true,
  description: "The result of `deleteSession`.",
})
export class DeleteSessionPayload {
  @Field(() => ID, { description: "Id of the deleted session." })
  sessionId!: string;
}
