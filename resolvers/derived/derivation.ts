import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import { workCost, WRITE_COST } from "../../schema/cost.ts";
import {
  ExtractEpisodesInput,
  ExtractEpisodesPayload,
  ExtractFactsInput,
  ExtractFactsPayload,
  RefreshProfilesInput,
  RefreshProfilesPayload,
  SummariseSessionInput,
  SummariseSessionPayload,
  SummariseUserInput,
  SummariseUserPayload,
} from "../../schema/derived/derivation.ts";
import { localId } from "../../schema/global-id.ts";
import { deriveNow } from "../../src/derive/derive-now.ts";
import { profileLimit } from "../../src/derive/profiles/refresh-profiles.ts";
import { turnLimit } from "../../src/derive/session-turns.ts";
import type { SummaryRun } from "../../src/derive/summaries/summary.ts";
import { notFound } from "../../src/memory/problem.ts";
import type { Context } from "../context.ts";
import { findEntityId } from "../named-entity.ts";
import { readingAfter } from "../reading.ts";
import { showMemory, type ShownMemory } from "../show/derived-memory.ts";
import { showEntity, type ShownEntity } from "../show/entity.ts";
import { showTokens } from "../show/shown-record.ts";

const show = ({ at, summary, turns, tokens }: SummaryRun, context: Context) => ({
  turns,
  tokens: showTokens(tokens),
  summary: summary && showMemory(summary, readingAfter(context, at)),
});

/** The payload of a summary, before its fields are resolved. */
interface ShownSummary {
  readonly turns: number;
  readonly tokens: ReturnType<typeof showTokens>;
  readonly summary: ShownMemory | null;
}

/** Checks the entity before a job is requested that could only fail. Throws NOT_FOUND. */
const knownEntity = async ({ space, pin }: Context, entity: string): Promise<string> => {
  if (pin.head === null || (await space.entitiesAsOf([{ entity, knownAt: pin.head }]))[0] == null)
    throw notFound("entity");
  return entity;
};

@Resolver()
export class DerivationMutations {
  @Mutation(() => ExtractFactsPayload, {
    complexity: workCost(WRITE_COST),
    description:
      "Extracts facts from turns of a session. Each user turn without an event becomes one, oldest first, at its own time. Repeating the call reads only new turns. Errors: NOT_FOUND, BAD_USER_INPUT.",
  })
  async extractFacts(
    @Arg("input", () => ExtractFactsInput, { description: "The session to read." })
    { sessionId, last }: ExtractFactsInput,
    @Ctx() context: Context,
  ): Promise<ExtractFactsPayload> {
    const { tokens, ...counts } = await deriveNow(
      context.services.jobs,
      context.space,
      "FACT_EXTRACTION",
      {
        session: localId(sessionId, "Session"),
        limit: turnLimit(last ?? undefined),
        signal: context.disconnect,
      },
    );
    return { ...counts, tokens: showTokens(tokens) };
  }

  @Mutation(() => ExtractEpisodesPayload, {
    complexity: workCost(WRITE_COST),
    description:
      "Extracts episodes (events that happened) and procedures (how the user wants things done) from the new turns of a session. Errors: NOT_FOUND, BAD_USER_INPUT, MODEL_UNAVAILABLE.",
  })
  async extractEpisodes(
    @Arg("input", () => ExtractEpisodesInput, { description: "The session to read." })
    { sessionId, last }: ExtractEpisodesInput,
    @Ctx() context: Context,
  ): Promise<{
    readonly turns: number;
    readonly tokens: ReturnType<typeof showTokens>;
    readonly episodes: readonly ShownMemory[];
    readonly procedures: readonly ShownMemory[];
  }> {
    const request = {
      session: localId(sessionId, "Session"),
      limit: turnLimit(last ?? undefined),
      signal: context.disconnect,
    };
    const { at, turns, tokens, episodes, procedures } = await deriveNow(
      context.services.jobs,
      context.space,
      "EPISODE_EXTRACTION",
      request,
    );
    const reading = readingAfter(context, at);
    return {
      turns,
      tokens: showTokens(tokens),
      episodes: episodes.map((one) => showMemory(one, reading)),
      procedures: procedures.map((one) => showMemory(one, reading)),
    };
  }

  @Mutation(() => RefreshProfilesPayload, {
    complexity: workCost(WRITE_COST),
    description:
      "Rebuilds profile, importance and observations of an entity, or of all entities that changed since the last refresh. Errors: NOT_FOUND, BAD_USER_INPUT, MODEL_UNAVAILABLE.",
  })
  async refreshProfiles(
    @Arg("input", () => RefreshProfilesInput, { description: "The entities to refresh." })
    { entity, first }: RefreshProfilesInput,
    @Ctx() context: Context,
  ): Promise<{
    readonly considered: number;
    readonly tokens: ReturnType<typeof showTokens>;
    readonly entities: readonly ShownEntity[];
    readonly observations: readonly ShownMemory[];
  }> {
    const about =
      entity == null ? undefined : await knownEntity(context, await findEntityId(entity, context));
    const request = {
      entity: about,
      limit: profileLimit(first ?? undefined),
      signal: context.disconnect,
    };
    const { at, consideredCount, tokens, entities, observations } = await deriveNow(
      context.services.jobs,
      context.space,
      "PROFILE_REFRESH",
      request,
    );
    const reading = readingAfter(context, at);
    return {
      considered: consideredCount,
      tokens: showTokens(tokens),
      entities: entities.map((one) => showEntity(one, reading)),
      observations: observations.map((one) => showMemory(one, reading)),
    };
  }

  @Mutation(() => SummariseSessionPayload, {
    complexity: workCost(WRITE_COST),
    description:
      "Updates the summary of a session from its current summary and newer turns. Without new turns it does not change. Errors: NOT_FOUND, BAD_USER_INPUT, MODEL_UNAVAILABLE.",
  })
  async summariseSession(
    @Arg("input", () => SummariseSessionInput, { description: "The session to summarise." })
    { sessionId, last }: SummariseSessionInput,
    @Ctx() context: Context,
  ): Promise<ShownSummary> {
    const request = {
      session: localId(sessionId, "Session"),
      limit: turnLimit(last ?? undefined),
      signal: context.disconnect,
    };
    return show(
      await deriveNow(context.services.jobs, context.space, "SESSION_SUMMARY", request),
      context,
    );
  }

  @Mutation(() => SummariseUserPayload, {
    complexity: workCost(WRITE_COST),
    description:
      "Updates the summary of the user from the current summary, newer turns of all sessions, and facts about the user that were added or ended since. Errors: BAD_USER_INPUT, MODEL_UNAVAILABLE.",
  })
  async summariseUser(
    @Arg("input", () => SummariseUserInput, { description: "Options of the summary." })
    { last }: SummariseUserInput,
    @Ctx() context: Context,
  ): Promise<ShownSummary> {
    return show(
      await deriveNow(context.services.jobs, context.space, "USER_SUMMARY", {
        limit: turnLimit(last ?? undefined),
        signal: context.disconnect,
      }),
      context,
    );
  }
}
