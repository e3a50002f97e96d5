import { ArgsType, Field, Float, ID, ObjectType, registerEnumType } from "type-graphql";
import type { Instant } from "../../src/memory/time.ts";
import type { Direction } from "../../src/store/port.ts";
import { connectionOf, PageAtArgs } from "../connection.ts";
import { Entity } from "./entity.ts";
import { Node, VIEWED_ID } from "../node.ts";
import { GraphQLDateTime } from "../scalars.ts";
import { EXPIRED_AT, RECORDED_AT, VALID_FROM, VALID_TO } from "../time-point.ts";

const DirectionEnum = { OUT: "OUT", IN: "IN", BOTH: "BOTH" } as const satisfies {
  [K in Direction]: K;
};

registerEnumType(DirectionEnum, {
  name: "Direction",
  description: "Direction of relationships, seen from an entity.",
  valuesConfig: {
    OUT: { description: "From the entity." },
    IN: { description: "To the entity." },
    BOTH: { description: "Both directions." },
  },
});

@ObjectType("RelationshipVersion", {
  simpleResolvers: true,
  description: "State of a relationship as believed from `recordedAt` until `expiredAt`.",
})
export class RelationshipVersion {
  @Field(() => Float, { description: "Strength, 0 to 1." })
  strength!: number;

  @Field(() => GraphQLDateTime, { description: VALID_FROM })
  validFrom!: Instant;

  @Field(() => GraphQLDateTime, { nullable: true, description: VALID_TO })
  validTo!: Instant | null;

  @Field(() => GraphQLDateTime, { description: RECORDED_AT })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, { nullable: true, description: EXPIRED_AT })
  expiredAt!: Instant | null;
}

export const TYPES = "Only relationships of these types, in snake_case. Default: all.";

@ArgsType()
export class RelationshipsArgs extends PageAtArgs {
  @Field(() => DirectionEnum, {
    nullable: true,
    defaultValue: "BOTH",
    description: "Direction, seen from the entity.",
  })
  direction?: Direction | null;

  @Field(() => [String], { nullable: true, description: TYPES })
  types?: string[] | null;
}

@ObjectType("Relationship", {
  implements: [Node],
  simpleResolvers: true,
  description:
    "A directed, typed edge between two entities. It holds as long as the fact that is its evidence.",
})
export class Relationship implements Node {
  @Field(() => ID, { description: VIEWED_ID })
  id!: string;

  @Field(() => String, { description: "Type in snake_case: `works_at`, `lives_in`." })
  type!: string;

  @Field(() => Entity, { description: "Entity where the relationship starts." })
  source!: Entity | null | Promise<Entity | null>;

  @Field(() => Entity, { description: "Entity where the relationship ends." })
  target!: Entity | null | Promise<Entity | null>;

  @Field(() => Float, {
    description: "Strength, 0 to 1: 0.8 at first, higher each time it is stated again.",
  })
  strength!: number;

  @Field(() => GraphQLDateTime, { description: VALID_FROM })
  validFrom!: Instant;

  @Field(() => GraphQLDateTime, { nullable: true, description: VALID_TO })
  validTo!: Instant | null;

  @Field(() => GraphQLDateTime, {
    description: "When this version was recorded.",
  })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When this version stopped being believed; null if it is current.",
  })
  expiredAt!: Instant | null;
}

export const RelationshipConnection = connectionOf(
  () => Relationship,
  "Relationship",
  "relationships",
);

export const RelationshipVersionConnection = connectionOf(
  () => RelationshipVersion,
  "RelationshipVersion",
  "versions of a relationship",
);
