import { ArgsType, Field, Float } from "type-graphql";
import type { FactTier } from "../src/memory/fact.ts";
import { PageAtArgs, RootPageAtArgs } from "./at-args.ts";
import { FactTierEnum } from "./fact-tier.ts";

export const SLOT = "Only facts about this single-valued attribute, in snake_case.";
export const MIN_CONFIDENCE =
  "Only facts of at least this confidence, 0 to 1. Anything else is refused with BAD_USER_INPUT.";
export const TIER =
  "Only facts of this tier: LONG_TERM are the saved ones, SESSION those that belong to the session in which they were said.";

/** Which facts of an entity. */
@ArgsType()
export class EntityFactsArgs extends PageAtArgs {
  @Field(() => String, { nullable: true, description: SLOT })
  slot?: string | null;

  @Field(() => Float, { nullable: true, description: MIN_CONFIDENCE })
  minConfidence?: number | null;

  @Field(() => FactTierEnum, { nullable: true, description: TIER })
  tier?: FactTier | null;
}

/** Which facts of all. */
@ArgsType()
export class FactsArgs extends RootPageAtArgs {
  @Field(() => String, {
    nullable: true,
    description:
      "Only facts of this entity: its id, its key, or a name that it answered to at the time point; `user` is the user. One that is not known has no facts.",
  })
  entity?: string | null;

  @Field(() => String, { nullable: true, description: SLOT })
  slot?: string | null;

  @Field(() => Float, { nullable: true, description: MIN_CONFIDENCE })
  minConfidence?: number | null;

  @Field(() => FactTierEnum, { nullable: true, description: TIER })
  tier?: FactTier | null;
}
