import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type {
  ContextOrigin as Origin,
  CutReason as Reason,
} from "../../src/chat/context/message.ts";
import type { ChatMode } from "../../src/chat/strategies/strategy.ts";
import type { Role, Strategy } from "../../src/memory/session.ts";
import { ROOT_AT } from "../connection.ts";
import { contextCost, listCost } from "../cost.ts";
import { SearchHit } from "../search.ts";
import { TimeCoordinates, TimePointInput } from "../time-point.ts";
import { StrategyEnum } from "./session.ts";
import { RoleEnum, Turn } from "./turn.ts";

export const ModeEnum = {
  QUICK: "QUICK",
  THINK: "THINK",
  DEEP: "DEEP",
  RESEARCH: "RESEARCH",
} as const satisfies { [K in ChatMode]: K };

registerEnumType(ModeEnum, {
  name: "MemoryMode",
  description:
    "How much memory the TIERED strategy may use for a reply, and within how many tokens.",
  valuesConfig: {
    QUICK: { description: "Recent turns and the session's summary, 4,000 tokens." },
    THINK: { description: "As QUICK, with the session's memory and references, 12,000 tokens." },
    DEEP: { description: "As THINK, with memory across sessions, 24,000 tokens." },
    RESEARCH: { description: "Same as DEEP." },
  },
});

const ContextOriginEnum = {
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
    SYSTEM_PROMPT: { description: "Instructions of the service." },
    SUMMARY: { description: "Summary of the session so far." },
    IDENTITY: { description: "Who the user is." },
    ANCHORS: { description: "Figures and choices that the user stated, extracted by rules." },
    LONG_TERM_FACTS: {
      description: "Facts that remain after their summaries are removed (HIERARCHICAL, tier 3).",
    },
    SUMMARY_BLOCKS: { description: "Summaries of blocks of messages (HIERARCHICAL, tier 2)." },
    PENDING_TEXT: {
      description: "Messages of the user that are neither sent as turns nor summarised yet.",
    },
    RETRIEVED: { description: "Memories found in the graph for the message." },
    KNOWN_FACTS: { description: "Single-valued attributes of the user." },
    COMPRESSED_TURNS: { description: "Shortened turns of the session (TIERED)." },
    SESSION_MEMORY: { description: "Memories of this session (TIERED, tier 2)." },
    USER_MEMORY: { description: "Memories of the user across sessions (TIERED, tier 3)." },
    REFERENCES: {
      description:
        "Earlier discussions, questions and mentions of the entities that the message names (TIERED).",
    },
    TURN: { description: "A turn of the session, in full." },
    MESSAGE: { description: "The message to reply to." },
  },
});

const CutReasonEnum = {
  BUDGET: "BUDGET",
  EXPIRED: "EXPIRED",
  NOT_SUMMARISED: "NOT_SUMMARISED",
} as const satisfies { [K in Reason]: K };

registerEnumType(CutReasonEnum, {
  name: "CutReason",
  description: "Why something was cut from a context.",
  valuesConfig: {
    BUDGET: { description: "It did not fit in the token budget." },
    EXPIRED: { description: "It has expired or was removed." },
    NOT_SUMMARISED: { description: "It left the window and is not summarised yet." },
  },
});

@ObjectType("ContextMessage", {
  simpleResolvers: true,
  description: "One message of a context.",
})
export class ContextMessage {
  @Field(() => RoleEnum, { description: "Role of the message." })
  role!: Role;

  @Field(() => String, { description: "Exact text of the message." })
  content!: string;

  @Field(() => Int, {
    description: "Tokens of the content, counted with the encoding of the replying model.",
  })
  tokens!: number;

  @Field(() => ContextOriginEnum, { description: "Where the message comes from." })
  origin!: Origin;

  @Field(() => Turn, {
    nullable: true,
    description: "Turn whose text it is; null if it is not a turn, or the turn has expired.",
  })
  turn!: Turn | null | Promise<Turn | null>;
}

@ObjectType("ContextCut", {
  simpleResolvers: true,
  description: "A part that was cut from a context.",
})
export class ContextCut {
  @Field(() => ContextOriginEnum, { description: "Where the part comes from." })
  origin!: Origin;

  @Field(() => CutReasonEnum, { description: "Why it was cut." })
  reason!: Reason;

  @Field(() => Int, {
    description: "Number of messages or items cut; 0 if one was shortened.",
  })
  messages!: number;

  @Field(() => Int, { description: "Number of tokens cut; 0 if unknown." })
  tokens!: number;
}

/** How to build a past context again. */
@ArgsType()
export class MannerArgs {
  @Field(() => StrategyEnum, {
    nullable: true,
    description: "Strategy. Default: the original one, else the session's.",
  })
  strategy?: Strategy | null;

  @Field(() => ModeEnum, {
    nullable: true,
    description: "Mode. Default: the original one, else THINK.",
  })
  mode?: ChatMode | null;
}

@ArgsType()
export class ChatContextArgs {
  @Field(() => ID, {
    nullable: true,
    description:
      "Id of the session. Without one, the context is that of a conversation without turns; SLIDING_WINDOW, HIERARCHICAL and TIERED need one. Errors: NOT_FOUND, BAD_USER_INPUT.",
  })
  sessionId?: string | null;

  @Field(() => String, {
    description:
      "The message to reply to: at most 64 KB, not blank. Errors: BAD_USER_INPUT, MESSAGE_TOO_LONG.",
  })
  message!: string;

  @Field(() => StrategyEnum, {
    nullable: true,
    description: "Strategy. Default: the session's; DIRECT without a session.",
  })
  strategy?: Strategy | null;

  @Field(() => ModeEnum, { nullable: true, description: "Mode. Default: THINK." })
  mode?: ChatMode | null;

  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}

@ObjectType("ChatContext", {
  simpleResolvers: true,
  description: "Context sent to a model for a reply.",
})
export class ChatContext {
  @Field(() => StrategyEnum, { description: "Strategy that built it." })
  strategy!: Strategy;

  @Field(() => ModeEnum, { description: "Mode in which it was built." })
  mode!: ChatMode;

  @Field(() => [ContextMessage], {
    complexity: contextCost,
    description: "Messages, in order.",
  })
  messages!: readonly ContextMessage[];

  @Field(() => Int, { description: "Tokens of all messages." })
  tokens!: number;

  @Field(() => [ContextCut], {
    complexity: listCost,
    description: "Parts that were cut from the context; none if the context is complete.",
  })
  cuts!: readonly ContextCut[];

  @Field(() => [SearchHit], {
    complexity: contextCost,
    description: "Memories retrieved for it, best first.",
  })
  retrieved!: readonly SearchHit[];

  @Field(() => TimeCoordinates, { description: "Time point at which memory was read." })
  at!: TimeCoordinates;
}
