import { ArgsType, Field, Int } from "type-graphql";
import { DEFAULT_PAGE_SIZE, MAXIMUM_PAGE_SIZE } from "./page-size.ts";

/** Which turns of a session: from its beginning with `first` and `after`, or from its end with `last` and `before`. */
@ArgsType()
export class TurnsArgs {
  @Field(() => Int, {
    nullable: true,
    description: `The first so many, 1 to ${MAXIMUM_PAGE_SIZE}; ${DEFAULT_PAGE_SIZE} where neither first nor last is given. Not together with last (BAD_USER_INPUT).`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: "Only turns after this cursor." })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `The last so many, 1 to ${MAXIMUM_PAGE_SIZE}. They too come in the order in which they were said.`,
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: "Only turns before this cursor." })
  before?: string | null;

  @Field(() => Int, { nullable: true, description: "Only turns from this sequence number on …" })
  fromSeq?: number | null;

  @Field(() => Int, { nullable: true, description: "… and up to this one, itself included." })
  toSeq?: number | null;
}
