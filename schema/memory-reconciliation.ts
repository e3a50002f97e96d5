import { Field, Int, ObjectType } from "type-graphql";
import { listCost } from "./cost.ts";
import { Decision } from "./decision.ts";
import { Fact } from "./fact.ts";
import { TokenUsage } from "./token-usage.ts";

@ObjectType("RefusedFinding", {
  simpleResolvers: true,
  description:
    "Facts that were found to say the same or to contradict each other, and were left as they are.",
})
export class RefusedFinding {
  @Field(() => [Fact], { complexity: listCost, description: "The facts." })
  facts!: readonly Fact[];

  @Field(() => String, { description: "Why none of them was closed, in a sentence." })
  reason!: string;
}

@ObjectType("MemoryReconciliation", {
  simpleResolvers: true,
  description:
    "What a reconciliation of the facts that were recorded last found and did. Everything in it is read at the record time of its own commit.",
})
export class MemoryReconciliation {
  @Field(() => Int, { description: "How many facts were looked at." })
  considered!: number;

  @Field(() => Int, { description: "How many of them stay as they are." })
  kept!: number;

  @Field(() => Int, {
    description:
      "How many were folded into another one that says the same: closed with the reason DUPLICATE.",
  })
  merged!: number;

  @Field(() => Int, {
    description:
      "How many another one contradicts that was said more recently or is more certain: closed with the reason CONTRADICT.",
  })
  contradicted!: number;

  @Field(() => [Decision], {
    complexity: listCost,
    description:
      "One decision for each fact that was closed; `revertDecision` brings the fact back.",
  })
  decisions!: readonly Decision[];

  @Field(() => [RefusedFinding], {
    complexity: listCost,
    description: "What was found and not done: facts of different subjects close each other never.",
  })
  refused!: readonly RefusedFinding[];

  @Field(() => String, {
    description:
      "What compared the facts: a model's name, or `offline`, which goes by slots and content hashes only.",
  })
  comparedBy!: string;

  @Field(() => TokenUsage, { description: "What asking the model took." })
  tokens!: TokenUsage;
}
