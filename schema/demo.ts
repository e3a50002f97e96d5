import { Field, Int, ObjectType } from "type-graphql";

@ObjectType("LoadDemoPayload", {
  simpleResolvers: true,
  description: "The result of `loadDemo`.",
})
export class LoadDemoPayload {
  @Field(() => Int, { description: "Number of messages written." })
  messages!: number;
}
