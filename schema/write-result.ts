import { Field, Float, ObjectType } from "type-graphql";
import { listCost } from "./cost.ts";
import { Decision } from "./decision.ts";
import { Entity } from "./entity.ts";
import { Event } from "./event.ts";
import { FactVersion } from "./fact-version.ts";
import { Relationship } from "./relationship.ts";
import { StageTrace } from "./stage-trace.ts";
import { TokenUsage } from "./token-usage.ts";

@ObjectType("WriteResult", {
  simpleResolvers: true,
  description: "What a write did. Everything in it is read at the record time of its own commit.",
})
export class WriteResult {
  @Field(() => Boolean, {
    description:
      "Whether everything went through. If not, the event is on record all the same, and what failed is tried again later.",
  })
  success!: boolean;

  @Field(() => String, { nullable: true, description: "What did not go through, in a sentence." })
  error!: string | null;

  @Field(() => Event, { nullable: true, description: "null for an empty message or a dry run" })
  event!: Event | null;

  @Field(() => [FactVersion], { complexity: listCost, description: "Facts that are new." })
  factsAdded!: readonly FactVersion[];

  @Field(() => [FactVersion], {
    complexity: listCost,
    description: "Facts that took the place of others.",
  })
  factsUpdated!: readonly FactVersion[];

  @Field(() => [FactVersion], {
    complexity: listCost,
    description: "Facts that were known already, and are confirmed.",
  })
  factsUnchanged!: readonly FactVersion[];

  @Field(() => [FactVersion], { complexity: listCost, description: "Facts that were taken back." })
  factsDeleted!: readonly FactVersion[];

  @Field(() => [Entity], {
    complexity: listCost,
    description: "Every entity that the message was found to speak of.",
  })
  entities!: readonly Entity[];

  @Field(() => [Relationship], {
    complexity: listCost,
    description: "Relationships that are new or were told again.",
  })
  relationships!: readonly Relationship[];

  @Field(() => [Decision], {
    complexity: listCost,
    description: "What was decided for each fact, and why.",
  })
  decisions!: readonly Decision[];

  @Field(() => TokenUsage, { description: "What all model calls took together." })
  tokens!: TokenUsage;

  @Field(() => Float, { description: "How long the write took, in milliseconds." })
  durationMs!: number;

  @Field(() => String, { description: "What extracted: `offline`, or the model's name." })
  extractor!: string;

  @Field(() => [StageTrace], {
    nullable: true,
    complexity: listCost,
    description: "With verbose only.",
  })
  trace!: readonly StageTrace[] | null;
}
