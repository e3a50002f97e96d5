import { ArgsType, Field, ID, Int } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { MAXIMUM_PAGE_SIZE } from "./page-size.ts";
import { AfterArgs } from "./page.ts";

/** Which changes: those recorded in (from, to]. */
@ArgsType()
export class ChangesArgs extends AfterArgs {
  @Field(() => GraphQLDateTime, { description: "Recorded after this instant." })
  from!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "Recorded up to this instant. Default: now. One before `from` is refused with INVALID_INTERVAL.",
  })
  to?: Instant | null;

  @Field(() => ID, {
    nullable: true,
    description: "Only what concerns this entity, and what it has absorbed by then.",
  })
  entity?: string | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: 50,
    description: `At most so many: 1 to ${MAXIMUM_PAGE_SIZE}. Anything else is refused with PAGE_SIZE_OUT_OF_BOUNDS.`,
  })
  first?: number | null;
}
