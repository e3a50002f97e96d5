import { Field, Float, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { MOST_MESSAGES, type WriteStatus } from "../src/write/write-many.ts";
import { TokenUsage } from "./token-usage.ts";
import { WriteInput, WriteResult } from "./write.ts";
import { groupedDigits } from "./grouped-digits.ts";

const WriteStatusEnum = {
  WRITTEN: "WRITTEN",
  REPEATED: "REPEATED",
  EMPTY: "EMPTY",
  PENDING: "PENDING",
  FAILED: "FAILED",
} as const satisfies { [Name in WriteStatus]: Name };
registerEnumType(WriteStatusEnum, {
  name: "WriteStatus",
  description: "Status of one message of `writeMany`.",
  valuesConfig: {
    WRITTEN: { description: "It was written." },
    REPEATED: { description: "It was written before with the same idempotency key." },
    EMPTY: { description: "It is blank; nothing was written." },
    PENDING: { description: "It is recorded; extraction follows later because no model answered." },
    FAILED: { description: "Nothing was recorded; see `errorCode` and `error`." },
  },
});

@ObjectType("WriteProgress", {
  simpleResolvers: true,
  description: "Progress of `writeManyProgress`.",
})
export class WriteProgress {
  @Field(() => Int, { description: "Number of messages done so far, including this one." })
  done!: number;

  @Field(() => Int, { description: "Number of all messages." })
  total!: number;

  @Field(() => WrittenMessage, { description: "Result of the message done last." })
  message!: WrittenMessage;
}

@ObjectType("WrittenMessage", {
  simpleResolvers: true,
  description: "Result of one message of `writeMany`.",
})
export class WrittenMessage {
  @Field(() => Int, { description: "Position in the input, from 0." })
  index!: number;

  @Field(() => String, { nullable: true, description: "Idempotency key as given." })
  idempotencyKey!: string | null;

  @Field(() => WriteStatusEnum, { description: "Status of the message." })
  status!: WriteStatus;

  @Field(() => String, {
    nullable: true,
    description: "Error code; null if it did not fail.",
  })
  errorCode!: string | null;

  @Field(() => String, { nullable: true, description: "Error message; null if nothing failed." })
  error!: string | null;

  @Field(() => WriteResult, {
    nullable: true,
    description: "Result of the write, read at the commit of the message; null if it failed.",
  })
  result!: (() => Promise<WriteResult>) | null;
}

@ObjectType("WriteManyResult", {
  simpleResolvers: true,
  description: "The result of `writeMany`.",
})
export class WriteManyResult {
  @Field(() => [WrittenMessage], {
    complexity: ({ childComplexity }) => childComplexity,
    description: "One entry per message, in the order of the input.",
  })
  messages!: readonly WrittenMessage[];

  @Field(() => Int, { description: "Number of messages written by this call." })
  written!: number;

  @Field(() => Int, { description: "Number of messages written before." })
  repeated!: number;

  @Field(() => Int, {
    description: "Number of messages that are recorded and will be processed later.",
  })
  pending!: number;

  @Field(() => Int, { description: "Number of messages that failed." })
  failed!: number;

  @Field(() => TokenUsage, { description: "Tokens used by all model calls." })
  tokens!: TokenUsage;

  @Field(() => Float, { description: "Duration in milliseconds." })
  durationMs!: number;
}

@InputType("WriteManyInput", { description: "Messages to remember." })
export class WriteManyInput {
  @Field(() => [WriteInput], {
    description: `Messages in the order in which they were said: at most ${groupedDigits(MOST_MESSAGES)}. \`dryRun\` is refused.`,
  })
  messages!: WriteInput[];
}
