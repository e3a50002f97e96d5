import { Field, ID, InputType } from "type-graphql";

@InputType("EntityRefInput", {
  description: "Names an entity: by id, by key, or by a name that it answers to.",
})
export class EntityRefInput {
  @Field(() => ID, {
    nullable: true,
    description: "Its id. An unknown one is refused with NOT_FOUND.",
  })
  id?: string | null;

  @Field(() => String, { nullable: true, description: "Its key: `person:clara_rezende`." })
  key?: string | null;

  @Field(() => String, { nullable: true, description: "Its name, or another that it answers to." })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What it is, in snake_case, where it may be new. Default: `concept`.",
  })
  type?: string | null;
}
