import { Field, Int, ObjectType } from "type-graphql";
import { WrittenMessage } from "./write-many-result.ts";

@ObjectType("WriteProgress", { simpleResolvers: true, description: "How far many messages are." })
export class WriteProgress {
  @Field(() => Int, { description: "Messages that are done, this one among them." })
  done!: number;

  @Field(() => Int, { description: "Messages in all." })
  total!: number;

  @Field(() => WrittenMessage, { description: "What became of the message that was done last." })
  message!: WrittenMessage;
}
