import { ArgsType, Field, ID, Int } from "type-graphql";
import { MAXIMUM_PATH_LENGTH } from "../src/read/paths.ts";
import { ROOT_AT } from "./at-args.ts";
import { MAXIMUM_PAGE_SIZE } from "./page-size.ts";
import { TimePointInput } from "./time-point.ts";

/** Between which entities to look for paths. */
@ArgsType()
export class PathsArgs {
  @Field(() => ID, {
    description:
      "The entity that they start at: its id, its key, or a name that it answered to at the time point; `user` is the user.",
  })
  from!: string;

  @Field(() => ID, { description: "The entity that they end at, told in the same way." })
  to!: string;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 4,
    description: `How many relationships long at most: 1 to ${MAXIMUM_PATH_LENGTH}. Anything else is refused with BAD_USER_INPUT.`,
  })
  maxHops?: number | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 5,
    description: `At most so many: 1 to ${MAXIMUM_PAGE_SIZE}. Anything else is refused with PAGE_SIZE_OUT_OF_BOUNDS.`,
  })
  first?: number | null;

  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}
