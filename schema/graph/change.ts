import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { ChangeKind } from "../../src/memory/change.ts";
import type { Instant } from "../../src/memory/time.ts";
import { DEFAULT_CHANGES } from "../../src/read/history/changes.ts";
import { MAXIMUM_PAGE_SIZE } from "../../src/read/page-size.ts";
import { AfterArgs, connectionOf } from "../connection.ts";
import { Node } from "../node.ts";
import { GraphQLDateTime } from "../scalars.ts";

const ChangeKindEnum = {
  FACT_ADDED: "FACT_ADDED",
  FACT_UPDATED: "FACT_UPDATED",
  FACT_CLOSED: "FACT_CLOSED",
  RELATIONSHIP_ADDED: "RELATIONSHIP_ADDED",
  RELATIONSHIP_CLOSED: "RELATIONSHIP_CLOSED",
  ENTITY_ADDED: "ENTITY_ADDED",
  ENTITY_CHANGED: "ENTITY_CHANGED",
  ENTITIES_MERGED: "ENTITIES_MERGED",
  ENTITY_SPLIT: "ENTITY_SPLIT",
} as const satisfies { [K in ChangeKind]: K };

registerEnumType(ChangeKindEnum, {
  name: "ChangeKind",
  description: "Kind of a change.",
  valuesConfig: {
    FACT_ADDED: { description: "A new fact." },
    FACT_UPDATED: { description: "A fact that replaced another or was corrected." },
    FACT_CLOSED: { description: "A fact that ended or is no longer believed." },
    RELATIONSHIP_ADDED: { description: "A relationship that is new or holds again." },
    RELATIONSHIP_CLOSED: {
      description: "A relationship that ended with its evidence.",
    },
    ENTITY_ADDED: { description: "A new entity." },
    ENTITY_CHANGED: {
      description: "An entity with a new name, type, alias, profile or importance.",
    },
    ENTITIES_MERGED: { description: "Two entities were merged." },
    ENTITY_SPLIT: { description: "A merge was undone." },
  },
});

@ArgsType()
export class ChangesArgs extends AfterArgs {
  @Field(() => GraphQLDateTime, { description: "Start of the interval, included." })
  from!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "End of the interval, excluded. Default: up to and including the last commit.",
  })
  to?: Instant | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "Only changes to this entity (id, key or name) and to entities merged into it by then.",
  })
  entity?: string | null;

  @Field(() => Int, {
    nullable: true,
    defaultValue: DEFAULT_CHANGES,
    description: `Maximum number of changes: 1 to ${MAXIMUM_PAGE_SIZE}. Errors: PAGE_SIZE_OUT_OF_BOUNDS.`,
  })
  first?: number | null;
}

@ObjectType("Change", {
  implements: [Node],
  simpleResolvers: true,
  description: "One change made by a commit, read at the record time of that commit.",
})
export class Change implements Node {
  @Field(() => ID, { description: "Global id; stable." })
  id!: string;

  @Field(() => GraphQLDateTime, { description: "Record time of the commit." })
  at!: Instant;

  @Field(() => ChangeKindEnum, { description: "Kind of change." })
  kind!: ChangeKind;
}

export const ChangeConnection = connectionOf(() => Change, "Change", "changes");
