import { Field, Int, ObjectType } from "type-graphql";
import { ThreadSummary, UserSummary } from "./derived-memory.ts";
import { TokenUsage } from "./token-usage.ts";

@ObjectType("ThreadSummarised", {
  simpleResolvers: true,
  description: "What summing up a thread gave.",
})
export class ThreadSummarised {
  @Field(() => Int, {
    description: "How many turns went into it this time: those that no earlier version covers.",
  })
  turns!: number;

  @Field(() => TokenUsage, { description: "What asking the model took." })
  tokens!: TokenUsage;

  @Field(() => ThreadSummary, {
    nullable: true,
    description: "The summary as it stands now; null where nothing was said yet.",
  })
  summary!: ThreadSummary | null;
}

@ObjectType("UserSummarised", {
  simpleResolvers: true,
  description: "What summing up the user gave.",
})
export class UserSummarised {
  @Field(() => Int, {
    description: "How many turns went into it this time: those that no earlier version covers.",
  })
  turns!: number;

  @Field(() => TokenUsage, { description: "What asking the model took." })
  tokens!: TokenUsage;

  @Field(() => UserSummary, {
    nullable: true,
    description: "The summary as it stands now; null where nothing is known yet.",
  })
  summary!: UserSummary | null;
}
