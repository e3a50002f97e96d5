import { Field, InputType, Int, ObjectType } from "type-graphql";

@InputType("LoadDemoInput", { description: "Options of the demo memory." })
export class LoadDemoInput {
  @Field(() => Int, {
    nullable: true,
    description:
      "Number of messages to write, the earliest first. Default: all. Errors: BAD_USER_INPUT (less than 1).",
  })
  first?: number | null;
}

@ObjectType("LoadDemoPayload", {
  simpleResolvers: true,
  description: "The result of `loadDemo`.",
})
export class LoadDemoPayload {
  @Field(() => Int, { description: "Number of messages written." })
  messages!: number;
}
