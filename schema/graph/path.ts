import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import {
  DEFAULT_PATH_LENGTH,
  DEFAULT_PATHS,
  MAXIMUM_PATH_LENGTH,
} from "../../src/read/graph/paths.ts";
import { DEFAULT_HOPS, MAXIMUM_HOPS } from "../../src/read/graph/walk.ts";
import { MAXIMUM_PAGE_SIZE } from "../../src/read/page-size.ts";
import { PageAtArgs, ROOT_AT } from "../connection.ts";
import { listCost } from "../cost.ts";
import { TimePointInput } from "../time-point.ts";
import { Entity } from "./entity.ts";
import { Relationship, TYPES } from "./relationship.ts";

@ArgsType()
export class NeighboursArgs extends PageAtArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_HOPS,
    description: `Maximum distance in relationships: 1 to ${MAXIMUM_HOPS}. Errors: BAD_USER_INPUT.`,
  })
  hops?: number | null;

  @Field(() => [String], { nullable: true, description: TYPES })
  types?: string[] | null;
}

@ArgsType()
export class PathsArgs {
  @Field(() => ID, {
    description:
      "Entity where the paths start: id, key, or a name that it had at the time point; `user` is the user.",
  })
  from!: string;

  @Field(() => ID, { description: "Entity where the paths end: id, key or name." })
  to!: string;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_PATH_LENGTH,
    description: `Maximum length in relationships: 1 to ${MAXIMUM_PATH_LENGTH}. Errors: BAD_USER_INPUT.`,
  })
  maxHops?: number | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_PATHS,
    description: `Maximum number of paths: 1 to ${MAXIMUM_PAGE_SIZE}. Errors: PAGE_SIZE_OUT_OF_BOUNDS.`,
  })
  first?: number | null;

  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}

@ObjectType("Path", {
  simpleResolvers: true,
  description: "A path between two entities that visits no entity twice.",
})
export class Path {
  @Field(() => [Entity], {
    complexity: listCost,
    description: "Entities on the path, including both ends.",
  })
  entities!: readonly Entity[];

  @Field(() => [Relationship], {
    complexity: listCost,
    description:
      "Relationships between them, in order and in either direction: one fewer than entities.",
  })
  relationships!: readonly Relationship[];
}
