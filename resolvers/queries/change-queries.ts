import { Args, Ctx, Query, Resolver } from "type-graphql";
import { ChangesArgs } from "../../schema/changes-args.ts";
import { ChangeConnection } from "../../schema/change.ts";
import type { Connection } from "../../schema/connection.ts";
import { pageCost } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { Problem } from "../../src/memory/problem.ts";
import { oneWith } from "../../src/read/follow-changes.ts";
import { EMPTY_PAGE } from "../../src/read/graph.ts";
import type { Context } from "../context.ts";
import { pageRequest, showPage } from "../page.ts";
import { readingOf } from "../reading.ts";
import { showChange, type ShownChange } from "../show/change.ts";

@Resolver()
export class ChangeQueries {
  @Query(() => ChangeConnection, {
    complexity: pageCost,
    description: "What was recorded in (from, to], oldest first.",
  })
  async changes(
    @Args(() => ChangesArgs) args: ChangesArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownChange>> {
    const { from, to, entity } = args;
    if (to != null && to < from)
      throw new Problem("INVALID_INTERVAL", `to (${to}) lies before from (${from}).`);
    const reading = readingOf(context, { knownAt: to ?? null });
    const page = pageRequest("changes", args, context.services.limits);
    const { knownAt } = reading.view.at;
    const entities =
      entity == null ? undefined : await oneWith(context.space, localId(entity, "Entity"), knownAt);
    const found =
      from < knownAt
        ? await context.space.changes({ from, to: knownAt, entities, page })
        : EMPTY_PAGE;
    return showPage("changes", found, page, (change) => showChange(change, reading));
  }
}
