import type { GraphQLResolveInfo } from "graphql";
import { Arg, Args, Ctx, FieldResolver, Info, Query, Resolver, Root } from "type-graphql";
import { AT, type Connection, PageArgs, PageAtArgs, ROOT_AT } from "../../schema/connection.ts";
import { listCost, pageCost, walkCost } from "../../schema/cost.ts";
import { Observation } from "../../schema/derived/derived-memory.ts";
import { localId, parseGlobalId } from "../../schema/global-id.ts";
import {
  EntitiesArgs,
  Entity,
  EntityArgs,
  EntityConnection,
  EntityVersion,
  EntityVersionConnection,
} from "../../schema/graph/entity.ts";
import { Decision } from "../../schema/graph/decision.ts";
import { Event } from "../../schema/graph/event.ts";
import { EntityFactsArgs, FactConnection } from "../../schema/graph/fact.ts";
import { TimelineArgs, TimelineLane } from "../../schema/graph/timeline.ts";
import { NeighboursArgs } from "../../schema/graph/path.ts";
import { EntityReferenceConnection, EntityReferencesArgs } from "../../schema/graph/reference.ts";
import { RelationshipConnection, RelationshipsArgs } from "../../schema/graph/relationship.ts";
import { GraphQLDateTime } from "../../schema/scalars.ts";
import { TimePointInput } from "../../schema/time-point.ts";
import { checkTags } from "../../src/memory/tags.ts";
import { type EntityVersion as EntityRecord, members } from "../../src/memory/entity.ts";
import { Problem } from "../../src/memory/problem.ts";
import type { Instant } from "../../src/memory/time.ts";
import { entityByKey, entityByName } from "../../src/read/graph/find-entity.ts";
import type { Subject } from "../../src/read/graph/graph-reader.ts";
import { relationshipsOf } from "../../src/read/graph/relationships.ts";
import { DEFAULT_HOPS, MAXIMUM_HOPS, neighboursOf } from "../../src/read/graph/walk.ts";
import { everAbsorbed, versionsOf } from "../../src/read/history/entity-versions.ts";
import { lanesOf } from "../../src/read/history/timeline.ts";
import { EMPTY_PAGE, type PageRequest } from "../../src/store/port.ts";
import { asStored, fraction, typesAsStored, wholeNumber } from "../arguments.ts";
import type { Context } from "../context.ts";
import { selectedBelow } from "../loaders/selection.ts";
import { pageRequest, showFrom, showItems, showPage } from "../page.ts";
import { below, type Reading, readingOfId, readingAt } from "../reading.ts";
import { showMemory, type ShownMemory } from "../show/derived-memory.ts";
import {
  loadEntity,
  showEntity,
  showEntityVersion,
  type ShownEntity,
  type ShownEntityVersion,
} from "../show/entity.ts";
import { loadDecision, type ShownDecision } from "../show/decision.ts";
import { loadEvent, type ShownEvent } from "../show/event.ts";
import { showLane, type ShownLane } from "../show/timeline.ts";
import { showFact, type ShownFact } from "../show/fact.ts";
import { type ShownReference, showReference } from "../show/reference.ts";
import { type ShownRelationship, showRelationship } from "../show/relationship.ts";

@Resolver()
export class EntityQueries {
  @Query(() => Entity, {
    nullable: true,
    description:
      "The entity that stands for the user; null until something is known about the user.",
  })
  async me(
    @Arg("at", () => TimePointInput, { nullable: true, description: ROOT_AT }) at:
      | TimePointInput
      | null
      | undefined,
    @Ctx() context: Context,
  ): Promise<ShownEntity | null> {
    const reading = await readingAt(context, at);
    const self = await context.space.self(reading.view.at.knownAt);
    return self === null ? null : loadEntity(self, reading);
  }

  @Query(() => Entity, {
    nullable: true,
    description:
      "An entity by id, by key, or by a name or alias that it had at the time point; null if there is none. Give exactly one of these. Errors: BAD_USER_INPUT, INVALID_ID.",
  })
  async entity(
    @Args(() => EntityArgs) { id, key, name, at }: EntityArgs,
    @Ctx() context: Context,
  ): Promise<ShownEntity | null> {
    if ([id, key, name].filter((one) => one != null).length !== 1)
      throw new Problem("BAD_USER_INPUT", "Name the entity by exactly one of id, key and name.");
    if (id != null) {
      const globalId = parseGlobalId(id, "Entity");
      return loadEntity(globalId.id, await readingOfId(context, globalId, at));
    }
    const reading = await readingAt(context, at);
    const {
      loaders,
      view: {
        at: { knownAt },
      },
    } = reading;
    const version =
      key != null
        ? await entityByKey(context.space, loaders, key, knownAt)
        : await entityByName(context.space, loaders, name ?? "", knownAt);
    return version && showEntity(version, reading);
  }

  @Query(() => EntityConnection, {
    complexity: pageCost,
    description:
      "Entities known at the time point, in the order in which they became known. Merged entities are left out.",
  })
  async entities(
    @Args(() => EntitiesArgs) args: EntitiesArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownEntity>> {
    const reading = await readingAt(context, args.at);
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
}

/**
 * Index where a page starts. If the entity before it has disappeared since, the page starts at that
 * entity's former index.
 */
const pageStart = (neighbours: readonly EntityRecord[], after: string | undefined): number => {
  if (after === undefined) return 0;
  const colon = after.indexOf(":");
  const index = neighbours.findIndex(({ entity }) => entity === after.slice(colon + 1));
  return index >= 0 ? index + 1 : Number(after.slice(0, colon));
};

/** A page of neighbours. A neighbour's position is its index and its id. */
const showNeighbours = <T>(
  neighbours: readonly EntityRecord[],
  { first, after }: PageRequest,
  show: (neighbour: EntityRecord) => T,
): Connection<T> => {
  const start = pageStart(neighbours, after);
  const shownNeighbours = neighbours.slice(start, start + first);
  return showItems("neighbours", shownNeighbours.map(show), {
    positions: shownNeighbours.map(({ entity }, index) => `${start + index}:${entity}`),
    hasNextPage: start + shownNeighbours.length < neighbours.length,
    hasPreviousPage: start > 0,
    total: () => neighbours.length,
  });
};

/** The entity at a reading: its version if it was believed then, else its id. */
const subjectAt = ({ record, reading }: ShownEntity, { view }: Reading): Subject =>
  record.recordedAt <= view.at.knownAt && view.at.knownAt <= reading.view.at.knownAt
    ? record
    : record.entity;

/** Fields of a relationship for the entity at one end. */
const ENDS = ["source", "target"] as const;

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
    description: "When the entity, or one merged into it, was first recorded.",
  })
  async firstKnownAt(@Root() entity: ShownEntity): Promise<Instant> {
    return (await historyOf(entity))[0]?.recordedAt ?? entity.record.recordedAt;
  }

  @FieldResolver(() => FactConnection, {
    complexity: pageCost,
    description:
      "Facts about the entity that are visible at the time point, in the order in which they were first recorded.",
  })
  async facts(
    @Root() entity: ShownEntity,
    @Args(() => EntityFactsArgs) args: EntityFactsArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownFact>> {
    const reading = await below(entity.reading, args.at);
    const page = pageRequest("facts", args, services.limits);
    const query = {
      slot: asStored(args.slot),
      minConfidence: fraction("minConfidence", args.minConfidence),
      tier: args.tier ?? undefined,
      tags: checkTags(args.tags),
      at: reading.view.at,
      page,
    };
    const pageOfFacts = await reading.loaders.factPages.load({
      of: [subjectAt(entity, reading)],
      query,
    });
    return showPage("facts", pageOfFacts.page, page, (fact) => showFact(fact, reading));
  }

  @FieldResolver(() => FactConnection, {
    complexity: pageCost,
    description:
      "Facts about other entities whose text names this one, visible at the time point, in the order in which they were first recorded.",
  })
  async mentionedIn(
    @Root() entity: ShownEntity,
    @Args(() => PageAtArgs) args: PageAtArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownFact>> {
    const reading = await below(entity.reading, args.at);
    const page = pageRequest("facts", args, services.limits);
    const version = await reading.loaders.entity(entity.record.entity, reading.view.at.knownAt);
    const facts =
      version === null
        ? EMPTY_PAGE
        : await reading.loaders.factsMentioning.load({
            entities: members(version),
            at: reading.view.at,
            page,
          });
    return showPage("facts", facts, page, (fact) => showFact(fact, reading));
  }

  @FieldResolver(() => [TimelineLane], {
    complexity: listCost,
    description:
      "All beliefs about the entity up to the time point's `knownAt`, for a chart of valid time by record time: one lane for each slot, or for each chain of facts without one.",
  })
  async timeline(
    @Root() entity: ShownEntity,
    @Args(() => TimelineArgs) { slot, at }: TimelineArgs,
  ): Promise<ShownLane[]> {
    const reading = await below(entity.reading, at);
    const { knownAt } = reading.view.at;
    const version = await reading.loaders.entity(entity.record.entity, knownAt);
    if (version === null) return [];
    const versions = await reading.loaders.factVersionsAbout.load({
      entities: members(version),
      slot: asStored(slot),
      knownAt,
    });
    return lanesOf(versions).map((lane) => showLane(lane, reading));
  }

  @FieldResolver(() => RelationshipConnection, {
    complexity: pageCost,
    description:
      "Relationships of the entity that are visible at the time point, except those to entities merged into it.",
  })
  async relationships(
    @Root() entity: ShownEntity,
    @Args(() => RelationshipsArgs) args: RelationshipsArgs,
    @Ctx() { services }: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Connection<ShownRelationship>> {
    const atView = below(entity.reading, args.at);
    // A walk has thousands of these, so promises are avoided.
    const reading = atView instanceof Promise ? await atView : atView;
    const page = pageRequest("relationships", args, services.limits);
    const query = {
      direction: args.direction ?? "BOTH",
      types: typesAsStored(args.types),
      at: reading.view.at,
      page,
    };
    const relationships = await relationshipsOf(
      reading.loaders,
      subjectAt(entity, reading),
      query,
      selectedBelow(info, ENDS),
    );
    return showPage("relationships", relationships, page, (relationship) =>
      showRelationship(relationship, reading),
    );
  }

  @FieldResolver(() => EntityConnection, {
    complexity: walkCost("hops", MAXIMUM_HOPS),
    description:
      "Entities reachable over visible relationships in either direction, nearest first, without the entity itself.",
  })
  async neighbours(
    @Root() entity: ShownEntity,
    @Args(() => NeighboursArgs) args: NeighboursArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownEntity>> {
    const reading = await below(entity.reading, args.at);
    const page = pageRequest("neighbours", args, services.limits);
    const walk = {
      hops: wholeNumber("hops", args.hops, DEFAULT_HOPS, 1, MAXIMUM_HOPS),
      types: typesAsStored(args.types),
    };
    const neighbours = await neighboursOf(
      reading.loaders,
      subjectAt(entity, reading),
      walk,
      reading.view.at,
    );
    return showNeighbours(neighbours, page, (neighbour) => showEntity(neighbour, reading));
  }

  @FieldResolver(() => EntityReferenceConnection, {
    complexity: pageCost,
    description:
      "References to the entity by turns, as of the time point, most recently recorded first.",
  })
  async references(
    @Root() entity: ShownEntity,
    @Args(() => EntityReferencesArgs) args: EntityReferencesArgs,
    @Ctx() context: Context,
  ): Promise<Connection<ShownReference>> {
    const reading = await below(entity.reading, args.at);
    const { knownAt } = reading.view.at;
    const page = pageRequest("references", args, context.services.limits);
    const version = await reading.loaders.entity(entity.record.entity, knownAt);
    const references = await (
      await context.readable()
    ).references({
      entities: version === null ? [] : members(version),
      kinds: args.kinds ?? undefined,
      session: args.sessionId == null ? undefined : localId(args.sessionId, "Session"),
      at: reading.view.at,
      page,
    });
    return showPage("references", references, page, (reference) =>
      showReference(reference, reading),
    );
  }

  @FieldResolver(() => [Observation], {
    complexity: listCost,
    description:
      "Observations about the entity, most recently recorded first: at most eight, and those of entities merged into it. `refreshProfiles` makes them.",
  })
  async observations(
    @Root() entity: ShownEntity,
    @Arg("at", () => TimePointInput, { nullable: true, description: AT }) at:
      | TimePointInput
      | null
      | undefined,
  ): Promise<ShownMemory[]> {
    const reading = await below(entity.reading, at);
    const observations = await reading.loaders.observations.load({
      of: [subjectAt(entity, reading)],
      query: { at: reading.view.at },
    });
    return observations.map((observation) => showMemory(observation, reading));
  }

  @FieldResolver(() => [EntityVersion], {
    complexity: listCost,
    description: "All versions of the entity, oldest first, including merges and splits.",
  })
  async versions(@Root() entity: ShownEntity): Promise<ShownEntityVersion[]> {
    return (await historyOf(entity)).map((version) => showEntityVersion(version, entity.reading));
  }

  @FieldResolver(() => EntityVersionConnection, {
    complexity: pageCost,
    description: "The same versions, in pages.",
  })
  async versionsConnection(
    @Root() entity: ShownEntity,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { services }: Context,
  ): Promise<Connection<ShownEntityVersion>> {
    const page = pageRequest("versions", args, services.limits);
    return showFrom("versions", await historyOf(entity), page, {
      positionOf: ({ entity: id, n }) => `${id}:${n}`,
      show: (version) => showEntityVersion(version, entity.reading),
    });
  }
}

@Resolver(() => EntityVersion)
export class EntityVersionFields {
  @FieldResolver(() => Decision, {
    nullable: true,
    description: "Decision that created the version; null if there is none.",
  })
  decision(@Root() { record, reading }: ShownEntityVersion): Promise<ShownDecision | null> {
    return loadDecision(record.decision, reading);
  }

  @FieldResolver(() => Event, {
    nullable: true,
    description: "Message that caused the version; null if there is none.",
  })
  async event(@Root() { record, reading }: ShownEntityVersion): Promise<ShownEvent | null> {
    const decision = await loadDecision(record.decision, reading);
    return loadEvent(decision?.record.event ?? null, reading);
  }

  @FieldResolver(() => Entity, {
    nullable: true,
    description: "Entity into which this one was merged; null if it was separate.",
  })
  async mergedInto(@Root() { record, reading }: ShownEntityVersion): Promise<ShownEntity | null> {
    if (record.mergedInto === null) return null;
    const into = await reading.loaders.entity(record.mergedInto, reading.view.at.knownAt);
    return into && showEntity(into, reading);
  }
}
