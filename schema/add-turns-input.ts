import { Field, ID, InputType } from "type-graphql";
import type { Role } from "../src/memory/session.ts";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { GraphQLJSON } from "./json.ts";
import { RoleEnum } from "./role.ts";

@InputType("TurnInput", { description: "A turn to store." })
export class TurnInput {
  @Field(() => RoleEnum, { description: "Who says it." })
  role!: Role;

  @Field(() => String, { description: "The message, at most 64 KB (else MESSAGE_TOO_LONG)." })
  content!: string;

  @Field(() => String, { nullable: true, description: "Of a TOOL turn: which tool." })
  toolName?: string | null;

  @Field(() => String, { nullable: true, description: "Of a TOOL turn: which call of it." })
  toolCallId?: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: "Kept with the turn: an object of at most 16 KB.",
  })
  metadata?: unknown;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was said. Default: when it is recorded.",
  })
  occurredAt?: Instant | null;
}

@InputType("AddTurnsInput", { description: "Turns to store at the end of a session." })
export class AddTurnsInput {
  @Field(() => ID, { description: "The session. An unknown one is refused with NOT_FOUND." })
  sessionId!: string;

  @Field(() => [TurnInput], { description: "1 to 1,000 turns, in order: all are stored, or none." })
  turns!: TurnInput[];
}
