import { ArgsType, Field, Float, ID, InputType, ObjectType } from "type-graphql";
import type { Instant } from "../../src/memory/time.ts";
import { connectionOf, ROOT_AT, RootPageAtArgs } from "../connection.ts";
import { Node, VIEWED_ID } from "../node.ts";
import { GraphQLDateTime } from "../scalars.ts";
import { EXPIRED_AT, RECORDED_AT, TimeCoordinates, TimePointInput } from "../time-point.ts";

@ObjectType("EntityVersion", {
  simpleResolvers: true,
  description: "A version of an entity, or of one merged into it.",
})
export class EntityVersion {
  @Field(() => String, {
    description:
      "Key: that of the entity, or of one merged into it. `splitEntity` takes the latter.",
  })
  key!: string;

  @Field(() => String, { description: "Name." })
  name!: string;

  @Field(() => String, { description: "Type in snake_case." })
  type!: string;

  @Field(() => [String], { description: "Other names." })
  aliases!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: "Profile of the entity, in a few sentences.",
  })
  profile!: string | null;

  @Field(() => Float, { description: "Importance, 0 to 1." })
  importance!: number;

  @Field(() => GraphQLDateTime, { description: RECORDED_AT })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, { nullable: true, description: EXPIRED_AT })
  expiredAt!: Instant | null;
}

/** Exactly one of id, key and name is given. */
@ArgsType()
export class EntityArgs {
  @Field(() => ID, {
    nullable: true,
    description:
      "Id of the entity. The id of a past view is read at that view's time point unless `at` is given.",
  })
  id?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Key, such as `person:clara_rezende`. A type followed by any of the entity's names works too.",
  })
  key?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Name or alias at the time point; case and accents are ignored. If several match, the entity that was known first. `user` and `me` name the user.",
  })
  name?: string | null;

  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}

@ArgsType()
export class EntitiesArgs extends RootPageAtArgs {
  @Field(() => String, {
    nullable: true,
    description: "Only entities of this type: `person`, `place`, …",
  })
  type?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Only entities whose name or alias contains this text; case and accents are ignored.",
  })
  nameContains?: string | null;
}

@InputType("EntityRefInput", {
  description: "An entity by id, by key or by name.",
})
export class EntityRefInput {
  @Field(() => ID, {
    nullable: true,
    description: "Id of the entity. Errors: NOT_FOUND.",
  })
  id?: string | null;

  @Field(() => String, { nullable: true, description: "Key, such as `person:clara_rezende`." })
  key?: string | null;

  @Field(() => String, { nullable: true, description: "Name or alias." })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Type in snake_case, for an entity that may be new. Default: `concept`.",
  })
  type?: string | null;
}

@ObjectType("Entity", {
  implements: [Node],
  simpleResolvers: true,
  description:
    "A person, organization, place, project, concept, … at a time point. A merged entity is shown as the one it was merged into.",
})
export class Entity implements Node {
  @Field(() => ID, { description: VIEWED_ID })
  id!: string;

  @Field(() => String, {
    description: "Key, stable for the life of the entity: `person:clara_rezende`.",
  })
  key!: string;

  @Field(() => String, { description: "Current name." })
  name!: string;

  @Field(() => String, {
    description: "Type in snake_case: `person`, `organization`, `place`, …",
  })
  type!: string;

  @Field(() => [String], {
    description: "Other names, as they were written.",
  })
  aliases!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description:
      "Summary of the known facts about the entity, in a few sentences; null if no profile has been written.",
  })
  profile!: string | null;

  @Field(() => Float, { description: "Importance, 0 to 1." })
  importance!: number;

  @Field(() => TimeCoordinates, {
    description:
      "Time point of this view. Fields below inherit it unless they have an `at` of their own.",
  })
  at!: TimeCoordinates;
}

export const EntityConnection = connectionOf(() => Entity, "Entity", "entities");
export const EntityVersionConnection = connectionOf(
  () => EntityVersion,
  "EntityVersion",
  "versions of an entity",
);
