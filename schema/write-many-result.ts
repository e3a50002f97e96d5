import { Field, Float, Int, ObjectType } from "type-graphql";
import type { WriteOutcome } from "../src/write/write-many.ts";
import { TokenUsage } from "./token-usage.ts";
import { WriteOutcomeEnum } from "./write-outcome.ts";
import { WriteResult } from "./write-result.ts";

@ObjectType("WrittenMessage", {
  simpleResolvers: true,
  description: "What became of one message of `writeMany`.",
})
export class WrittenMessage {
  @Field(() => Int, { description: "Its place among the inputs, from 0." })
  index!: number;

  @Field(() => String, { nullable: true, description: "Its idempotency key, as it was given." })
  idempotencyKey!: string | null;

  @Field(() => WriteOutcomeEnum, { description: "Whether it is on record." })
  outcome!: WriteOutcome;

  @Field(() => String, {
    nullable: true,
    description: "Why it failed: one of the codes of errors.",
  })
  errorCode!: string | null;

  @Field(() => String, { nullable: true, description: "What did not go through, in a sentence." })
  error!: string | null;

  @Field(() => WriteResult, {
    nullable: true,
    description: "What the write did, as of its own commit; null where it failed.",
  })
  result!: (() => Promise<WriteResult>) | null;
}

@ObjectType("WriteManyResult", {
  simpleResolvers: true,
  description: "What became of many messages.",
})
export class WriteManyResult {
  @Field(() => [WrittenMessage], {
    complexity: ({ childComplexity }) => childComplexity,
    description: "One for each message, in the order of the inputs.",
  })
  messages!: readonly WrittenMessage[];

  @Field(() => Int, { description: "How many are remembered by this call." })
  written!: number;

  @Field(() => Int, { description: "How many were on record already." })
  repeated!: number;

  @Field(() => Int, { description: "How many are on record and worked through later." })
  pending!: number;

  @Field(() => Int, { description: "How many failed." })
  failed!: number;

  @Field(() => TokenUsage, { description: "What all model calls took together." })
  tokens!: TokenUsage;

  @Field(() => Float, { description: "How long it took, in milliseconds." })
  durationMs!: number;
}
