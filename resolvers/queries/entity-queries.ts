import { Arg, Args, Ctx, Query, Resolver } from "type-graphql";
import { ROOT_AT } from "../../schema/at-args.ts";
import type { Connection } from "../../schema/connection.ts";
import { pageCost, walkCost } from "../../schema/cost.ts";
import { EntitiesArgs, EntityArgs } from "../../schema/entity-args.ts";
import { Entity, EntityConnection } from "../../schema/entity.ts";
import { parseGlobalId } from "../../schema/global-id.ts";
import { Path } from "../../schema/path.ts";
import { PathsArgs } from "../../schema/paths-args.ts";
import { TimePointInput } from "../../schema/time-point.ts";
import { Problem } from "../../src/memory/problem.ts";
import { entityByKey, entityByName } from "../../src/read/find-entity.ts";
import { MAXIMUM_PATH_LENGTH, pathsBetween } from "../../src/read/paths.ts";
import { asStored, wholeNumber } from "../arguments.ts";
import type { Context } from "../context.ts";
import { entityMeant } from "../entity-meant.ts";
import { pageRequest, pageSize, showPage } from "../page.ts";
import { readingOf, readingOfId } from "../reading.ts";
import { loadEntity, showEntity, type ShownEntity } from "../show/entity.ts";
import { showRelationship } from "../show/relationship.ts";

@Resolver()
export class EntityQueries {
  @Query(() => Entity, {
    nullable: true,
    description: "The entity that is the user, once it is known.",
  })
  async me(
    @Arg("at", () => TimePointInput, { nullable: true, description: ROOT_AT }) at:
      | TimePointInput
      | null
      | undefined,
    @Ctx() context: Context,
  ): Promise<ShownEntity | null> {
    const reading = readingOf(context, at);
    const self = await context.space.self(reading.view.at.knownAt);
    return self === null ? null : loadEntity(self, reading);
  }

  @Query(() => Entity, {
    nullable: true,
    description:
      "By id, by key, or by any name or alias that it had at the time point: exactly one of them, or it is refused with BAD_USER_INPUT. null where there is none.",
  })
  async entity(
    @Args(() => EntityArgs) { id, key, name, at }: EntityArgs,
    @Ctx() context: Context,
  ): Promise<ShownEntity | null> {
    if ([id, key, name].filter((one) => one != null).length !== 1)
      throw new Problem("BAD_USER_INPUT", "Name the entity by exactly one of id, key and name.");
    if (id != null) {
      const globalId = parseGlobalId(id, "Entity");
      return loadEntity(globalId.id, readingOfId(context, globalId, at));
    }
    const reading = readingOf(context, at);
    const {
      loaders,
      view: {
        at: { knownAt },
      },
    } = reading;
    const found =
      key != null
        ? await entityByKey(context.space, loaders, key, knownAt)
        : await entityByName(context.space, loaders, name ?? "", knownAt);
    return found && showEntity(found, reading);
  }

  @Query(() => EntityConnection, {
    complexity: pageCost,
    description:
      "Entities known at the time point, in the order in which they became known. Those merged into others are left out.",
  })
  async entities(
    @Args(() => EntitiesArgs) args: EntitiesArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownEntity>> {
    const reading = readingOf(context, args.at);
    const page = pageRequest("entities", args, context.services.limits);
    const query = {
      type: asStored(args.type),
      nameContains: args.nameContains ?? undefined,
      at: reading.view.at,
      page,
    };
    return showPage("entities", await context.space.entities(query), page, (entity) =>
      showEntity(entity, reading),
    );
  }

  @Query(() => [Path], {
    complexity: walkCost("maxHops", MAXIMUM_PATH_LENGTH),
    description:
      "Ways between two entities over relationships visible at the time point, whichever way each runs: the shortest first. None, where one of the entities is not known.",
  })
  async paths(@Args(() => PathsArgs) args: PathsArgs, @Ctx() context: Context): Promise<Path[]> {
    const bounds = {
      maxHops: wholeNumber("maxHops", args.maxHops, 4, 1, MAXIMUM_PATH_LENGTH),
      first: pageSize(args.first ?? 5, context.services.limits),
    };
    const reading = readingOf(context, args.at);
    const {
      loaders,
      view: { at },
    } = reading;
    const [from, to] = await Promise.all(
      [args.from, args.to].map((text) => entityMeant(text, reading)),
    );
    if (!from || !to) return [];
    return (await pathsBetween(loaders, from, to, bounds, at)).map(
      ({ entities, relationships }) => ({
        entities: entities.map((entity) => showEntity(entity, reading)),
        relationships: relationships.map((relationship) => showRelationship(relationship, reading)),
      }),
    );
  }
}
