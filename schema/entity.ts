import { Field, Float, ID, ObjectType } from "type-graphql";
import { connectionOf } from "./connection.ts";
import { Node } from "./node.ts";
import { TimeCoordinates } from "./time-point.ts";

@ObjectType("Entity", {
  implements: [Node],
  simpleResolvers: true,
  description:
    "A person, an organization, a place, a project, a url, a concept, …, as it stood at a time point. One that is merged into another is shown as that other.",
})
export class Entity implements Node {
  @Field(() => ID, {
    description: "The id of the entity; of a past view of it, if the time point is a past one.",
  })
  id!: string;

  @Field(() => String, {
    description: "Stable for the life of the entity: `person:clara_rezende`.",
  })
  key!: string;

  @Field(() => String, { description: "The name that it goes by." })
  name!: string;

  @Field(() => String, {
    description: "What it is, in snake_case: `person`, `organization`, `place`, …",
  })
  type!: string;

  @Field(() => [String], {
    description: "The other names that it answers to, as they were written.",
  })
  aliases!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: "What is known of it, in a few sentences; null where nobody has summed it up.",
  })
  profile!: string | null;

  @Field(() => Float, { description: "0 to 1." })
  importance!: number;

  @Field(() => TimeCoordinates, {
    description:
      "The point at which this view was read. Fields below inherit it unless they are given their own `at`.",
  })
  at!: TimeCoordinates;
}

export const EntityConnection = connectionOf(() => Entity, "Entity", "entities");
