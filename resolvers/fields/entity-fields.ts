import type { GraphQLResolveInfo } from "graphql";
import { Arg, Args, Ctx, FieldResolver, Info, Resolver, Root } from "type-graphql";
import type { Connection } from "../../schema/connection.ts";
import { AT } from "../../schema/at-args.ts";
import { listCost, pageCost, walkCost } from "../../schema/cost.ts";
import { GraphQLDateTime } from "../../schema/date-time.ts";
import { Observation } from "../../schema/derived-memory.ts";
import { EntityVersion } from "../../schema/entity-version.ts";
import { Entity, EntityConnection } from "../../schema/entity.ts";
import { FactConnection } from "../../schema/fact.ts";
import { EntityFactsArgs } from "../../schema/facts-args.ts";
import { NeighboursArgs } from "../../schema/neighbours-args.ts";
import { localId } from "../../schema/global-id.ts";
import { ReferenceConnection } from "../../schema/reference.ts";
import { EntityReferencesArgs } from "../../schema/references-args.ts";
import { RelationshipConnection } from "../../schema/relationship.ts";
import { RelationshipsArgs } from "../../schema/relationships-args.ts";
import { TimePointInput } from "../../schema/time-point.ts";
import { members, type EntityVersion as EntityRecord } from "../../src/memory/entity.ts";
import type { Instant } from "../../src/memory/time.ts";
import { everAbsorbed, versionsOf } from "../../src/read/entity-versions.ts";
import type { Subject } from "../../src/read/graph.ts";
import { relationshipsOf } from "../../src/read/relationships-of.ts";
import { MAXIMUM_HOPS, neighboursOf } from "../../src/read/walk.ts";
import { asStored, confidence, typesAsStored, wholeNumber } from "../arguments.ts";
import type { Context } from "../context.ts";
import { pageRequest, showPage } from "../page.ts";
import { below, type Reading } from "../reading.ts";
import { selects } from "../selection.ts";
import { showMemory, type ShownMemory } from "../show/derived-memory.ts";
import { showEntity, type ShownEntity } from "../show/entity.ts";
import { showEntityVersion, type ShownEntityVersion } from "../show/entity-version.ts";
import { showFact, type ShownFact } from "../show/fact.ts";
import { showReference, type ShownReference } from "../show/reference.ts";
import { showRelationship, type ShownRelationship } from "../show/relationship.ts";
import { showNeighbours } from "./neighbours-page.ts";

/** The entity as it stands at a reading: its version, where that one is known to have been believed then, or else its id. */
const subjectAt = ({ record, reading }: ShownEntity, { view }: Reading): Subject =>
  record.recordedAt <= view.at.knownAt && view.at.knownAt <= reading.view.at.knownAt
    ? record
    : record.entity;

/** The fields that show the entities at a relationship's ends. */
const ENDS = new Set(["source", "target"]);

const historyOf = async ({ record, reading }: ShownEntity): Promise<EntityRecord[]> => {
  const {
    loaders,
    view: {
      at: { knownAt },
    },
  } = reading;
  const own = await loaders.entityHistory.load({ id: record.entity, knownAt });
  return versionsOf(
    own,
    await Promise.all(everAbsorbed(own).map((id) => loaders.entityHistory.load({ id, knownAt }))),
  );
};

@Resolver(() => Entity)
export class EntityFields {
  @FieldResolver(() => GraphQLDateTime, {
    description: "When it, or what it absorbed, was first recorded.",
  })
  async firstKnownAt(@Root() entity: ShownEntity): Promise<Instant> {
    return (await historyOf(entity))[0]?.recordedAt ?? entity.record.recordedAt;
  }

  @FieldResolver(() => FactConnection, {
    complexity: pageCost,
    description:
      "Its facts visible at the time point, in the order in which they were first recorded.",
  })
  async facts(
    @Root() entity: ShownEntity,
    @Args(() => EntityFactsArgs) args: EntityFactsArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownFact>> {
    const reading = below(entity.reading, args.at);
    const page = pageRequest("facts", args, services.limits);
    const query = {
      slot: asStored(args.slot),
      minConfidence: confidence(args.minConfidence),
      tier: args.tier ?? undefined,
      at: reading.view.at,
      page,
    };
    const found = await reading.loaders.factPages.load({ of: [subjectAt(entity, reading)], query });
    return showPage("facts", found.page, page, (fact) => showFact(fact, reading));
  }

  @FieldResolver(() => RelationshipConnection, {
    complexity: pageCost,
    description:
      "Its relationships visible at the time point. Those between it and what it absorbed are left out.",
  })
  async relationships(
    @Root() entity: ShownEntity,
    @Args(() => RelationshipsArgs) args: RelationshipsArgs,
    @Ctx() { services }: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Connection<ShownRelationship>> {
    const reading = below(entity.reading, args.at);
    const page = pageRequest("relationships", args, services.limits);
    const query = {
      direction: args.direction ?? "BOTH",
      types: typesAsStored(args.types),
      at: reading.view.at,
      page,
    };
    const found = await relationshipsOf(reading.loaders, subjectAt(entity, reading), query);
    if (selects(info, ENDS))
      await reading.loaders.readEntities(
        found.items.flatMap(({ item }) => [item.source, item.target]),
        reading.view.at.knownAt,
      );
    return showPage("relationships", found, page, (relationship) =>
      showRelationship(relationship, reading),
    );
  }

  @FieldResolver(() => EntityConnection, {
    complexity: walkCost("hops", MAXIMUM_HOPS),
    description:
      "The entities around it, over relationships visible at the time point, either way: the nearest first, itself not among them.",
  })
  async neighbours(
    @Root() entity: ShownEntity,
    @Args(() => NeighboursArgs) args: NeighboursArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownEntity>> {
    const reading = below(entity.reading, args.at);
    const page = pageRequest("neighbours", args, services.limits);
    const walk = {
      hops: wholeNumber("hops", args.hops, 1, 1, MAXIMUM_HOPS),
      types: typesAsStored(args.types),
    };
    const found = await neighboursOf(
      reading.loaders,
      subjectAt(entity, reading),
      walk,
      reading.view.at,
    );
    return showNeighbours(found, page, (neighbour) => showEntity(neighbour, reading));
  }

  @FieldResolver(() => ReferenceConnection, {
    complexity: pageCost,
    description: "Which turns referred to it at the time point, the last recorded first.",
  })
  async references(
    @Root() entity: ShownEntity,
    @Args(() => EntityReferencesArgs) args: EntityReferencesArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownReference>> {
    const reading = below(entity.reading, args.at);
    const { knownAt } = reading.view.at;
    const page = pageRequest("references", args, context.services.limits);
    const version = await reading.loaders.entity(entity.record.entity, knownAt);
    const found = await (
      await context.readable()
    ).references({
      entities: version === null ? [] : members(version),
      kinds: args.kinds ?? undefined,
      session: args.session == null ? undefined : localId(args.session, "Session"),
      at: reading.view.at,
      page,
    });
    return showPage("references", found, page, (reference) => showReference(reference, reading));
  }

  @FieldResolver(() => [Observation], {
    complexity: listCost,
    description:
      "What the clusters of its facts show, as it stood at the time point, the last recorded first: at most eight, and those of what it absorbed. `refreshProfiles` draws them.",
  })
  async observations(
    @Root() entity: ShownEntity,
    @Arg("at", () => TimePointInput, { nullable: true, description: AT }) at:
      | TimePointInput
      | null
      | undefined,
  ): Promise<ShownMemory[]> {
    const reading = below(entity.reading, at);
    const found = await reading.loaders.observations.load({
      of: [subjectAt(entity, reading)],
      query: { at: reading.view.at },
    });
    return found.map((observation) => showMemory(observation, reading));
  }

  @FieldResolver(() => [EntityVersion], {
    complexity: listCost,
    description:
      "Every name, type, alias and profile that it has had, oldest first, merges and splits included.",
  })
  async versions(@Root() entity: ShownEntity): Promise<ShownEntityVersion[]> {
    return (await historyOf(entity)).map((version) => showEntityVersion(version, entity.reading));
  }
}

@Resolver(() => EntityVersion)
export class EntityVersionFields {
  @FieldResolver(() => Entity, {
    nullable: true,
    description:
      "The entity that it was merged into with this version; null where it stood by itself.",
  })
  async mergedInto(@Root() { record, reading }: ShownEntityVersion): Promise<ShownEntity | null> {
    if (record.mergedInto === null) return null;
    const into = await reading.loaders.entity(record.mergedInto, reading.view.at.knownAt);
    return into && showEntity(into, reading);
  }
}
