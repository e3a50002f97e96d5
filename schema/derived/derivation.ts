import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { MOST_PROFILES } from "../../src/derive/profiles/refresh-profiles.ts";
import { MOST_TURNS } from "../../src/derive/session-turns.ts";
import { USER_SUMMARY_TURNS } from "../../src/derive/summaries/summarise-user.ts";
import { listCost } from "../cost.ts";
import { Entity } from "../graph/entity.ts";
import { TokenUsage } from "../token-usage.ts";
import { Episode, Observation, Procedure, SessionSummary, UserSummary } from "./derived-memory.ts";
import { groupedDigits } from "../grouped-digits.ts";

const ENTITY = "Id, key or name.";
const TOKENS = "Tokens used by the model calls.";
const NEWEST_TURNS = `Maximum number of unread turns to read, the latest ones: 1 to ${groupedDigits(MOST_TURNS)}. Default: all.`;

@InputType("SummariseSessionInput", { description: "A session to summarise." })
export class SummariseSessionInput {
  @Field(() => ID, { description: "Id of the session. Errors: NOT_FOUND." })
  sessionId!: string;

  @Field(() => Int, {
    nullable: true,
    description: `Maximum number of turns to read, the latest ones: 1 to ${groupedDigits(MOST_TURNS)}. Earlier ones are skipped. Default: all that no summary covers.`,
  })
  last?: number | null;
}

@ObjectType("SummariseSessionPayload", {
  simpleResolvers: true,
  description: "The result of `summariseSession`.",
})
export class SummariseSessionPayload {
  @Field(() => Int, { description: "Number of turns added to the summary by this call." })
  turns!: number;

  @Field(() => TokenUsage, { description: TOKENS })
  tokens!: TokenUsage;

  @Field(() => SessionSummary, {
    nullable: true,
    description: "The summary; null if the session has no turns.",
  })
  summary!: SessionSummary | null;
}

@InputType("SummariseUserInput", { description: "Options of a summary of the user." })
export class SummariseUserInput {
  @Field(() => Int, {
    nullable: true,
    description: `Maximum number of turns to read, the latest ones: 1 to ${groupedDigits(MOST_TURNS)}. Default: ${groupedDigits(USER_SUMMARY_TURNS)}.`,
  })
  last?: number | null;
}

@ObjectType("SummariseUserPayload", {
  simpleResolvers: true,
  description: "The result of `summariseUser`.",
})
export class SummariseUserPayload {
  @Field(() => Int, { description: "Number of turns added to the summary by this call." })
  turns!: number;

  @Field(() => TokenUsage, { description: TOKENS })
  tokens!: TokenUsage;

  @Field(() => UserSummary, {
    nullable: true,
    description: "The summary; null if nothing is known about the user.",
  })
  summary!: UserSummary | null;
}

@InputType("ExtractFactsInput", { description: "A session to extract facts from." })
export class ExtractFactsInput {
  @Field(() => ID, { description: "Id of the session. Errors: NOT_FOUND." })
  sessionId!: string;

  @Field(() => Int, { nullable: true, description: NEWEST_TURNS })
  last?: number | null;
}

@ObjectType("ExtractFactsPayload", {
  simpleResolvers: true,
  description: "The result of `extractFacts`.",
})
export class ExtractFactsPayload {
  @Field(() => Int, {
    description: "Number of the user's turns that this call made into events.",
  })
  turns!: number;

  @Field(() => Int, { description: "Number of new facts." })
  added!: number;

  @Field(() => Int, { description: "Number of facts that replaced others." })
  updated!: number;

  @Field(() => Int, { description: "Number of known facts that were confirmed." })
  unchanged!: number;

  @Field(() => Int, { description: "Number of facts that were retracted." })
  deleted!: number;

  @Field(() => Int, {
    description: "Number of turns whose extraction failed. They are recorded and retried later.",
  })
  pending!: number;

  @Field(() => TokenUsage, { description: TOKENS })
  tokens!: TokenUsage;
}

@InputType("ExtractEpisodesInput", {
  description: "A session to extract episodes and procedures from.",
})
export class ExtractEpisodesInput {
  @Field(() => ID, { description: "Id of the session. Errors: NOT_FOUND." })
  sessionId!: string;

  @Field(() => Int, { nullable: true, description: NEWEST_TURNS })
  last?: number | null;
}

@ObjectType("ExtractEpisodesPayload", {
  simpleResolvers: true,
  description: "The result of `extractEpisodes`.",
})
export class ExtractEpisodesPayload {
  @Field(() => Int, { description: "Number of turns read by this call." })
  turns!: number;

  @Field(() => [Episode], { complexity: listCost, description: "New episodes." })
  episodes!: readonly Episode[];

  @Field(() => [Procedure], {
    complexity: listCost,
    description: "New procedures, and new versions of known ones.",
  })
  procedures!: readonly Procedure[];

  @Field(() => TokenUsage, { description: TOKENS })
  tokens!: TokenUsage;
}

@InputType("RefreshProfilesInput", { description: "Entities whose profiles are rebuilt." })
export class RefreshProfilesInput {
  @Field(() => ID, {
    nullable: true,
    description: `The entity. ${ENTITY} Default: all entities that changed since the last refresh.`,
  })
  entity?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `Approximate number of entities to refresh: 1 to ${groupedDigits(MOST_PROFILES)}. The next call continues where this one stopped. Default: all.`,
  })
  first?: number | null;
}

@ObjectType("RefreshProfilesPayload", {
  simpleResolvers: true,
  description: "The result of `refreshProfiles`.",
})
export class RefreshProfilesPayload {
  @Field(() => Int, { description: "Number of entities examined." })
  considered!: number;

  @Field(() => [Entity], {
    complexity: listCost,
    description: "Entities whose profile or importance changed.",
  })
  entities!: readonly Entity[];

  @Field(() => [Observation], {
    complexity: listCost,
    description: "New or changed observations, one per cluster of facts.",
  })
  observations!: readonly Observation[];

  @Field(() => TokenUsage, { description: TOKENS })
  tokens!: TokenUsage;
}
