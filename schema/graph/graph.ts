import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import {
  DEFAULT_GRAPH_SIZE,
  MAXIMUM_GRAPH_SIZE,
  RELATIONSHIPS_PER_ENTITY,
} from "../../src/read/graph/graph.ts";
import { DEFAULT_HOPS, MAXIMUM_HOPS } from "../../src/read/graph/walk.ts";
import { DEFAULT_BUCKETS, MAXIMUM_BUCKETS } from "../../src/read/history/timeline.ts";
import type { TimeAxis } from "../../src/store/port/overview.ts";
import type { Instant } from "../../src/memory/time.ts";
import { ROOT_AT } from "../connection.ts";
import { GraphQLDateTime } from "../scalars.ts";
import { TimeCoordinates, TimePointInput } from "../time-point.ts";
import { Entity } from "./entity.ts";
import { Relationship, TYPES } from "./relationship.ts";
import { groupedDigits } from "../grouped-digits.ts";

@ArgsType()
export class GraphOfAllTimesArgs {
  @Field(() => [ID], {
    nullable: true,
    description:
      "Entities whose surroundings are returned: id, key or name. Unknown ones are ignored. Default: the whole graph.",
  })
  focus?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_HOPS,
    description: `Maximum distance from the focus in relationships: 1 to ${MAXIMUM_HOPS}. Errors: BAD_USER_INPUT.`,
  })
  hops?: number | null;

  @Field(() => [String], { nullable: true, description: TYPES })
  types?: string[] | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_GRAPH_SIZE,
    description: `Maximum number of entities: 1 to ${groupedDigits(MAXIMUM_GRAPH_SIZE)}. Errors: PAGE_SIZE_OUT_OF_BOUNDS.`,
  })
  first?: number | null;
}

@ArgsType()
export class GraphArgs extends GraphOfAllTimesArgs {
  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}

@ObjectType("Graph", {
  simpleResolvers: true,
  description:
    "Entities and the relationships between them. Entities without a fact or a relationship are left out, unless they are in the focus.",
})
export class Graph {
  @Field(() => TimeCoordinates, { description: "Time point at which the graph was read." })
  at!: TimeCoordinates;

  @Field(() => [Entity], {
    complexity: ({ childComplexity }) => 1 + childComplexity,
    description: "Entities, the focus first, then the most important first.",
  })
  entities!: readonly (Entity | Promise<Entity>)[];

  @Field(() => [Relationship], {
    complexity: ({ childComplexity }) => RELATIONSHIPS_PER_ENTITY * (1 + childComplexity),
    description: `Relationships between these entities: at most ${RELATIONSHIPS_PER_ENTITY} per requested entity, those recorded first.`,
  })
  relationships!: readonly (Relationship | Promise<Relationship>)[];

  @Field(() => Int, { description: "Number of entities, including those that `first` left out." })
  totalEntities!: number;

  @Field(() => Int, { description: "Number of relationships between all of these entities." })
  totalRelationships!: number;
}

@ObjectType("Extent", {
  simpleResolvers: true,
  description:
    "First and last instant on each axis at which a fact begins, ends, is recorded or expires; null for an empty memory. Starts without a known beginning and open ends do not count.",
})
export class Extent {
  @Field(() => GraphQLDateTime, { nullable: true, description: "First start or end of a fact." })
  validFrom!: Instant | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "Last start or end of a fact." })
  validTo!: Instant | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When the first fact was recorded.",
  })
  recordedFrom!: Instant | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When a version of a fact was last recorded or expired.",
  })
  recordedTo!: Instant | null;
}

const TimeAxisEnum = { VALID: "VALID", RECORD: "RECORD" } as const satisfies {
  [K in TimeAxis]: K;
};

registerEnumType(TimeAxisEnum, {
  name: "TimeAxis",
  description: "One of the two axes of time.",
  valuesConfig: {
    VALID: { description: "When something is true." },
    RECORD: { description: "When it was believed." },
  },
});

@ArgsType()
export class ChangeCountsArgs {
  @Field(() => TimeAxisEnum, { description: "Axis to count on." })
  axis!: TimeAxis;

  @Field(() => GraphQLDateTime, { description: "Start of the interval, included." })
  from!: Instant;

  @Field(() => GraphQLDateTime, {
    description: "End of the interval, excluded. Errors: INVALID_INTERVAL (not after `from`).",
  })
  to!: Instant;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_BUCKETS,
    description: `Number of equal parts: 1 to ${MAXIMUM_BUCKETS}. Errors: BAD_USER_INPUT.`,
  })
  buckets?: number | null;

  @Field(() => ID, {
    nullable: true,
    description: "Only facts about this entity: id, key or name. Zeros if it is unknown.",
  })
  entity?: string | null;

  @Field(() => TimePointInput, {
    nullable: true,
    description: "Time point to count at; only its `knownAt` is used. Default: now.",
  })
  at?: TimePointInput | null;
}

@ObjectType("ChangeCount", {
  simpleResolvers: true,
  description: "Numbers of beginnings and ends in one part of an axis.",
})
export class ChangeCount {
  @Field(() => GraphQLDateTime, { description: "Start of the part, included." })
  from!: Instant;

  @Field(() => GraphQLDateTime, { description: "End of the part, excluded." })
  to!: Instant;

  @Field(() => Int, {
    description:
      "On VALID, number of facts that begin at a known time; on RECORD, number of versions recorded.",
  })
  began!: number;

  @Field(() => Int, {
    description: "On VALID, number of facts that end; on RECORD, number of versions that expired.",
  })
  ended!: number;
}
