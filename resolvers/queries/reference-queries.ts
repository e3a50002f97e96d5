import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { Connection } from "../../schema/connection.ts";
import { pageCost } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { RecentEntity } from "../../schema/recent-entity.ts";
import { ReferenceConnection } from "../../schema/reference.ts";
import { RecentEntitiesArgs, ReferencesArgs } from "../../schema/references-args.ts";
import { members } from "../../src/memory/entity.ts";
import { recentEntities } from "../../src/read/recent-entities.ts";
import type { Context } from "../context.ts";
import { entityMeant } from "../entity-meant.ts";
import type { ShownRecentEntity } from "../fields/reference-fields.ts";
import { pageRequest, pageSize, showPage } from "../page.ts";
import { readingOf } from "../reading.ts";
import { showReference, type ShownReference } from "../show/reference.ts";

@Resolver()
export class ReferenceQueries {
  @Query(() => ReferenceConnection, {
    complexity: pageCost,
    description:
      'The context graph: which turns referred to which entities at the time point, the last recorded first. "What did I discuss about X" is `references(entity: "X")`, with snippet and turn.',
  })
  async references(
    @Args(() => ReferencesArgs) args: ReferencesArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownReference>> {
    const reading = readingOf(context, args.at);
    const page = pageRequest("references", args, context.services.limits);
    const entity = args.entity == null ? undefined : await entityMeant(args.entity, reading);
    // None for nobody, all where none is asked for.
    const entities = entity === undefined ? undefined : entity === null ? [] : members(entity);
    const found = await (
      await context.readable()
    ).references({
      entities,
      kinds: args.kinds ?? undefined,
      session: args.session == null ? undefined : localId(args.session, "Session"),
      at: reading.view.at,
      page,
    });
    await reading.loaders.readEntities(
      found.items.map(({ item }) => item.entity),
      reading.view.at.knownAt,
    );
    return showPage("references", found, page, (reference) => showReference(reference, reading));
  }

  @Query(() => [RecentEntity], {
    complexity: pageCost,
    description:
      "The entities that were referred to lately, the last one first, with how often and when.",
  })
  async recentEntities(
    @Args(() => RecentEntitiesArgs) args: RecentEntitiesArgs,
    @Ctx() context: Context,
  ): Promise<ShownRecentEntity[]> {
    const reading = readingOf(context, args.at);
    const first = pageSize(args.first, context.services.limits);
    const found = await recentEntities(await context.readable(), reading.loaders, {
      kinds: args.kinds ?? undefined,
      at: reading.view.at,
      first,
    });
    return found.map((recent) => ({ count: recent.count, lastAt: recent.lastAt, recent, reading }));
  }
}
