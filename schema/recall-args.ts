import { ArgsType, Field, ID, Int } from "type-graphql";
import { ROOT_AT } from "./at-args.ts";
import { TimePointInput } from "./time-point.ts";

/** Tokens that a block of context may have where the client does not say (contract.graphql), and at most: what the largest strategy sends (DESIGN.md §5). */
export const RECALL_BUDGET = 1200;
export const MAXIMUM_RECALL_BUDGET = 24_000;

/** What to recall, and how much of it. */
@ArgsType()
export class RecallArgs {
  @Field(() => String, { description: "What the block should help to answer." })
  question!: string;

  @Field(() => Int, {
    nullable: true,
    defaultValue: RECALL_BUDGET,
    description: `How many tokens the block may have: 1 to ${MAXIMUM_RECALL_BUDGET}. Anything else is refused with BAD_USER_INPUT.`,
  })
  tokenBudget?: number | null;

  @Field(() => ID, {
    nullable: true,
    description: "Only what was said in this session. An unknown one finds nothing.",
  })
  sessionId?: string | null;

  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}
