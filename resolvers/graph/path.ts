import { Args, Ctx, Query, Resolver } from "type-graphql";
import { walkCost } from "../../schema/cost.ts";
import { Path, PathsArgs } from "../../schema/graph/path.ts";
import {
  DEFAULT_PATH_LENGTH,
  DEFAULT_PATHS,
  MAXIMUM_PATH_LENGTH,
  pathsBetween,
} from "../../src/read/graph/paths.ts";
import { wholeNumber } from "../arguments.ts";
import type { Context } from "../context.ts";
import { findEntity } from "../named-entity.ts";
import { pageSize } from "../page.ts";
import { readingAt } from "../reading.ts";
import { showEntity } from "../show/entity.ts";
import { showRelationship } from "../show/relationship.ts";

@Resolver()
export class PathQueries {
  @Query(() => [Path], {
    complexity: walkCost("maxHops", MAXIMUM_PATH_LENGTH),
    description:
      "Paths between two entities over relationships visible at the time point, in either direction, shortest first. Empty if one of the entities is unknown.",
  })
  async paths(@Args(() => PathsArgs) args: PathsArgs, @Ctx() context: Context): Promise<Path[]> {
    const bounds = {
      maxHops: wholeNumber("maxHops", args.maxHops, DEFAULT_PATH_LENGTH, 1, MAXIMUM_PATH_LENGTH),
      first: pageSize(args.first ?? DEFAULT_PATHS, context.services.limits),
    };
    const reading = await readingAt(context, args.at);
    const {
      loaders,
      view: { at },
    } = reading;
    const [from, to] = await Promise.all(
      [args.from, args.to].map((text) => findEntity(text, reading)),
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
