import { ArgsType, Field } from "type-graphql";
import type { Direction } from "../src/store/port.ts";
import { PageAtArgs } from "./at-args.ts";
import { DirectionEnum } from "./direction.ts";

export const TYPES = "Only relationships of these types, in snake_case. Default: all.";

/** Which relationships of an entity. */
@ArgsType()
export class RelationshipsArgs extends PageAtArgs {
  @Field(() => DirectionEnum, {
    nullable: true,
    defaultValue: "BOTH",
    description: "Which way they run, seen from the entity.",
  })
  direction?: Direction | null;

  @Field(() => [String], { nullable: true, description: TYPES })
  types?: string[] | null;
}
