import { Field, Float, ID, InputType } from "type-graphql";
import type { ImportanceCategory } from "../src/memory/importance.ts";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { EntityRefInput } from "./entity-ref-input.ts";
import { ImportanceCategoryEnum } from "./importance-category.ts";

@InputType("RelationshipRefInput", { description: "A relationship to record with a fact." })
export class RelationshipRefInput {
  @Field(() => String, { description: "snake_case: `works_at`, `lives_in`." })
  type!: string;

  @Field(() => EntityRefInput, { description: "The entity that it runs to: created if it is new." })
  target!: EntityRefInput;
}

@InputType("AssertFactInput", { description: "A structured write: no model is asked." })
export class AssertFactInput {
  @Field(() => EntityRefInput, { description: "The primary entity: created if it is new." })
  entity!: EntityRefInput;

  @Field(() => String, { description: "The statement: one sentence that can stand alone." })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The single-valued attribute that it is about, in snake_case: an earlier fact of the slot is superseded.",
  })
  slot?: string | null;

  @Field(() => String, { nullable: true, description: "The value of the slot." })
  value?: string | null;

  @Field(() => RelationshipRefInput, {
    nullable: true,
    description:
      "Where given, a relationship entity -> target of this type is recorded with the fact as its evidence.",
  })
  relationship?: RelationshipRefInput | null;

  @Field(() => Float, { nullable: true, defaultValue: 0.95, description: "0 to 1." })
  confidence?: number | null;

  @Field(() => ImportanceCategoryEnum, {
    nullable: true,
    defaultValue: "SPECIFIC_EVENT",
    description: "What kind of statement it is.",
  })
  importanceCategory?: ImportanceCategory | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it became true. Default: occurredAt.",
  })
  validFrom?: Instant | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "Whether that start is known. Default: whether `validFrom` is given.",
  })
  validFromKnown?: boolean | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "When it ceases to be true. Default: never. Not after `validFrom`: INVALID_INTERVAL.",
  })
  validTo?: Instant | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was said. Default: when it is recorded.",
  })
  occurredAt?: Instant | null;

  @Field(() => String, {
    nullable: true,
    description: "The name of the one who said it. Default: the user.",
  })
  speaker?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "The session that it belongs to. An unknown one is refused with NOT_FOUND.",
  })
  sessionId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "A repeated write with the same key returns the first one's result and writes nothing.",
  })
  idempotencyKey?: string | null;
}
