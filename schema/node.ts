import { Field, ID, InterfaceType } from "type-graphql";

/** Objects say themselves which type they are of. */
export const ownType = ({ __typename }: { readonly __typename: string }): string => __typename;

@InterfaceType("Node", {
  resolveType: ownType,
  description:
    "Every object has an opaque global id. A view of the past has an id of its own (it carries the time point), so that a normalising client cache never overwrites the present with the past. An argument takes either kind of id.",
})
export class Node {
  @Field(() => ID, { description: "Opaque and stable; with `node` it reads the same view again." })
  id!: string;
}
