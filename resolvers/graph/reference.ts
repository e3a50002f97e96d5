import { Args, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import type { Connection } from "../../schema/connection.ts";
import { pageCost } from "../../schema/cost.ts";
import { localId } from "../../schema/global-id.ts";
import { Entity } from "../../schema/graph/entity.ts";
import {
  EntityReference,
  EntityReferenceConnection,
  RecentEntitiesArgs,
  RecentEntity,
  ReferencesArgs,
} from "../../schema/graph/reference.ts";
import { Session } from "../../schema/sessions/session.ts";
import { Turn } from "../../schema/sessions/turn.ts";
import { members } from "../../src/memory/entity.ts";
import {
  recentEntities,
  type RecentEntity as Recent,
} from "../../src/read/graph/recent-entities.ts";
import type { Context } from "../context.ts";
import { findEntity } from "../named-entity.ts";
import { pageRequest, pageSize, showPage } from "../page.ts";
import { type Reading, readingAt } from "../reading.ts";
import { showEntity, type ShownEntity } from "../show/entity.ts";
import { type ShownReference, showReference } from "../show/reference.ts";
import { loadSession, type ShownSession } from "../show/session.ts";
import { loadTurn, type ShownTurn } from "../show/turn.ts";

@Resolver()
export class ReferenceQueries {
  @Query(() => EntityReferenceConnection, {
    complexity: pageCost,
    description:
      'References from turns to entities as of the time point, most recently recorded first. "What did I discuss about X?" is `references(entity: "X")`.',
  })
  async references(
    @Args(() => ReferencesArgs) args: ReferencesArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownReference>> {
    const reading = await readingAt(context, args.at);
    const page = pageRequest("references", args, context.services.limits);
    const entity = args.entity == null ? undefined : await findEntity(args.entity, reading);
    const entities = entity === undefined ? undefined : entity === null ? [] : members(entity);
    const references = await (
      await context.readable()
    ).references({
      entities,
      kinds: args.kinds ?? undefined,
      session: args.sessionId == null ? undefined : localId(args.sessionId, "Session"),
      at: reading.view.at,
      page,
    });
    await reading.loaders.readEntities(
      references.items.map(({ item }) => item.entity),
      reading.view.at.knownAt,
    );
    return showPage("references", references, page, (reference) =>
      showReference(reference, reading),
    );
  }

  @Query(() => [RecentEntity], {
    complexity: pageCost,
    description: "Entities referred to recently, the latest first, with the number of references.",
  })
  async recentEntities(
    @Args(() => RecentEntitiesArgs) args: RecentEntitiesArgs,
    @Ctx() context: Context,
  ): Promise<ShownRecentEntity[]> {
    const reading = await readingAt(context, args.at);
    const first = pageSize(args.first, context.services.limits);
    const entities = await recentEntities(await context.readable(), reading.loaders, {
      kinds: args.kinds ?? undefined,
      at: reading.view.at,
      first,
    });
    return entities.map((recent) => ({
      count: recent.count,
      lastAt: recent.lastAt,
      recent,
      reading,
    }));
  }
}

export type ShownRecentEntity = RecentEntity & {
  readonly recent: Recent;
  readonly reading: Reading;
};

@Resolver(() => EntityReference)
export class ReferenceFields {
  @FieldResolver(() => Entity, {
    description: "The entity; if it was merged, the one it was merged into.",
  })
  async entity(@Root() { record, reading }: ShownReference): Promise<ShownEntity | null> {
    const entity = await reading.loaders.entity(record.entity, reading.view.at.knownAt);
    return entity && showEntity(entity, reading);
  }

  @FieldResolver(() => Session, {
    nullable: true,
    description: "Session of the turn; null if it was deleted.",
  })
  session(@Root() { record, reading }: ShownReference): Promise<ShownSession | null> {
    return loadSession(record.session, reading);
  }

  @FieldResolver(() => Turn, {
    nullable: true,
    description: "The turn; null if it has expired or was removed.",
  })
  async turn(@Root() { record, reading }: ShownReference): Promise<ShownTurn | null> {
    return record.turn === null ? null : loadTurn(record.turn, reading);
  }
}

@Resolver(() => RecentEntity)
export class RecentEntityFields {
  @FieldResolver(() => Entity, { description: "The entity." })
  entity(@Root() { recent, reading }: ShownRecentEntity): ShownEntity {
    return showEntity(recent.entity, reading);
  }

  @FieldResolver(() => EntityReference, {
    description: "Most recently recorded reference to the entity.",
  })
  lastReference(@Root() { recent, reading }: ShownRecentEntity): ShownReference {
    return showReference(recent.last, reading);
  }
}
