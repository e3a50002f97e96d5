import { ArgsType, Field, Float } from "type-graphql";
import { PageAtArgs, RootPageAtArgs } from "./at-args.ts";

export const SLOT = "Only facts about this single-valued attribute, in snake_case.";
export const MIN_CONFIDENCE = "Only facts of at least this confidence, 0 to 1. Anything else is refused with BAD_USER_INPUT.";

/** Which facts of an entity. */
@ArgsType()
export class EntityFactsArgs extends PageAtArgs {
  @Field(() => String, { nullable: true, description: SLOT })
  slot?: string | null;

  @Field(() => Float, { nullable: true, description: MIN_CONFIDENCE })
  minConfidence?: number | null;
}

/** Which facts of all. */
@ArgsType()
export class FactsArgs extends RootPageAtArgs {
  @Field(() => String, { nullable: true, description: "Only facts of this entity: its id, its key, or a name that it answered to at the time point. One that is not known has no facts." })
  entity?: string | null;

  @Field(() => String, { nullable: true, description: SLOT })
  slot?: string | null;

  @Field(() => Float, { nullable: true, description: MIN_CONFIDENCE })
  minConfidence?: number | null;
}
