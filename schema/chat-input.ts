import { Field, ID, InputType } from "type-graphql";
import type { Mode } from "../src/chat/mode.ts";
import type { Strategy } from "../src/memory/session.ts";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { GraphQLJSON } from "./json.ts";
import { ModeEnum } from "./mode.ts";
import { StrategyEnum } from "./strategy.ts";

@InputType("ChatInput", { description: "A message to reply to, and to remember." })
export class ChatInput {
  @Field(() => ID, {
    description: "The session that it is said in. An unknown one is refused with NOT_FOUND.",
  })
  sessionId!: string;

  @Field(() => String, {
    description:
      "What the user says, at most 64 KB (else MESSAGE_TOO_LONG). A blank one is refused with BAD_USER_INPUT.",
  })
  message!: string;

  @Field(() => StrategyEnum, {
    nullable: true,
    description: "By which policy to put the context together. Default: that of the session.",
  })
  strategy?: Strategy | null;

  @Field(() => ModeEnum, {
    nullable: true,
    description: "How much of memory to draw on, in the strategy TIERED. Default: THINK.",
  })
  mode?: Mode | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was said. Default: when it is recorded.",
  })
  occurredAt?: Instant | null;

  @Field(() => String, {
    nullable: true,
    description:
      "A repeated chat with the same key returns the first one's result and stores nothing; where the first had no reply, it is made now. With another message or session: IDEMPOTENCY_KEY_REUSED.",
  })
  idempotencyKey?: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: "Kept with the turn: an object of at most 16 KB.",
  })
  metadata?: unknown;
}
