import { Field, Float, ID, ObjectType, registerEnumType } from "type-graphql";
import type { DecidedBy, DecisionAction } from "../../src/memory/decision.ts";
import type { Instant } from "../../src/memory/time.ts";
import { connectionOf } from "../connection.ts";
import { Node, VIEWED_ID } from "../node.ts";
import { GraphQLDateTime } from "../scalars.ts";
import { TokenUsage } from "../token-usage.ts";

const DecidedByEnum = {
  RULE: "RULE",
  SIMILARITY: "SIMILARITY",
  MODEL: "MODEL",
  CALLER: "CALLER",
} as const satisfies { [K in DecidedBy]: K };

registerEnumType(DecidedByEnum, {
  name: "DecidedBy",
  description: "Who made a decision.",
  valuesConfig: {
    RULE: { description: "A rule: same words, same slot, or an explicit retraction." },
    SIMILARITY: { description: "Similarity to known facts." },
    MODEL: { description: "A language model." },
    CALLER: { description: "The client, by a structured write." },
  },
});

const DecisionActionEnum = {
  ADD: "ADD",
  UPDATE: "UPDATE",
  NOOP: "NOOP",
  DELETE: "DELETE",
  PROMOTE: "PROMOTE",
} as const satisfies { [K in DecisionAction]: K };

registerEnumType(DecisionActionEnum, {
  name: "DecisionAction",
  description: "What a decision did.",
  valuesConfig: {
    ADD: { description: "Added a new fact." },
    UPDATE: { description: "Replaced or changed a known fact." },
    NOOP: { description: "Confirmed a known fact." },
    DELETE: { description: "Retracted a known fact." },
    PROMOTE: { description: "Promoted a fact beyond its session: its tier became LONG_TERM." },
  },
});

@ObjectType("Decision", {
  implements: [Node],
  simpleResolvers: true,
  description:
    "Decision about an extracted fact or a request of a client: what was decided, by whom, and why.",
})
export class Decision implements Node {
  @Field(() => ID, { description: VIEWED_ID })
  id!: string;

  @Field(() => DecisionActionEnum, { description: "Action that was decided." })
  action!: DecisionAction;

  @Field(() => DecidedByEnum, { description: "Who decided." })
  decidedBy!: DecidedBy;

  @Field(() => String, { description: "Why, in one sentence." })
  reason!: string;

  @Field(() => String, { description: "Statement that the decision is about." })
  factText!: string;

  @Field(() => String, {
    nullable: true,
    description: "Name of the model that decided; null if no model was called.",
  })
  model!: string | null;

  @Field(() => TokenUsage, {
    nullable: true,
    description: "Tokens used by the model; null if no model was called.",
  })
  tokens!: TokenUsage | null;

  @Field(() => GraphQLDateTime, { description: "When the decision was recorded." })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it was reverted; null if it was not.",
  })
  revertedAt!: Instant | null;
}

@ObjectType("DecisionCandidate", {
  simpleResolvers: true,
  description: "A known fact that a decision compared the new statement with.",
})
export class DecisionCandidate {
  @Field(() => Float, { description: "Cosine similarity of the embeddings, -1 to 1." })
  similarity!: number;

  @Field(() => String, {
    nullable: true,
    description:
      "Why the candidate was not chosen; null for the chosen one, and if no reason was recorded.",
  })
  reason!: string | null;
}

export const DecisionConnection = connectionOf(() => Decision, "Decision", "decisions");
