import { Field, InputType, Int, ObjectType } from "type-graphql";
import { RECONCILED_FACTS } from "../../src/derive/reconciliation/reconcile-memories.ts";
import { listCost } from "../cost.ts";
import { Decision } from "../graph/decision.ts";
import { Fact } from "../graph/fact.ts";
import { TokenUsage } from "../token-usage.ts";

@ObjectType("ClosureRefusal", {
  simpleResolvers: true,
  description: "Duplicates or contradictions that were left unchanged.",
})
export class ClosureRefusal {
  @Field(() => [Fact], { complexity: listCost, description: "The facts in question." })
  facts!: readonly Fact[];

  @Field(() => String, { description: "Reason why none of these facts was ended." })
  reason!: string;
}

@ObjectType("ReconcileMemoriesPayload", {
  simpleResolvers: true,
  description: "The result of `reconcileMemories`, read at the record time of its commit.",
})
export class ReconcileMemoriesPayload {
  @Field(() => Int, { description: "Number of facts compared." })
  considered!: number;

  @Field(() => Int, { description: "Number of facts left unchanged." })
  unchanged!: number;

  @Field(() => Int, {
    description: "Number of facts ended as DUPLICATE.",
  })
  duplicates!: number;

  @Field(() => Int, {
    description: "Number of facts ended as CONTRADICT.",
  })
  contradictions!: number;

  @Field(() => [Decision], {
    complexity: listCost,
    description: "One decision per ended fact; `revertDecision` restores the fact.",
  })
  decisions!: readonly Decision[];

  @Field(() => [ClosureRefusal], {
    complexity: listCost,
    description:
      "Findings that were not applied. Facts about different entities never end each other.",
  })
  refusals!: readonly ClosureRefusal[];

  @Field(() => String, {
    description:
      "Name of the model that compared the facts, or `offline`, which compares slots and content hashes only.",
  })
  comparedBy!: string;

  @Field(() => TokenUsage, { description: "Tokens used by the model calls." })
  tokens!: TokenUsage;
}

@InputType("ReconcileMemoriesInput", { description: "Facts to reconcile." })
export class ReconcileMemoriesInput {
  @Field(() => Int, {
    nullable: true,
    defaultValue: RECONCILED_FACTS.byDefault,
    description: `Number of newest facts to compare: ${RECONCILED_FACTS.least} to ${RECONCILED_FACTS.most}.`,
  })
  last?: number | null;
}
