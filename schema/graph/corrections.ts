import { Field, Float, ID, InputType, ObjectType } from "type-graphql";
import type { Instant, Precision } from "../../src/memory/time.ts";
import { listCost } from "../cost.ts";
import { GraphQLDateTime } from "../scalars.ts";
import { Decision } from "./decision.ts";
import { Entity } from "./entity.ts";
import { Fact, PrecisionEnum } from "./fact.ts";
import { Relationship } from "./relationship.ts";
import { VALID_FROM_PRECISION_GIVEN, VALID_TO_PRECISION_GIVEN } from "../time-point.ts";

const REASON = "Reason, stored with the decision.";
const DRY_RUN = "If true, show what would change and change nothing.";

@InputType("CorrectFactInput", {
  description: "A correction of a fact. Omitted fields do not change.",
})
export class CorrectFactInput {
  @Field(() => ID, { description: "Id of the fact. Errors: NOT_FOUND." })
  fact!: string;

  @Field(() => String, { nullable: true, description: "Corrected statement." })
  text?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Corrected value of the slot. Without `text`, the new value also replaces the old one in the text.",
  })
  value?: string | null;

  @Field(() => Float, { nullable: true, description: "Corrected confidence, 0 to 1." })
  confidence?: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Corrected start of the valid interval.",
  })
  validFrom?: Instant | null;

  @Field(() => Boolean, { nullable: true, description: "Whether that start is known." })
  validFromKnown?: boolean | null;

  @Field(() => PrecisionEnum, { nullable: true, description: VALID_FROM_PRECISION_GIVEN })
  validFromPrecision?: Precision | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "Corrected end of the valid interval. Must be after `validFrom` (else INVALID_INTERVAL). Explicit null removes a stated end.",
  })
  validTo?: Instant | null;

  @Field(() => PrecisionEnum, { nullable: true, description: VALID_TO_PRECISION_GIVEN })
  validToPrecision?: Precision | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description:
      "If true, the fact was never true and is removed. Cannot be combined with another correction (else BAD_USER_INPUT).",
  })
  never?: boolean | null;

  @Field(() => String, { nullable: true, description: REASON })
  reason?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false, description: DRY_RUN })
  dryRun?: boolean | null;
}

const ENTITY = "Id, key or name.";
const DECISION = "Decision that records it.";
const FACTS = "All facts with a version that the decision added or ended.";
const RELATIONSHIPS = "All relationships whose visible interval changed.";

@InputType("RetractFactInput", { description: "A fact that is no longer true." })
export class RetractFactInput {
  @Field(() => ID, { description: "Id of the fact. Errors: NOT_FOUND." })
  fact!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When the fact stopped being true. Default: now.",
  })
  validTo?: Instant | null;

  @Field(() => String, { nullable: true, description: REASON })
  reason?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false, description: DRY_RUN })
  dryRun?: boolean | null;
}

@ObjectType("FactPayload", {
  simpleResolvers: true,
  description: "The result of `correctFact` or `retractFact`.",
})
export class FactPayload {
  @Field(() => Fact, { description: "The fact in its current state." })
  fact!: Fact;

  @Field(() => Decision, { description: DECISION })
  decision!: Decision;

  @Field(() => [Fact], { complexity: listCost, description: FACTS })
  facts!: readonly Fact[];

  @Field(() => [Relationship], { complexity: listCost, description: RELATIONSHIPS })
  relationships!: readonly Relationship[];
}

@InputType("RevertDecisionInput", { description: "A decision to undo." })
export class RevertDecisionInput {
  @Field(() => ID, { description: "Id of the decision. Errors: NOT_FOUND." })
  decision!: string;

  @Field(() => String, { nullable: true, description: REASON })
  reason?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false, description: DRY_RUN })
  dryRun?: boolean | null;
}

/** Its fields are read when they are requested. */
@ObjectType("Handover", {
  description:
    "Facts and relationships that pass from one entity to the other, with the intervals that they had just before: after a merge, those of `from`; after a split, those of the entity that was taken out.",
})
export class Handover {}

@ObjectType("RevertDecisionPayload", {
  simpleResolvers: true,
  description: "The result of `revertDecision`.",
})
export class RevertDecisionPayload {
  @Field(() => Decision, { description: "The decision that was undone." })
  decision!: Decision;

  @Field(() => [Fact], { complexity: listCost, description: FACTS })
  facts!: readonly Fact[];

  @Field(() => [Relationship], { complexity: listCost, description: RELATIONSHIPS })
  relationships!: readonly Relationship[];

  @Field(() => Handover, {
    nullable: true,
    description:
      "Facts and relationships that pass between two entities; null unless a merge or a split was undone.",
  })
  handover!: Handover | null;
}

@InputType("MergeEntitiesInput", { description: "Two entities that are the same." })
export class MergeEntitiesInput {
  @Field(() => ID, { description: `The entity to merge into the other. ${ENTITY}` })
  from!: string;

  @Field(() => ID, { description: `The entity that remains. ${ENTITY}` })
  into!: string;

  @Field(() => String, { nullable: true, description: REASON })
  reason?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false, description: DRY_RUN })
  dryRun?: boolean | null;
}

@InputType("SplitEntityInput", { description: "A merge to undo." })
export class SplitEntityInput {
  @Field(() => ID, { description: `The entity that stands for both. ${ENTITY}` })
  entity!: string;

  @Field(() => String, { description: "Key of the merged entity to take out." })
  mergedKey!: string;

  @Field(() => String, { nullable: true, description: REASON })
  reason?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false, description: DRY_RUN })
  dryRun?: boolean | null;
}

@ObjectType("EntityPayload", {
  simpleResolvers: true,
  description: "The result of `mergeEntities` or `splitEntity`.",
})
export class EntityPayload {
  @Field(() => Entity, {
    description:
      "After a merge, the entity that remains; after a split, the one that was taken out.",
  })
  entity!: Entity;

  @Field(() => Decision, { description: DECISION })
  decision!: Decision;

  @Field(() => [Fact], { complexity: listCost, description: FACTS })
  facts!: readonly Fact[];

  @Field(() => [Relationship], { complexity: listCost, description: RELATIONSHIPS })
  relationships!: readonly Relationship[];

  @Field(() => Handover, {
    description: "Facts and relationships that pass from one entity to the other.",
  })
  handover!: Handover;
}
