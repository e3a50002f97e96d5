import { FieldResolver, Resolver, Root } from "type-graphql";
import { Entity } from "../../schema/entity.ts";
import { RecentEntity } from "../../schema/recent-entity.ts";
import { Reference } from "../../schema/reference.ts";
import { Session } from "../../schema/session.ts";
import { Turn } from "../../schema/turn.ts";
import type { RecentEntity as Recent } from "../../src/read/recent-entities.ts";
import type { Reading } from "../reading.ts";
import { showEntity, type ShownEntity } from "../show/entity.ts";
import { showReference, type ShownReference } from "../show/reference.ts";
import { loadSession, type ShownSession } from "../show/session.ts";
import { loadTurn, type ShownTurn } from "../show/turn.ts";

export type ShownRecentEntity = RecentEntity & {
  readonly recent: Recent;
  readonly reading: Reading;
};

@Resolver(() => Reference)
export class ReferenceFields {
  @FieldResolver(() => Entity, {
    description: "The entity; the one that it was merged into, where it was.",
  })
  async entity(@Root() { record, reading }: ShownReference): Promise<ShownEntity | null> {
    const entity = await reading.loaders.entity(record.entity, reading.view.at.knownAt);
    return entity && showEntity(entity, reading);
  }

  @FieldResolver(() => Session, {
    nullable: true,
    description: "The session; null where it was deleted.",
  })
  session(@Root() { record, reading }: ShownReference): Promise<ShownSession | null> {
    return loadSession(record.session, reading);
  }

  @FieldResolver(() => Turn, {
    nullable: true,
    description: "The turn; null where it has expired, or was removed.",
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

  @FieldResolver(() => Reference, { description: "The reference to it that was recorded last." })
  last(@Root() { recent, reading }: ShownRecentEntity): ShownReference {
    return showReference(recent.last, reading);
  }
}
