import { Arg, Ctx, ID, Int, Mutation, Resolver } from "type-graphql";
import { WRITE_COST, workCost } from "../../schema/cost.ts";
import { FactExtraction } from "../../schema/fact-extraction.ts";
import { localId } from "../../schema/global-id.ts";
import { ProfilesRefreshed } from "../../schema/profiles-refreshed.ts";
import { RecordsDrawn } from "../../schema/records-drawn.ts";
import { deriveNow } from "../../src/derive/derive-now.ts";
import { profileLimit } from "../../src/derive/refresh-profiles.ts";
import { MOST_PROFILES, MOST_TURNS } from "../../src/derive/settings.ts";
import { turnLimit } from "../../src/derive/stretches.ts";
import { Problem } from "../../src/memory/problem.ts";
import type { Context } from "../context.ts";
import { readingAfter } from "../reading.ts";
import { showMemory, type ShownMemory } from "../show/derived-memory.ts";
import { showEntity, type ShownEntity } from "../show/entity.ts";
import { showTokens } from "../show/token-usage.ts";

const RECENT = `At most so many of the newest turns that were not looked at before, 1 to ${MOST_TURNS}. Default: all of them.`;

/** Before a job is asked for: one that can only fail is none. */
const knownEntity = async ({ space, pin }: Context, entity: string): Promise<string> => {
  if (pin.head === null || (await space.entitiesAsOf([{ entity, knownAt: pin.head }]))[0] == null)
    throw new Problem("NOT_FOUND", "There is no such entity.");
  return entity;
};

@Resolver()
export class DeriveMutations {
  @Mutation(() => FactExtraction, {
    complexity: workCost(WRITE_COST),
    description:
      "Draws facts from a whole thread: every turn of the user that is no event yet becomes one, oldest first, as `write` would have taken it when it was said. Done again, it takes new turns only. Errors: NOT_FOUND, BAD_USER_INPUT.",
  })
  async extractFacts(
    @Arg("sessionId", () => ID, { description: "The thread." }) sessionId: string,
    @Arg("recentK", () => Int, { nullable: true, description: RECENT }) recentK:
      | number
      | null
      | undefined,
    @Ctx() context: Context,
  ): Promise<FactExtraction> {
    const { tokens, ...counts } = await deriveNow(
      context.services.jobs,
      context.space,
      "FACT_EXTRACTION",
      {
        session: localId(sessionId, "Session"),
        limit: turnLimit(recentK ?? undefined),
        signal: context.gone,
      },
    );
    return { ...counts, tokens: showTokens(tokens) };
  }

  @Mutation(() => RecordsDrawn, {
    complexity: workCost(WRITE_COST),
    description:
      "Goes through the turns of a thread that were not gone through before, for episodes (what happened, when, with whom, how it ended) and procedures (how the user wants things done). Errors: NOT_FOUND, BAD_USER_INPUT, MODEL_UNAVAILABLE.",
  })
  async drawRecords(
    @Arg("sessionId", () => ID, { description: "The thread." }) sessionId: string,
    @Arg("recentK", () => Int, { nullable: true, description: RECENT }) recentK:
      | number
      | null
      | undefined,
    @Ctx() context: Context,
  ): Promise<{
    readonly turns: number;
    readonly tokens: ReturnType<typeof showTokens>;
    readonly episodes: readonly ShownMemory[];
    readonly procedures: readonly ShownMemory[];
  }> {
    const request = {
      session: localId(sessionId, "Session"),
      limit: turnLimit(recentK ?? undefined),
      signal: context.gone,
    };
    const { at, turns, tokens, episodes, procedures } = await deriveNow(
      context.services.jobs,
      context.space,
      "RECORDS",
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

  @Mutation(() => ProfilesRefreshed, {
    complexity: workCost(WRITE_COST),
    description:
      "Rebuilds profiles from all facts of an entity, or of every entity that was touched since the last time; with them importance, and an observation for each cluster of facts. All as new versions: as of before, they read as they did. Errors: NOT_FOUND, BAD_USER_INPUT, MODEL_UNAVAILABLE.",
  })
  async refreshProfiles(
    @Arg("entity", () => ID, {
      nullable: true,
      description: "The entity. Default: all that were touched since the last time.",
    })
    entity: string | null | undefined,
    @Arg("limit", () => Int, {
      nullable: true,
      description: `About so many of those entities, 1 to ${MOST_PROFILES}; the others are left to the next time. Default: all of them.`,
    })
    limit: number | null | undefined,
    @Ctx() context: Context,
  ): Promise<{
    readonly looked: number;
    readonly tokens: ReturnType<typeof showTokens>;
    readonly entities: readonly ShownEntity[];
    readonly observations: readonly ShownMemory[];
  }> {
    const about =
      entity == null ? undefined : await knownEntity(context, localId(entity, "Entity"));
    const request = {
      entity: about,
      limit: profileLimit(limit ?? undefined),
      signal: context.gone,
    };
    const { at, looked, tokens, entities, observations } = await deriveNow(
      context.services.jobs,
      context.space,
      "PROFILES",
      request,
    );
    const reading = readingAfter(context, at);
    return {
      looked,
      tokens: showTokens(tokens),
      entities: entities.map((one) => showEntity(one, reading)),
      observations: observations.map((one) => showMemory(one, reading)),
    };
  }
}
