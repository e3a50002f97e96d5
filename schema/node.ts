import { Field, ID, InterfaceType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./scalars.ts";

/** The type of an object, which it carries itself. */
export const ownType = ({ __typename }: { readonly __typename: string }): string => __typename;

/** Description of the id of an object that is read at a time point. */
export const VIEWED_ID = "Global id; in a past view, it carries the time point.";

@InterfaceType("Node", {
  resolveType: ownType,
  description:
    "An object with an opaque global id. The id of a past view contains the time point, so that a normalizing client cache keeps past and present apart. Arguments accept both kinds of ids.",
})
export class Node {
  @Field(() => ID, {
    description: "Global id: opaque and stable. `node` reads the same view again.",
  })
  id!: string;
}

@InterfaceType("Memory", {
  resolveType: ownType,
  description: "A turn, a fact or a derived memory.",
})
export class Memory {
  @Field(() => ID, { description: "Global id." })
  id!: string;

  @Field(() => String, { description: "Text of the memory." })
  content!: string;

  @Field(() => GraphQLDateTime, { description: "When it was recorded." })
  recordedAt!: Instant;
}
