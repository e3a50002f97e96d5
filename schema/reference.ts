import { Field, ObjectType } from "type-graphql";
import type { ReferenceKind } from "../src/memory/reference.ts";
import type { Instant } from "../src/memory/time.ts";
import { connectionOf } from "./connection.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { ReferenceKindEnum } from "./reference-kind.ts";

@ObjectType("Reference", {
  simpleResolvers: true,
  description:
    "A link of the context graph, from a turn of a session to an entity. It outlasts both the turn and the session.",
})
export class Reference {
  @Field(() => ReferenceKindEnum, { description: "How the turn refers to the entity." })
  kind!: ReferenceKind;

  @Field(() => String, { description: "The words around the entity's name." })
  snippet!: string;

  @Field(() => GraphQLDateTime, { description: "When the turn was said." })
  occurredAt!: Instant;

  @Field(() => GraphQLDateTime, { description: "When it was recorded." })
  recordedAt!: Instant;
}

export const ReferenceConnection = connectionOf(() => Reference, "Reference", "references");
