import { ArgsType, Field, Int } from "type-graphql";
import { MAXIMUM_HOPS } from "../src/read/walk.ts";
import { PageAtArgs } from "./at-args.ts";
import { TYPES } from "./relationships-args.ts";

/** How far to walk from an entity. */
@ArgsType()
export class NeighboursArgs extends PageAtArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 1,
    description: `How many relationships away at most: 1 to ${MAXIMUM_HOPS}. Anything else is refused with BAD_USER_INPUT.`,
  })
  hops?: number | null;

  @Field(() => [String], { nullable: true, description: TYPES })
  types?: string[] | null;
}
