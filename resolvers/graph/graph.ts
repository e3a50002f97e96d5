import { Arg, Args, Ctx, Query, Resolver } from "type-graphql";
import { countsCost, graphCost } from "../../schema/cost.ts";
import {
  ChangeCount,
  ChangeCountsArgs,
  Extent,
  Graph,
  GraphArgs,
  GraphOfAllTimesArgs,
} from "../../schema/graph/graph.ts";
import { TimePointInput } from "../../schema/time-point.ts";
import { ROOT_AT } from "../../schema/connection.ts";
import { members } from "../../src/memory/entity.ts";
import type { Instant } from "../../src/memory/time.ts";
import { DEFAULT_GRAPH_SIZE, drawGraph, MAXIMUM_GRAPH_SIZE } from "../../src/read/graph/graph.ts";
import { DEFAULT_HOPS, MAXIMUM_HOPS } from "../../src/read/graph/walk.ts";
import { countChanges, DEFAULT_BUCKETS, MAXIMUM_BUCKETS } from "../../src/read/history/timeline.ts";
import { intervalOf, typesAsStored, wholeNumber } from "../arguments.ts";
import type { Context } from "../context.ts";
import { findEntity } from "../named-entity.ts";
import { ListSlices } from "../list-slices.ts";
import { pageSize } from "../page.ts";
import { type Reading, readingOf, readingAt } from "../reading.ts";
import { showEntity } from "../show/entity.ts";
import { showRelationship } from "../show/relationship.ts";

/** Draws the graph at a valid time; without one, all that was ever believed. */
const draw = async (
  args: GraphOfAllTimesArgs,
  reading: Reading,
  validAt: Instant | null,
): Promise<Graph> => {
  const { knownAt } = reading.view.at;
  const first = pageSize(args.first, {
    byDefault: DEFAULT_GRAPH_SIZE,
    atMost: MAXIMUM_GRAPH_SIZE,
  });
  const focus =
    args.focus == null
      ? null
      : (await Promise.all(args.focus.map((focusName) => findEntity(focusName, reading)))).filter(
          (entity) => entity !== null,
        );
  const { entities, relationships, versions, ...totals } = await drawGraph(
    reading.space,
    reading.loaders,
    { knownAt, validAt },
    {
      focus,
      hops: wholeNumber("hops", args.hops, DEFAULT_HOPS, 1, MAXIMUM_HOPS),
      types: typesAsStored(args.types),
      first,
    },
  );
  const slices = new ListSlices();
  const graph = {
    at: reading.view.at,
    entities: slices.listOf(entities.map((entity) => showEntity(entity, reading))),
    relationships: slices.listOf(
      relationships.map((relationship) =>
        showRelationship(
          relationship,
          reading,
          validAt === null ? (versions.get(relationship.relationship) ?? null) : null,
        ),
      ),
    ),
    ...totals,
  };
  // The data of all items is read together, even if they take several slices.
  void reading.loaders.hold(slices.lastSlice);
  return graph;
};

@Resolver()
export class GraphQueries {
  @Query(() => Graph, {
    complexity: graphCost,
    description:
      "The graph at a time point: all of it, the most important entities first, or the part within `hops` of the focus. Errors: BAD_USER_INPUT, PAGE_SIZE_OUT_OF_BOUNDS.",
  })
  async graph(@Args(() => GraphArgs) args: GraphArgs, @Ctx() context: Context): Promise<Graph> {
    const reading = await readingAt(context, args.at);
    return draw(args, reading, reading.view.at.validAt);
  }

  @Query(() => Graph, {
    complexity: graphCost,
    description:
      "Everything that was ever believed, for a layout that is stable over time. `versions` of a relationship give its intervals on both axes. Errors: BAD_USER_INPUT, PAGE_SIZE_OUT_OF_BOUNDS.",
  })
  graphOfAllTimes(
    @Args(() => GraphOfAllTimesArgs) args: GraphOfAllTimesArgs,
    @Ctx() context: Context,
  ): Promise<Graph> {
    return draw(args, readingOf(context), null);
  }

  @Query(() => Extent, {
    description: "Extent of the memory on each axis, as known at the time point's `knownAt`.",
  })
  async extent(
    @Arg("at", () => TimePointInput, { nullable: true, description: ROOT_AT }) at:
      | TimePointInput
      | null
      | undefined,
    @Ctx() context: Context,
  ): Promise<Extent> {
    const { view } = await readingAt(context, at);
    return context.space.extent(view.at.knownAt);
  }

  @Query(() => [ChangeCount], {
    complexity: countsCost,
    description:
      "Numbers of beginnings and ends in equal parts of an axis: the ticks of a time slider. Errors: BAD_USER_INPUT, INVALID_INTERVAL.",
  })
  async changeCounts(
    @Args(() => ChangeCountsArgs) { axis, from, to, entity, at, ...args }: ChangeCountsArgs,
    @Ctx() context: Context,
  ): Promise<ChangeCount[]> {
    intervalOf({ from, to });
    const buckets = wholeNumber("buckets", args.buckets, DEFAULT_BUCKETS, 1, MAXIMUM_BUCKETS);
    const reading = await readingAt(context, at);
    const { knownAt } = reading.view.at;
    const subject = entity == null ? undefined : await findEntity(entity, reading);
    const boundaries =
      subject === null
        ? { starts: [], ends: [] }
        : await context.space.factBoundaries({
            axis,
            from,
            to,
            entities: subject && members(subject),
            knownAt,
          });
    return countChanges(boundaries, { from, to, buckets });
  }
}
