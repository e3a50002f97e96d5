import { Field, Float, ID, ObjectType } from "type-graphql";
import type { DecidedBy, DecisionAction } from "../src/memory/decision.ts";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { DecidedByEnum } from "./decided-by.ts";
import { DecisionActionEnum } from "./decision-action.ts";
import { Node } from "./node.ts";
import { TokenUsage } from "./token-usage.ts";

@ObjectType("Decision", {
  implements: [Node],
  simpleResolvers: true,
  description:
    "What was decided for one extracted fact, or at one call of a client, and on what grounds: the why of a version.",
})
export class Decision implements Node {
  @Field(() => ID, {
    description: "The id of the decision; of a past view of it, if the time point is a past one.",
  })
  id!: string;

  @Field(() => DecisionActionEnum, { description: "What was decided." })
  action!: DecisionAction;

  @Field(() => DecidedByEnum, { description: "Who decided." })
  decidedBy!: DecidedBy;

  @Field(() => String, { description: "On what grounds, in a sentence." })
  reason!: string;

  @Field(() => String, { description: "The statement that it was about." })
  factText!: string;

  @Field(() => String, {
    nullable: true,
    description: "The model that decided; null where none was asked.",
  })
  model!: string | null;

  @Field(() => TokenUsage, {
    nullable: true,
    description: "What asking the model took; null where none was asked.",
  })
  tokens!: TokenUsage | null;

  @Field(() => GraphQLDateTime, { description: "When it was recorded." })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was undone; null while it stands.",
  })
  revertedAt!: Instant | null;
}

@ObjectType("DecisionCandidate", {
  simpleResolvers: true,
  description: "A known fact that a decision compared the new statement with.",
})
export class DecisionCandidate {
  @Field(() => Float, { description: "How near it is, as the cosine of the embeddings: -1 to 1." })
  similarity!: number;
}
