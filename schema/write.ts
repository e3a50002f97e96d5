import { Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { listCost } from "./cost.ts";
import { Decision } from "./graph/decision.ts";
import { Entity } from "./graph/entity.ts";
import { Event } from "./graph/event.ts";
import { FactVersion } from "./graph/fact.ts";
import { Relationship } from "./graph/relationship.ts";
import { GraphQLDateTime, GraphQLJSON } from "./scalars.ts";
import { TAGS_GIVEN } from "./tags.ts";
import { TokenUsage } from "./token-usage.ts";

@ObjectType("StageTrace", {
  simpleResolvers: true,
  description: "Report on one stage of the write pipeline.",
})
export class StageTrace {
  @Field(() => String, { description: "Name of the stage." })
  stage!: string;

  @Field(() => Float, { description: "Duration in milliseconds." })
  durationMs!: number;

  @Field(() => Int, { description: "Number of model calls." })
  modelCalls!: number;

  @Field(() => TokenUsage, { description: "Tokens used by the model calls." })
  tokens!: TokenUsage;

  @Field(() => Int, {
    description: "Number of requests to a store that charges for them; 0 with the embedded store.",
  })
  storeRequests!: number;

  @Field(() => Float, { description: "Request units (RU) charged by the store." })
  requestUnits!: number;

  @Field(() => GraphQLJSON, {
    description: "Details; the shape depends on the stage.",
  })
  data!: Readonly<Record<string, unknown>>;
}

/** Description of an argument that names a speaker. */
export const SPEAKER_GIVEN =
  "Name of the speaker. Default: the user; in a shared space, the caller.";

@InputType("WriteInput", { description: "A message to remember." })
export class WriteInput {
  @Field(() => String, {
    description: "Text: at most 64 KB (else MESSAGE_TOO_LONG). If it is blank, nothing is written.",
  })
  message!: string;

  @Field(() => String, {
    nullable: true,
    description: SPEAKER_GIVEN,
  })
  speaker?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "Id of the session; the message is stored as one of its turns. Errors: NOT_FOUND.",
  })
  sessionId?: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'When the message was said. Default: now. At most five minutes ahead. Without `timeZone`, words such as "yesterday" are read in its offset, unless that is zero. Errors: INVALID_INSTANT.',
  })
  occurredAt?: Instant | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Time zone for words such as "yesterday": an IANA name or an offset, `+02:00`. Default: the offset of `occurredAt` unless that is zero, then the setting of the user, then UTC. Errors: BAD_USER_INPUT.',
  })
  timeZone?: string | null;

  @Field(() => [String], { nullable: true, description: TAGS_GIVEN })
  tags?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      "Preceding messages, oldest first, as context for this one. One of the agent begins with `(agent) `. Default: the speaker's messages in the hour before, if a pronoun refers to somebody.",
  })
  recentMessages?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Repeating the call with the same key returns the first result and writes nothing. A different message with the same key: IDEMPOTENCY_KEY_REUSED.",
  })
  idempotencyKey?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description:
      "If true, write nothing. The result shows what would be recorded; lists of facts, relationships and neighbours below it show stored data.",
  })
  dryRun?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: "If true, return a `trace` of the stages.",
  })
  verbose?: boolean | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description:
      "Pipeline settings for this call. Errors: INVALID_OVERRIDE (unknown key or wrong type).",
  })
  config?: unknown;
}

@InputType("RetryEventInput", { description: "An event to process again." })
export class RetryEventInput {
  @Field(() => ID, { description: "Id of the event. Errors: NOT_FOUND." })
  event!: string;
}

@ObjectType("WriteResult", {
  simpleResolvers: true,
  description: "The result of a write, read at the record time of its commit.",
})
export class WriteResult {
  @Field(() => Boolean, {
    description:
      "Whether the message has been processed and its facts are recorded, except those that `error` names. If false, the message is recorded and will be processed later.",
  })
  success!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      "Why the message has not been processed, or which facts were left out; null if all were recorded.",
  })
  error!: string | null;

  @Field(() => Event, {
    nullable: true,
    description: "The recorded event; null for a blank message or a dry run.",
  })
  event!: Event | null;

  @Field(() => [FactVersion], { complexity: listCost, description: "New facts." })
  factsAdded!: readonly FactVersion[];

  @Field(() => [FactVersion], {
    complexity: listCost,
    description: "Facts that replaced or changed others.",
  })
  factsUpdated!: readonly FactVersion[];

  @Field(() => [FactVersion], {
    complexity: listCost,
    description: "Known facts that were confirmed.",
  })
  factsUnchanged!: readonly FactVersion[];

  @Field(() => [FactVersion], { complexity: listCost, description: "Facts that were retracted." })
  factsDeleted!: readonly FactVersion[];

  @Field(() => [Entity], {
    complexity: listCost,
    description: "Entities that the message refers to.",
  })
  entities!: readonly Entity[];

  @Field(() => [Relationship], {
    complexity: listCost,
    description: "Relationships that are new or were stated again.",
  })
  relationships!: readonly Relationship[];

  @Field(() => [Decision], {
    complexity: listCost,
    description: "Decisions about the facts, with reasons.",
  })
  decisions!: readonly Decision[];

  @Field(() => TokenUsage, { description: "Tokens used by all model calls." })
  tokens!: TokenUsage;

  @Field(() => Float, { description: "Duration in milliseconds." })
  durationMs!: number;

  @Field(() => String, { description: "Name of the model that extracted, or `offline`." })
  extractor!: string;

  @Field(() => [StageTrace], {
    nullable: true,
    complexity: listCost,
    description: "Trace of the stages; null unless `verbose` is true.",
  })
  trace!: readonly StageTrace[] | null;
}

@ObjectType("RetryEventPayload", {
  simpleResolvers: true,
  description: "The result of `retryEvent`.",
})
export class RetryEventPayload {
  @Field(() => WriteResult, { description: "Result of the write." })
  write!: WriteResult;
}
