import { ArgsType, Field } from "type-graphql";
import { PageArgs, RootPageArgs } from "./page.ts";
import { TimePointInput } from "./time-point.ts";

export const AT = "Read at this time point instead of the one that is inherited.";
export const ROOT_AT = "The time point to read at, for everything below too. Default: now.";

/** A page of a field that may be read at another time point than its parent. */
@ArgsType()
export class PageAtArgs extends PageArgs {
  @Field(() => TimePointInput, { nullable: true, description: AT })
  at?: TimePointInput | null;
}

/** A page of a root field that may be read at a time point. */
@ArgsType()
export class RootPageAtArgs extends RootPageArgs {
  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}
