import { ArgsType, Field, ID, Int } from "type-graphql";
import type { ReferenceKind } from "../src/memory/reference.ts";
import { PageAtArgs, ROOT_AT, RootPageAtArgs } from "./at-args.ts";
import { FIRST } from "./page.ts";
import { ReferenceKindEnum } from "./reference-kind.ts";
import { TimePointInput } from "./time-point.ts";

const KINDS = "Only references of these kinds. Default: all.";
const SESSION = "Only references of this session. One that is not known has none.";

/** Which references to an entity. */
@ArgsType()
export class EntityReferencesArgs extends PageAtArgs {
  @Field(() => [ReferenceKindEnum], { nullable: true, description: KINDS })
  kinds?: ReferenceKind[] | null;

  @Field(() => ID, { nullable: true, description: SESSION })
  session?: string | null;
}

/** Which references of all. */
@ArgsType()
export class ReferencesArgs extends RootPageAtArgs {
  @Field(() => String, {
    nullable: true,
    description:
      "Only references to this entity: its id, its key, or a name that it answered to at the time point; `user` is the user. One that is not known has none.",
  })
  entity?: string | null;

  @Field(() => [ReferenceKindEnum], { nullable: true, description: KINDS })
  kinds?: ReferenceKind[] | null;

  @Field(() => ID, { nullable: true, description: SESSION })
  session?: string | null;
}

/** By which references entities are recent. */
@ArgsType()
export class RecentEntitiesArgs {
  @Field(() => [ReferenceKindEnum], {
    nullable: true,
    description: `${KINDS} [QUERIED] gives the entities that the user asked about lately.`,
  })
  kinds?: ReferenceKind[] | null;

  @Field(() => Int, { nullable: true, description: FIRST })
  first?: number | null;

  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}
