import { ArgsType, Field, Int, ObjectType } from "type-graphql";
import { DEFAULT_PAGE_SIZE, MAXIMUM_PAGE_SIZE } from "./page-size.ts";

@ObjectType("PageInfo", {
  simpleResolvers: true,
  description: "Where a page stands among all items (Relay cursor connections).",
})
export class PageInfo {
  @Field(() => Boolean, { description: "Whether items follow." })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: "Whether items come before." })
  hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "The cursor of the first item; null for an empty page.",
  })
  startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The cursor of the last item; null for an empty page.",
  })
  endCursor!: string | null;
}

export const FIRST = `At most so many: 1 to ${MAXIMUM_PAGE_SIZE}, by default ${DEFAULT_PAGE_SIZE}. Anything else is refused with PAGE_SIZE_OUT_OF_BOUNDS.`;
export const AFTER =
  "Only what comes after this cursor, which is one that the same field gave; any other is refused with INVALID_CURSOR.";

@ArgsType()
export class AfterArgs {
  @Field(() => String, { nullable: true, description: AFTER })
  after?: string | null;
}

/** A page of a field below another. */
@ArgsType()
export class PageArgs extends AfterArgs {
  @Field(() => Int, { nullable: true, description: FIRST })
  first?: number | null;
}

/** A page of a root field, whose size the schema tells. */
@ArgsType()
export class RootPageArgs extends AfterArgs {
  @Field(() => Int, { nullable: true, defaultValue: DEFAULT_PAGE_SIZE, description: FIRST })
  first?: number | null;
}
