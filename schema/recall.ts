import { ArgsType, Field, ID, Int, ObjectType } from "type-graphql";
import { DEFAULT_RECALL_BUDGET, MAXIMUM_RECALL_BUDGET } from "../src/read/recall/budget.ts";
import type { Instant } from "../src/memory/time.ts";
import { ROOT_AT } from "./connection.ts";
import { listCost } from "./cost.ts";
import { Fact } from "./graph/fact.ts";
import { Node } from "./node.ts";
import { SearchHit } from "./search.ts";
import { TAGS_WANTED } from "./tags.ts";
import { GraphQLDateTime } from "./scalars.ts";
import { TimeCoordinates, TimePointInput } from "./time-point.ts";
import { groupedDigits } from "./grouped-digits.ts";

@ArgsType()
export class RecallArgs {
  @Field(() => String, {
    description:
      "Question that the block should help to answer, in English or Portuguese. If it names a time (`in February`), it is answered for that time.",
  })
  question!: string;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_RECALL_BUDGET,
    description: `Maximum number of tokens in the block: 1 to ${groupedDigits(MAXIMUM_RECALL_BUDGET)}. Errors: BAD_USER_INPUT.`,
  })
  tokenBudget?: number | null;

  @Field(() => ID, {
    nullable: true,
    description: "Only memories of this session; none if it does not exist.",
  })
  sessionId?: string | null;

  @Field(() => [String], { nullable: true, description: TAGS_WANTED })
  tags?: string[] | null;

  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}

@ObjectType("TimeAsked", {
  simpleResolvers: true,
  description: "The time that a question names, read by the calendar of the user.",
})
export class TimeAsked {
  @Field(() => String, {
    description: "The words that name it, in lower case and without accents: `in february`.",
  })
  words!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Start of the asked time, included; null if the question leaves it open.",
  })
  from!: Instant | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "End of the asked time, excluded; null if the question leaves it open.",
  })
  to!: Instant | null;
}

@ObjectType("Recall", {
  simpleResolvers: true,
  description: "A block of context for a model.",
})
export class Recall {
  @Field(() => String, {
    description:
      "Text of the block, between `<memory>` and `</memory>`; empty if nothing fits. Each line ends with its citation, `[1]`. A line that may be outdated says so: `may have changed 2025-01-06`.",
  })
  text!: string;

  @Field(() => Int, { description: "Tokens in the block, at most the budget." })
  tokens!: number;

  @Field(() => [Node], {
    complexity: listCost,
    description: "Facts, events and entities in the block: the nth is cited as `[n]`.",
  })
  citations!: readonly Node[];

  @Field(() => [Fact], {
    complexity: listCost,
    description:
      "Facts of the slots that the question asks for (`Where do I live?`), best first. They are among the citations. Empty if it asks for no slot, or if nothing is known about the slot.",
  })
  answers!: readonly Fact[];

  @Field(() => [SearchHit], {
    complexity: listCost,
    description:
      "Hits of the question's search, with their ranks, in the order of the citations. Other facts in the block, such as standing facts about the user, are not among them.",
  })
  hits!: readonly SearchHit[];

  @Field(() => TimeCoordinates, {
    description:
      "Time point for which the question is answered: that of the query, with `validAt` moved to the time that the question names.",
  })
  at!: TimeCoordinates;

  @Field(() => TimeAsked, {
    nullable: true,
    description: "Time that the question names; null if it names none.",
  })
  timeAsked!: TimeAsked | null;
}
