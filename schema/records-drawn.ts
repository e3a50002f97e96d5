import { Field, Int, ObjectType } from "type-graphql";
import { listCost } from "./cost.ts";
import { Episode, Procedure } from "./derived-memory.ts";
import { TokenUsage } from "./token-usage.ts";

@ObjectType("RecordsDrawn", {
  simpleResolvers: true,
  description: "What going through a thread for episodes and procedures gave.",
})
export class RecordsDrawn {
  @Field(() => Int, { description: "How many turns were gone through this time." })
  turns!: number;

  @Field(() => [Episode], { complexity: listCost, description: "Episodes that are new." })
  episodes!: readonly Episode[];

  @Field(() => [Procedure], {
    complexity: listCost,
    description: "Procedures that are new, or took the place of what they said before.",
  })
  procedures!: readonly Procedure[];

  @Field(() => TokenUsage, { description: "What asking the model took." })
  tokens!: TokenUsage;
}
