import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import type { ReferenceKind } from "../../src/memory/reference.ts";
import type { Instant } from "../../src/memory/time.ts";
import { RECENT_REFERENCES } from "../../src/read/graph/recent-entities.ts";
import { connectionOf, FIRST, PageAtArgs, ROOT_AT, RootPageAtArgs } from "../connection.ts";
import { GraphQLDateTime } from "../scalars.ts";
import { TimePointInput } from "../time-point.ts";
import { groupedDigits } from "../grouped-digits.ts";

const ReferenceKindEnum = {
  DISCUSSED: "DISCUSSED",
  QUERIED: "QUERIED",
  MENTIONED: "MENTIONED",
  INTERESTED_IN: "INTERESTED_IN",
} as const satisfies { [K in ReferenceKind]: K };

registerEnumType(ReferenceKindEnum, {
  name: "EntityReferenceKind",
  description: "Kind of reference from a turn to an entity.",
  valuesConfig: {
    DISCUSSED: { description: "A reply names it." },
    QUERIED: { description: "A question of the user names it." },
    MENTIONED: { description: "A fact extracted from the user's message names it." },
    INTERESTED_IN: {
      description:
        "The user has asked about it in at least three turns. Recorded once per session.",
    },
  },
});

@ObjectType("RecentEntity", {
  simpleResolvers: true,
  description: "An entity referred to recently.",
})
export class RecentEntity {
  @Field(() => Int, {
    description: `Number of references to it among the last ${groupedDigits(RECENT_REFERENCES)} of the requested kinds.`,
  })
  count!: number;

  @Field(() => GraphQLDateTime, { description: "When it was last referred to." })
  lastAt!: Instant;
}

const KINDS = "Only references of these kinds. Default: all.";
const SESSION = "Only references in this session; none if the session is unknown.";

@ArgsType()
export class EntityReferencesArgs extends PageAtArgs {
  @Field(() => [ReferenceKindEnum], { nullable: true, description: KINDS })
  kinds?: ReferenceKind[] | null;

  @Field(() => ID, { nullable: true, description: SESSION })
  sessionId?: string | null;
}

@ArgsType()
export class ReferencesArgs extends RootPageAtArgs {
  @Field(() => ID, {
    nullable: true,
    description:
      "Only references to this entity: id, key, or a name that it had at the time point; `user` is the user. Empty if the entity is unknown.",
  })
  entity?: string | null;

  @Field(() => [ReferenceKindEnum], { nullable: true, description: KINDS })
  kinds?: ReferenceKind[] | null;

  @Field(() => ID, { nullable: true, description: SESSION })
  sessionId?: string | null;
}

@ArgsType()
export class RecentEntitiesArgs {
  @Field(() => [ReferenceKindEnum], {
    nullable: true,
    description: `${KINDS} \`[QUERIED]\` gives the entities that the user asked about.`,
  })
  kinds?: ReferenceKind[] | null;

  @Field(() => Int, { nullable: true, description: FIRST })
  first?: number | null;

  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}

@ObjectType("EntityReference", {
  simpleResolvers: true,
  description: "A reference from a turn to an entity. It outlives both the turn and the session.",
})
export class EntityReference {
  @Field(() => ReferenceKindEnum, { description: "Kind of reference." })
  kind!: ReferenceKind;

  @Field(() => String, { description: "Text around the entity's name." })
  snippet!: string;

  @Field(() => GraphQLDateTime, { description: "When the turn was said." })
  occurredAt!: Instant;

  @Field(() => GraphQLDateTime, { description: "When the reference was recorded." })
  recordedAt!: Instant;
}

export const EntityReferenceConnection = connectionOf(
  () => EntityReference,
  "EntityReference",
  "references",
);
