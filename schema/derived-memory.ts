import { Field, ID, InterfaceType, Int, ObjectType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { Memory } from "./memory.ts";
import { Node, ownType } from "./node.ts";

@ObjectType("SummarySection", {
  simpleResolvers: true,
  description: "What a derived memory tells under one heading.",
})
export class SummarySection {
  @Field(() => String, { description: "In snake_case: `topic`, `open_issues`, `preferences`." })
  heading!: string;

  @Field(() => [String], { description: "What stands under it, a sentence each." })
  lines!: readonly string[];
}

@InterfaceType("DerivedMemory", {
  implements: [Node, Memory],
  resolveType: ownType,
  description:
    "What was drawn from turns, events and facts. It has versions: as of a past time point it reads as it did then.",
})
export abstract class DerivedMemory implements Node, Memory {
  @Field(() => ID, {
    description: "The id; of a past view of it, if the time point is a past one.",
  })
  id!: string;

  @Field(() => String, { description: "All of it, in words." })
  content!: string;

  @Field(() => GraphQLDateTime, { description: "When this version was recorded." })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When another version took its place, or it was taken back; null while it stands.",
  })
  expiredAt!: Instant | null;

  @Field(() => GraphQLDateTime, { description: "When its first version was recorded." })
  firstRecordedAt!: Instant;

  @Field(() => String, { description: "What wrote it: a model's name, or `offline`." })
  writtenBy!: string;

  @Field(() => [SummarySection], { description: "The same by heading." })
  sections!: readonly SummarySection[];
}

@ObjectType("ThreadSummary", {
  implements: [Node, Memory, DerivedMemory],
  simpleResolvers: true,
  description: "What one conversation thread is about and where it stands.",
})
export class ThreadSummary extends DerivedMemory {
  @Field(() => [String], { description: "What the thread is about." })
  topic!: readonly string[];

  @Field(() => [String], { description: "What has been decided." })
  decisions!: readonly string[];

  @Field(() => [String], { description: "What is not settled yet." })
  openIssues!: readonly string[];

  @Field(() => [String], { description: "What is to be done." })
  nextSteps!: readonly string[];

  @Field(() => Int, {
    description: "The last turn that went into it, by its `seq`: an update reads newer turns only.",
  })
  coversTo!: number;
}

@ObjectType("UserSummary", {
  implements: [Node, Memory, DerivedMemory],
  simpleResolvers: true,
  description: "What is known of the user across all threads.",
})
export class UserSummary extends DerivedMemory {
  @Field(() => [String], { description: "Who the user is." })
  profile!: readonly string[];

  @Field(() => [String], {
    description: "Tastes, opinions, and how the user likes to be answered.",
  })
  preferences!: readonly string[];

  @Field(() => [String], { description: "Employer, role, projects." })
  work!: readonly string[];

  @Field(() => [String], {
    description: "Where the user lives and works, tools, devices, languages.",
  })
  environment!: readonly string[];

  @Field(() => [String], { description: "What limits the user: health, diet, budget, deadlines." })
  constraints!: readonly string[];
}

@ObjectType("Episode", {
  implements: [Node, Memory, DerivedMemory],
  simpleResolvers: true,
  description: "Something that happened: what, when, with whom, and how it ended.",
})
export class Episode extends DerivedMemory {
  @Field(() => String, { description: "What happened." })
  what!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it happened, as precisely as it was told; null where it was not.",
  })
  when!: Instant | null;

  @Field(() => [String], { description: "Who took part, the user aside." })
  with!: readonly string[];

  @Field(() => String, { nullable: true, description: "How it ended; null where it was not told." })
  outcome!: string | null;
}

@ObjectType("Procedure", {
  implements: [Node, Memory, DerivedMemory],
  simpleResolvers: true,
  description: "How the user wants things done from now on.",
})
export class Procedure extends DerivedMemory {}

@ObjectType("Observation", {
  implements: [Node, Memory, DerivedMemory],
  simpleResolvers: true,
  description: "What a cluster of facts about one entity shows when they are taken together.",
})
export class Observation extends DerivedMemory {}
