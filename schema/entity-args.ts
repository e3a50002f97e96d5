import { ArgsType, Field, ID } from "type-graphql";
import { ROOT_AT, RootPageAtArgs } from "./at-args.ts";
import { TimePointInput } from "./time-point.ts";

/** Which entity: exactly one of id, key and name. */
@ArgsType()
export class EntityArgs {
  @Field(() => ID, {
    nullable: true,
    description:
      "Its id. That of a past view is read at that view's time point, unless `at` is given.",
  })
  id?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Its key, `person:clara_rezende`; or a type and any name that it answers to, put together in the same way.",
  })
  key?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Its name, or another that it answered to at the time point. Case and accents do not count; of several entities the first to be called so. `user` and `me` are the user, whatever the name.",
  })
  name?: string | null;

  @Field(() => TimePointInput, { nullable: true, description: ROOT_AT })
  at?: TimePointInput | null;
}

/** Which entities. */
@ArgsType()
export class EntitiesArgs extends RootPageAtArgs {
  @Field(() => String, {
    nullable: true,
    description: "Only entities of this type: `person`, `place`, …",
  })
  type?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Only entities with this in their name or in an alias; case and accents do not count.",
  })
  nameContains?: string | null;
}
