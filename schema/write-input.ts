import { Field, ID, InputType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { GraphQLJSON } from "./json.ts";

@InputType("WriteInput", { description: "A message to remember." })
export class WriteInput {
  @Field(() => String, {
    description:
      "What was said, at most 64 KB (else MESSAGE_TOO_LONG). Empty or blank: nothing is done, and no event recorded.",
  })
  message!: string;

  @Field(() => String, {
    nullable: true,
    description: "The name of the one who said it. Default: the user.",
  })
  speaker?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "The session that it belongs to: the message is stored as a turn of it. An unknown one is refused with NOT_FOUND.",
  })
  sessionId?: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "When it was said. Default: when it is recorded. A message that arrives late does not overrule later ones.",
  })
  occurredAt?: Instant | null;

  @Field(() => [String], {
    nullable: true,
    description: "What was said just before, oldest first, so that the message can be understood.",
  })
  recentMessages?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      "A repeated write with the same key returns the first one's result and writes nothing. With another message: IDEMPOTENCY_KEY_REUSED.",
  })
  idempotencyKey?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description:
      "Do everything but persist. The result shows what would be recorded; lists of facts, relationships and neighbours below it show what is on record.",
  })
  dryRun?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: "Tell in `trace` what every stage did.",
  })
  verbose?: boolean | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description:
      "Overrides of pipeline settings for this call. An unknown or ill-typed key is an error that names it (INVALID_OVERRIDE).",
  })
  config?: unknown;
}
