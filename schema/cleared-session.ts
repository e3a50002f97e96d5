import { Field, Int, ObjectType } from "type-graphql";

@ObjectType("ClearedSession", {
  simpleResolvers: true,
  description: "What of a session's memory was cleared.",
})
export class ClearedSession {
  @Field(() => Int, {
    description:
      "Facts of the tier SESSION that are believed no more. Each was taken back by a decision, which can be reverted.",
  })
  facts!: number;

  @Field(() => Int, { description: "Messages that no search finds any more, but as of before." })
  messages!: number;

  @Field(() => Int, { description: "Turns that are gone." })
  turns!: number;
}
