import { ArgsType, Field, Float, ID, ObjectType, registerEnumType } from "type-graphql";
import type { FactTier, SourceContext, SupersedeReason } from "../../src/memory/fact.ts";
import { IMPORTANCE, type ImportanceCategory } from "../../src/memory/importance.ts";
import type { Instant, Precision } from "../../src/memory/time.ts";
import { connectionOf, PageAtArgs, RootPageAtArgs } from "../connection.ts";
import {
  EXPIRED_AT,
  Interval,
  RECORDED_AT,
  VALID_FROM,
  VALID_FROM_PRECISION,
  VALID_TO,
  VALID_TO_PRECISION,
} from "../time-point.ts";
import { Memory, Node, VIEWED_ID } from "../node.ts";
import { GraphQLDateTime } from "../scalars.ts";
import { TAGS_WANTED } from "../tags.ts";

const FactTierEnum = { SESSION: "SESSION", LONG_TERM: "LONG_TERM" } as const satisfies {
  [K in FactTier]: K;
};

registerEnumType(FactTierEnum, {
  name: "FactTier",
  description: "Whether a fact outlives the session in which it was stated.",
  valuesConfig: {
    SESSION: { description: "Belongs to the session in which it was stated." },
    LONG_TERM: {
      description:
        "Outlives its session: the user asked to remember it, it was stated outside a session or asserted, or it was promoted because it recurred.",
    },
  },
});

export const ImportanceCategoryEnum = {
  BIOGRAPHICAL_MILESTONE: "BIOGRAPHICAL_MILESTONE",
  RELATIONSHIP_CHANGE: "RELATIONSHIP_CHANGE",
  STABLE_PREFERENCE: "STABLE_PREFERENCE",
  SPECIFIC_EVENT: "SPECIFIC_EVENT",
  ROUTINE_ACTIVITY: "ROUTINE_ACTIVITY",
  CONVERSATIONAL: "CONVERSATIONAL",
} as const satisfies { [K in ImportanceCategory]: K };

const withDescription = (what: string, category: ImportanceCategory) => ({
  description: `${what} Importance ${IMPORTANCE[category]}.`,
});

registerEnumType(ImportanceCategoryEnum, {
  name: "ImportanceCategory",
  description: "Kind of statement; it sets the initial importance of a fact.",
  valuesConfig: {
    BIOGRAPHICAL_MILESTONE: withDescription(
      "A turning point in life: a birth, a wedding, a move, a new job.",
      "BIOGRAPHICAL_MILESTONE",
    ),
    RELATIONSHIP_CHANGE: withDescription(
      "A bond that started, changed or ended.",
      "RELATIONSHIP_CHANGE",
    ),
    STABLE_PREFERENCE: withDescription(
      "A lasting like, dislike, habit of mind or trait.",
      "STABLE_PREFERENCE",
    ),
    SPECIFIC_EVENT: withDescription(
      "Something that happened once or is planned.",
      "SPECIFIC_EVENT",
    ),
    ROUTINE_ACTIVITY: withDescription("Something done regularly.", "ROUTINE_ACTIVITY"),
    CONVERSATIONAL: withDescription("Said in passing.", "CONVERSATIONAL"),
  },
});

const SourceContextEnum = {
  STATED: "STATED",
  INFERRED_FROM_RELATION: "INFERRED_FROM_RELATION",
  ASSERTED: "ASSERTED",
  CORRECTED: "CORRECTED",
  IMPORTED: "IMPORTED",
} as const satisfies { [K in SourceContext]: K };

registerEnumType(SourceContextEnum, {
  name: "SourceContext",
  description: "Origin of a fact.",
  valuesConfig: {
    STATED: { description: "Extracted from a message." },
    INFERRED_FROM_RELATION: {
      description: "Derived from a relationship between two entities that no fact stated.",
    },
    ASSERTED: { description: "Written by `assertFact`." },
    CORRECTED: { description: "Changed by `correctFact`." },
    IMPORTED: { description: "Imported from another system." },
  },
});

export const PrecisionEnum = {
  YEAR: "YEAR",
  MONTH: "MONTH",
  DAY: "DAY",
  INSTANT: "INSTANT",
} as const satisfies { [K in Precision]: K };

registerEnumType(PrecisionEnum, {
  name: "Precision",
  description: 'Precision of a start or an end: "in 2020" is not 1 January.',
  valuesConfig: {
    YEAR: { description: "The year is known; the instant is its start." },
    MONTH: { description: "The month is known; the instant is its start." },
    DAY: { description: "The day is known; the instant is its start." },
    INSTANT: { description: "The instant itself." },
  },
});

export const SupersedeReasonEnum = {
  UPDATE: "UPDATE",
  RETRACTED: "RETRACTED",
  CORRECTED: "CORRECTED",
  DUPLICATE: "DUPLICATE",
  CONTRADICT: "CONTRADICT",
  BACKFILL: "BACKFILL",
  MERGE: "MERGE",
  REVERTED: "REVERTED",
} as const satisfies { [K in SupersedeReason]: K };

registerEnumType(SupersedeReasonEnum, {
  name: "SupersedeReason",
  description: "Why a fact ends, or is no longer believed.",
  valuesConfig: {
    UPDATE: { description: "A later statement replaced it." },
    RETRACTED: { description: "It was retracted: it is no longer true." },
    CORRECTED: { description: "It was recorded wrongly." },
    DUPLICATE: { description: "Another fact says the same." },
    CONTRADICT: { description: "Another fact contradicts it and was preferred." },
    BACKFILL: {
      description: "Late-arriving fact: it ends where the later, already known fact starts.",
    },
    MERGE: { description: "Its entity was merged with one that has a later statement." },
    REVERTED: { description: "The decision that created it was reverted." },
  },
});

@ObjectType("FactVersion", {
  implements: [Node],
  simpleResolvers: true,
  description: "State of a fact as believed from `recordedAt` until `expiredAt`.",
})
export class FactVersion implements Node {
  @Field(() => ID, { description: "Global id of the version." })
  id!: string;

  @Field(() => String, { description: "The statement." })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: "Attribute that the fact is about.",
  })
  slot!: string | null;

  @Field(() => String, { nullable: true, description: "Value of the slot." })
  value!: string | null;

  @Field(() => Float, { description: "Confidence, 0 to 1." })
  confidence!: number;

  @Field(() => FactTierEnum, { description: "Whether the fact outlives its session." })
  tier!: FactTier;

  @Field(() => GraphQLDateTime, { description: VALID_FROM })
  validFrom!: Instant;

  @Field(() => Boolean, { description: "Whether `validFrom` was stated." })
  validFromKnown!: boolean;

  @Field(() => GraphQLDateTime, { nullable: true, description: VALID_TO })
  validTo!: Instant | null;

  @Field(() => PrecisionEnum, { description: VALID_FROM_PRECISION })
  validFromPrecision!: Precision;

  @Field(() => PrecisionEnum, { nullable: true, description: VALID_TO_PRECISION })
  validToPrecision!: Precision | null;

  @Field(() => GraphQLDateTime, { description: RECORDED_AT })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, { nullable: true, description: EXPIRED_AT })
  expiredAt!: Instant | null;
}

export const SLOT = "Only facts about this attribute, in snake_case.";
const MIN_CONFIDENCE = "Only facts of at least this confidence, 0 to 1. Errors: BAD_USER_INPUT.";
const TIER = "Only facts of this tier.";

@ArgsType()
export class EntityFactsArgs extends PageAtArgs {
  @Field(() => String, { nullable: true, description: SLOT })
  slot?: string | null;

  @Field(() => Float, { nullable: true, description: MIN_CONFIDENCE })
  minConfidence?: number | null;

  @Field(() => FactTierEnum, { nullable: true, description: TIER })
  tier?: FactTier | null;

  @Field(() => [String], { nullable: true, description: TAGS_WANTED })
  tags?: string[] | null;
}

@ArgsType()
export class FactsArgs extends RootPageAtArgs {
  @Field(() => ID, {
    nullable: true,
    description:
      "Only facts about this entity: id, key, or a name that it had at the time point; `user` is the user. Empty if the entity is unknown.",
  })
  entity?: string | null;

  @Field(() => String, { nullable: true, description: SLOT })
  slot?: string | null;

  @Field(() => Float, { nullable: true, description: MIN_CONFIDENCE })
  minConfidence?: number | null;

  @Field(() => FactTierEnum, { nullable: true, description: TIER })
  tier?: FactTier | null;

  @Field(() => [String], { nullable: true, description: TAGS_WANTED })
  tags?: string[] | null;

  @Field(() => Interval, {
    nullable: true,
    description:
      "Facts that were true at any moment of this interval, ended ones included, as known at the time point's `knownAt`; its `validAt` is not used. Errors: INVALID_INTERVAL.",
  })
  during?: Interval | null;
}

@ObjectType("Fact", {
  implements: [Node, Memory],
  simpleResolvers: true,
  description:
    "One statement about an entity. Its fields show the version believed at the time point's `knownAt`. `fact` and `node` find it at any valid time; lists and searches only where it is visible.",
})
export class Fact implements Node, Memory {
  @Field(() => ID, { description: VIEWED_ID })
  id!: string;

  @Field(() => String, {
    description:
      "The statement: one self-contained sentence, in the language in which it was made.",
  })
  text!: string;

  @Field(() => String, { description: "Same as `text`." })
  content!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "Attribute that the fact is about: `residence`, `employer`, `favourite_colour`; null if there is none.",
  })
  slot!: string | null;

  @Field(() => String, { nullable: true, description: "Value of the slot." })
  value!: string | null;

  @Field(() => Float, {
    description:
      "Confidence, 0 to 1: 0.95 explicit, 0.80 strong inference, 0.60 weak inference, 0.40 speculation.",
  })
  confidence!: number;

  @Field(() => Float, { description: "Importance, 0 to 1; at first that of its category." })
  importance!: number;

  @Field(() => ImportanceCategoryEnum, { description: "Kind of statement." })
  importanceCategory!: ImportanceCategory;

  @Field(() => SourceContextEnum, { description: "Origin of the fact." })
  sourceContext!: SourceContext;

  @Field(() => FactTierEnum, {
    description: "Whether the fact outlives its session.",
  })
  tier!: FactTier;

  @Field(() => GraphQLDateTime, {
    description:
      "Start of the valid interval: as stated, else the time of the message, or the beginning of time if only an earlier end is stated.",
  })
  validFrom!: Instant;

  @Field(() => Boolean, {
    description: "Whether `validFrom` was stated.",
  })
  validFromKnown!: boolean;

  @Field(() => GraphQLDateTime, { nullable: true, description: VALID_TO })
  validTo!: Instant | null;

  @Field(() => PrecisionEnum, { description: VALID_FROM_PRECISION })
  validFromPrecision!: Precision;

  @Field(() => PrecisionEnum, { nullable: true, description: VALID_TO_PRECISION })
  validToPrecision!: Precision | null;

  @Field(() => GraphQLDateTime, {
    description: "When this version was recorded.",
  })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When this version stopped being believed; null if it is current.",
  })
  expiredAt!: Instant | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Name of the speaker as given; null for the user, `[erased]` for a speaker who was erased.",
  })
  speaker!: string | null;

  @Field(() => [String], {
    description: "Labels of the message that first stated it; may be empty.",
  })
  tags!: readonly string[];
}

export const FactConnection = connectionOf(() => Fact, "Fact", "facts");
export const FactVersionConnection = connectionOf(
  () => FactVersion,
  "FactVersion",
  "versions of a fact",
);
