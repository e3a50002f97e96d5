import { Field, Float, ID, ObjectType } from "type-graphql";
import type { FactTier, SourceContext } from "../src/memory/fact.ts";
import type { ImportanceCategory } from "../src/memory/importance.ts";
import type { Instant } from "../src/memory/time.ts";
import { connectionOf } from "./connection.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { ImportanceCategoryEnum } from "./importance-category.ts";
import { Memory } from "./memory.ts";
import { Node } from "./node.ts";
import { FactTierEnum } from "./fact-tier.ts";
import { SourceContextEnum } from "./source-context.ts";

@ObjectType("Fact", {
  implements: [Node, Memory],
  simpleResolvers: true,
  description:
    "One statement that is remembered about an entity. At any record time at most one version of it is believed; the fields show the one believed at the view's knownAt. By id (`fact`, `node`) a fact is found whatever its valid interval, and null before it was recorded; lists and searches show it only where it is visible.",
})
export class Fact implements Node, Memory {
  @Field(() => ID, {
    description: "The id of the fact; of a past view of it, if the time point is a past one.",
  })
  id!: string;

  @Field(() => String, {
    description:
      "The statement: one sentence that can stand alone, in the language in which it was told.",
  })
  text!: string;

  @Field(() => String, { description: "The text: what every `Memory` has." })
  content!: string;

  @Field(() => String, {
    nullable: true,
    description:
      "The single-valued attribute that the fact is about, where it has one: `residence`, `employer`, `favourite_colour`.",
  })
  slot!: string | null;

  @Field(() => String, { nullable: true, description: "The value of the slot." })
  value!: string | null;

  @Field(() => Float, {
    description:
      "0 to 1: 0.95 said in so many words, 0.80 strong inference, 0.60 weak inference, 0.40 speculation.",
  })
  confidence!: number;

  @Field(() => Float, { description: "0 to 1, at first by category." })
  importance!: number;

  @Field(() => ImportanceCategoryEnum, { description: "What kind of statement it is." })
  importanceCategory!: ImportanceCategory;

  @Field(() => SourceContextEnum, { description: "How it came to be known." })
  sourceContext!: SourceContext;

  @Field(() => FactTierEnum, {
    description: "Whether it is kept beyond the session that it was said in.",
  })
  tier!: FactTier;

  @Field(() => GraphQLDateTime, {
    description:
      "From when on it is true: what the message states, or else when the message was said; the beginning of time, where it states an end before that.",
  })
  validFrom!: Instant;

  @Field(() => Boolean, {
    description:
      "Whether the text gave that start; false where it is only the time of the message, or the beginning of time.",
  })
  validFromKnown!: boolean;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Until when it is true, that instant excluded; null while no end is known.",
  })
  validTo!: Instant | null;

  @Field(() => GraphQLDateTime, {
    description: "When the service began to believe this version of it.",
  })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When this version was believed no more; null while it is believed.",
  })
  expiredAt!: Instant | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Who said it, by the name that the caller gave; null for the user, `[erased]` for one who was forgotten.",
  })
  speaker!: string | null;
}

export const FactConnection = connectionOf(() => Fact, "Fact", "facts");
