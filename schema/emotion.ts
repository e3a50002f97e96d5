import { Field, Float, ObjectType } from "type-graphql";

@ObjectType("Emotion", { simpleResolvers: true, description: "What feeling a message shows." })
export class Emotion {
  @Field(() => String, { description: "The feeling, in a word." })
  label!: string;

  @Field(() => Float, { description: "How strong it is, 0 to 1." })
  intensity!: number;

  @Field(() => Float, { description: "How agitated it is, 0 to 1." })
  energy!: number;
}
