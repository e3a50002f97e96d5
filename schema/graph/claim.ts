import { Field, ObjectType, registerEnumType } from "type-graphql";
import type { Polarity } from "../../src/memory/fact.ts";
import type { Instant } from "../../src/memory/time.ts";
import { connectionOf } from "../connection.ts";
import { GraphQLDateTime } from "../scalars.ts";

const PolarityEnum = {
  HOLDS: "HOLDS",
  ENDED: "ENDED",
  NEVER: "NEVER",
} as const satisfies { [K in Polarity]: K };

registerEnumType(PolarityEnum, {
  name: "Polarity",
  description: "What a claim says about its value.",
  valuesConfig: {
    HOLDS: { description: "It is true from `validFrom` to `validTo`." },
    ENDED: { description: "It is no longer true from `validFrom` on." },
    NEVER: { description: "It was not true, at any time or from `validFrom` to `validTo`." },
  },
});

@ObjectType("Claim", {
  simpleResolvers: true,
  description: "A claim: what one message said about a fact or another value of its slot.",
})
export class Claim {
  @Field(() => PolarityEnum, { description: "Whether the claim states, ends or denies the value." })
  polarity!: Polarity;

  @Field(() => String, {
    nullable: true,
    description: "Claimed value; null if the message names none.",
  })
  value!: string | null;

  @Field(() => GraphQLDateTime, {
    description: "Claimed start; the beginning of time if it is unknown.",
  })
  validFrom!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Claimed end, excluded; null if there is none.",
  })
  validTo!: Instant | null;

  @Field(() => GraphQLDateTime, { description: "When it was said." })
  occurredAt!: Instant;

  @Field(() => GraphQLDateTime, { description: "When it was first recorded." })
  recordedAt!: Instant;
}

export const ClaimConnection = connectionOf(() => Claim, "Claim", "claims");
