import { Field, Float, ID, InputType } from "type-graphql";
import type { ImportanceCategory } from "../src/memory/importance.ts";
import type { Instant, Precision } from "../src/memory/time.ts";
import { ASSERT_FACT_DEFAULTS } from "../src/write/requests.ts";
import { EntityRefInput } from "./graph/entity.ts";
import { ImportanceCategoryEnum, PrecisionEnum } from "./graph/fact.ts";
import { GraphQLDateTime } from "./scalars.ts";
import { TAGS_GIVEN } from "./tags.ts";
import { SPEAKER_GIVEN } from "./write.ts";
import { VALID_FROM_PRECISION_GIVEN, VALID_TO_PRECISION_GIVEN } from "./time-point.ts";

@InputType("RelationshipRefInput", { description: "A relationship that a fact states." })
export class RelationshipRefInput {
  @Field(() => String, { description: "Type in snake_case: `works_at`, `lives_in`." })
  type!: string;

  @Field(() => EntityRefInput, {
    description: "Entity where the relationship ends; created if it is new.",
  })
  target!: EntityRefInput;
}

@InputType("AssertFactInput", { description: "A fact to record as given, without a model." })
export class AssertFactInput {
  @Field(() => EntityRefInput, { description: "Primary entity; created if it is new." })
  entity!: EntityRefInput;

  @Field(() => String, { description: "The statement: one self-contained sentence." })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Attribute that the fact is about, in snake_case. It replaces an earlier fact of the same slot.",
  })
  slot?: string | null;

  @Field(() => String, { nullable: true, description: "Value of the slot." })
  value?: string | null;

  @Field(() => RelationshipRefInput, {
    nullable: true,
    description: "Relationship from `entity` to `target`, with the fact as its evidence.",
  })
  relationship?: RelationshipRefInput | null;

  @Field(() => Float, {
    nullable: true,
    defaultValue: ASSERT_FACT_DEFAULTS.confidence,
    description: "Confidence, 0 to 1.",
  })
  confidence?: number | null;

  @Field(() => ImportanceCategoryEnum, {
    nullable: true,
    defaultValue: ASSERT_FACT_DEFAULTS.importanceCategory,
    description: "Kind of statement; it sets the importance.",
  })
  importanceCategory?: ImportanceCategory | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When the fact became true. Default: `occurredAt`.",
  })
  validFrom?: Instant | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether `validFrom` is known. Default: true if `validFrom` is given.",
  })
  validFromKnown?: boolean | null;

  @Field(() => PrecisionEnum, { nullable: true, description: VALID_FROM_PRECISION_GIVEN })
  validFromPrecision?: Precision | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "When the fact stops being true. Default: open. Must be after `validFrom` (else INVALID_INTERVAL).",
  })
  validTo?: Instant | null;

  @Field(() => PrecisionEnum, { nullable: true, description: VALID_TO_PRECISION_GIVEN })
  validToPrecision?: Precision | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "When the statement was made. Default: now. At most five minutes ahead. Errors: INVALID_INSTANT.",
  })
  occurredAt?: Instant | null;

  @Field(() => String, { nullable: true, description: SPEAKER_GIVEN })
  speaker?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "Id of the session of the fact. Errors: NOT_FOUND.",
  })
  sessionId?: string | null;

  @Field(() => [String], { nullable: true, description: TAGS_GIVEN })
  tags?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Repeating the call with the same key returns the first result and writes nothing.",
  })
  idempotencyKey?: string | null;
}
