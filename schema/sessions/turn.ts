import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { MOST_TURNS } from "../../src/chat/sessions.ts";
import type { Role, TurnState } from "../../src/memory/session.ts";
import type { Instant } from "../../src/memory/time.ts";
import { DEFAULT_PAGE_SIZE, MAXIMUM_PAGE_SIZE } from "../../src/read/page-size.ts";
import { AT, connectionOf } from "../connection.ts";
import { Memory, Node, VIEWED_ID } from "../node.ts";
import { TimePointInput } from "../time-point.ts";
import { TAGS_GIVEN } from "../tags.ts";
import { GraphQLDateTime, GraphQLJSON } from "../scalars.ts";
import { groupedDigits } from "../grouped-digits.ts";

export const RoleEnum = {
  USER: "USER",
  AGENT: "AGENT",
  TOOL: "TOOL",
  SYSTEM: "SYSTEM",
} as const satisfies { [K in Role]: K };

registerEnumType(RoleEnum, {
  name: "Role",
  description: "Who a turn is from.",
  valuesConfig: {
    USER: { description: "The user." },
    AGENT: { description: "The agent." },
    TOOL: { description: "A tool that the agent called." },
    SYSTEM: { description: "The application." },
  },
});

export const TurnStateEnum = {
  FULL: "FULL",
  COMPRESSED: "COMPRESSED",
  ARCHIVED: "ARCHIVED",
} as const satisfies { [K in TurnState]: K };

registerEnumType(TurnStateEnum, {
  name: "TurnState",
  description:
    "How much of a turn the TIERED strategy still sends in full. The stored turn does not change.",
  valuesConfig: {
    FULL: { description: "The whole turn." },
    COMPRESSED: { description: "A summary of it and its neighbours." },
    ARCHIVED: { description: "A part of the session summary." },
  },
});

/** From the start with `first` and `after`, or from the end with `last` and `before`. */
@ArgsType()
export class TurnsArgs {
  @Field(() => Int, {
    nullable: true,
    description: `Maximum number of turns, from the start: 1 to ${MAXIMUM_PAGE_SIZE}, default ${DEFAULT_PAGE_SIZE}. Not together with \`last\`. Errors: PAGE_SIZE_OUT_OF_BOUNDS, BAD_USER_INPUT.`,
  })
  first?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Return the turns after this cursor. Errors: INVALID_CURSOR.",
  })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `Maximum number of turns, from the end: 1 to ${MAXIMUM_PAGE_SIZE}; returned in the order in which they were said. Errors: PAGE_SIZE_OUT_OF_BOUNDS.`,
  })
  last?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Return the turns before this cursor. Errors: INVALID_CURSOR.",
  })
  before?: string | null;

  @Field(() => Int, { nullable: true, description: "Only turns whose `seq` is at least this." })
  fromSeq?: number | null;

  @Field(() => Int, { nullable: true, description: "Only turns whose `seq` is at most this." })
  toSeq?: number | null;

  @Field(() => TimePointInput, { nullable: true, description: AT })
  at?: TimePointInput | null;
}

@InputType("TurnInput", { description: "A turn to store." })
export class TurnInput {
  @Field(() => RoleEnum, { description: "Who the turn is from." })
  role!: Role;

  @Field(() => String, {
    nullable: true,
    description:
      "Name of the speaker. Default for role USER: the user; in a shared space, the caller. Default for role AGENT: none. Other roles have no speaker. Errors: BAD_USER_INPUT.",
  })
  speaker?: string | null;

  @Field(() => String, { description: "Text: at most 64 KB. Errors: MESSAGE_TOO_LONG." })
  content!: string;

  @Field(() => String, { nullable: true, description: "Name of the tool, for role TOOL." })
  toolName?: string | null;

  @Field(() => String, { nullable: true, description: "Id of the tool call, for role TOOL." })
  toolCallId?: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: "Metadata: an object of at most 16 KB.",
  })
  metadata?: unknown;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'When the turn was said. Default: now. At most five minutes ahead. Words such as "yesterday" are resolved in its UTC offset; an offset of zero is ignored. Errors: INVALID_INSTANT.',
  })
  occurredAt?: Instant | null;

  @Field(() => [String], { nullable: true, description: TAGS_GIVEN })
  tags?: string[] | null;
}

@InputType("AddTurnsInput", { description: "Turns to append to a session." })
export class AddTurnsInput {
  @Field(() => ID, { description: "Id of the session. Errors: NOT_FOUND." })
  sessionId!: string;

  @Field(() => [TurnInput], {
    description: `1 to ${groupedDigits(MOST_TURNS)} turns, in order. All are stored, or none.`,
  })
  turns!: TurnInput[];
}

@ObjectType("Turn", {
  implements: [Node, Memory],
  simpleResolvers: true,
  description: "One message of a session.",
})
export class Turn implements Node, Memory {
  @Field(() => ID, { description: VIEWED_ID })
  id!: string;

  @Field(() => Int, { description: "Position in the session, from 1, without gaps." })
  seq!: number;

  @Field(() => RoleEnum, { description: "Who the turn is from." })
  role!: Role;

  @Field(() => String, {
    nullable: true,
    description:
      "Name of the speaker; null for the user whose memory it is, for an agent without a name, a tool and the application.",
  })
  speaker!: string | null;

  @Field(() => String, { description: "Text of the turn." })
  content!: string;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: "Metadata given by the client.",
  })
  metadata!: Readonly<Record<string, unknown>> | null;

  @Field(() => [String], { description: "Labels given by the client; may be empty." })
  tags!: readonly string[];

  @Field(() => String, { nullable: true, description: "Name of the tool, for role TOOL." })
  toolName!: string | null;

  @Field(() => String, { nullable: true, description: "Id of the tool call, for role TOOL." })
  toolCallId!: string | null;

  @Field(() => GraphQLDateTime, { description: "When the turn was said." })
  occurredAt!: Instant;

  @Field(() => GraphQLDateTime, { description: "When the turn was recorded." })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "When the turn expires under the strategy of the session; null if never. Its extracted facts remain.",
  })
  expiresAt!: Instant | null;
}

export const TurnConnection = connectionOf(() => Turn, "Turn", "turns");

@ObjectType("AddTurnsPayload", { simpleResolvers: true, description: "The result of `addTurns`." })
export class AddTurnsPayload {
  @Field(() => [Turn], {
    complexity: ({ childComplexity }) => childComplexity,
    description: "The stored turns, in order.",
  })
  turns!: readonly Turn[];
}
