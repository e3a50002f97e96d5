import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import type { ContextOrigin as Origin, CutReason as Reason } from "../src/chat/context-message.ts";
import type { Role } from "../src/memory/session.ts";
import { RoleEnum } from "./role.ts";
import { Turn } from "./turn.ts";

export const ContextOriginEnum = {
  SYSTEM_PROMPT: "SYSTEM_PROMPT",
  SUMMARY: "SUMMARY",
  IDENTITY: "IDENTITY",
  ANCHORS: "ANCHORS",
  LONG_TERM_FACTS: "LONG_TERM_FACTS",
  SUMMARY_BLOCKS: "SUMMARY_BLOCKS",
  PENDING_TEXT: "PENDING_TEXT",
  RETRIEVED: "RETRIEVED",
  KNOWN_FACTS: "KNOWN_FACTS",
  COMPRESSED_TURNS: "COMPRESSED_TURNS",
  SESSION_MEMORY: "SESSION_MEMORY",
  USER_MEMORY: "USER_MEMORY",
  REFERENCES: "REFERENCES",
  TURN: "TURN",
  MESSAGE: "MESSAGE",
} as const satisfies { [K in Origin]: K };

registerEnumType(ContextOriginEnum, {
  name: "ContextOrigin",
  description: "Where a message of a context comes from.",
  valuesConfig: {
    SYSTEM_PROMPT: { description: "The service's own instructions." },
    SUMMARY: { description: "A summary of what was said before in the session." },
    IDENTITY: { description: "Who the user is." },
    ANCHORS: { description: "Figures and choices that the user has stated, taken over by rule." },
    LONG_TERM_FACTS: {
      description: "Facts that outlast the summaries they come from (HIERARCHICAL, tier 3).",
    },
    SUMMARY_BLOCKS: { description: "Summaries of blocks of messages (HIERARCHICAL, tier 2)." },
    PENDING_TEXT: {
      description: "The user's words that are neither sent as they are nor summarised yet.",
    },
    RETRIEVED: { description: "What was found in the graph for the message." },
    KNOWN_FACTS: { description: "The single-valued attributes that are known of the user." },
    COMPRESSED_TURNS: { description: "Messages of the session in short (TIERED)." },
    SESSION_MEMORY: { description: "What was found of this session (TIERED, tier 2)." },
    USER_MEMORY: { description: "What was found of the user across sessions (TIERED, tier 3)." },
    REFERENCES: {
      description:
        "What was discussed, asked and mentioned of the entities that the message names (TIERED).",
    },
    TURN: { description: "A turn of the session, as it was said." },
    MESSAGE: { description: "The message that is replied to." },
  },
});

export const CutReasonEnum = {
  BUDGET: "BUDGET",
  EXPIRED: "EXPIRED",
  NOT_SUMMARISED: "NOT_SUMMARISED",
} as const satisfies { [K in Reason]: K };

registerEnumType(CutReasonEnum, {
  name: "CutReason",
  description: "Why something is not in a context.",
  valuesConfig: {
    BUDGET: { description: "There was no room for it." },
    EXPIRED: { description: "It has expired, or was removed." },
    NOT_SUMMARISED: { description: "It has left the window and waits to be summarised." },
  },
});

@ObjectType("ContextMessage", {
  simpleResolvers: true,
  description: "One message of what a model was sent.",
})
export class ContextMessage {
  @Field(() => RoleEnum, { description: "Who says it to the model." })
  role!: Role;

  @Field(() => String, { description: "Its words, to the letter." })
  content!: string;

  @Field(() => Int, {
    description: "Tokens of its content, as the encoding of the model that replies counts them.",
  })
  tokens!: number;

  @Field(() => ContextOriginEnum, { description: "Where it comes from." })
  origin!: Origin;

  @Field(() => Turn, {
    nullable: true,
    description: "The turn whose words it is; null where it is none's, and where that has expired.",
  })
  turn!: Turn | null | Promise<Turn | null>;
}

@ObjectType("ContextCut", {
  simpleResolvers: true,
  description: "Something that was left out of a context.",
})
export class ContextCut {
  @Field(() => ContextOriginEnum, { description: "What it would have been." })
  origin!: Origin;

  @Field(() => CutReasonEnum, { description: "Why it is not there." })
  reason!: Reason;

  @Field(() => Int, {
    description:
      "How many messages, or items of a part, are missing; 0 where one is there in part.",
  })
  messages!: number;

  @Field(() => Int, { description: "How many tokens are missing; 0 where nobody knows any more." })
  tokens!: number;
}
