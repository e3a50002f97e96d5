import { Field, ID, Int, InterfaceType, ObjectType } from "type-graphql";
import type { Instant } from "../../src/memory/time.ts";
import { connectionOf } from "../connection.ts";
import { Memory, Node, ownType, VIEWED_ID } from "../node.ts";
import { GraphQLDateTime } from "../scalars.ts";

@ObjectType("SummarySection", {
  simpleResolvers: true,
  description: "Part of a derived memory under one heading.",
})
export class SummarySection {
  @Field(() => String, {
    description: "Heading in snake_case: `topic`, `open_issues`, `preferences`.",
  })
  heading!: string;

  @Field(() => [String], { description: "Sentences under the heading." })
  lines!: readonly string[];
}

@InterfaceType("DerivedMemory", {
  implements: [Node, Memory],
  resolveType: ownType,
  description:
    "Memory derived from turns, events and facts: a summary, an episode, a procedure or an observation. It is versioned, so past views show it as it was.",
})
export abstract class DerivedMemory implements Node, Memory {
  @Field(() => ID, { description: VIEWED_ID })
  id!: string;

  @Field(() => String, { description: "Text of the whole memory." })
  content!: string;

  @Field(() => GraphQLDateTime, { description: "When this version was recorded." })
  recordedAt!: Instant;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When a newer version replaced it or it was withdrawn; null while it is current.",
  })
  expiredAt!: Instant | null;

  @Field(() => GraphQLDateTime, { description: "When its first version was recorded." })
  firstRecordedAt!: Instant;

  @Field(() => String, { description: "Name of the model that wrote it, or `offline`." })
  writtenBy!: string;

  @Field(() => [SummarySection], { description: "The content by heading." })
  sections!: readonly SummarySection[];
}

@ObjectType("SessionSummary", {
  implements: [Node, Memory, DerivedMemory],
  simpleResolvers: true,
  description: "Summary of one session: its topic, decisions, open issues and next steps.",
})
export class SessionSummary extends DerivedMemory {
  @Field(() => [String], { description: "What the session is about." })
  topic!: readonly string[];

  @Field(() => [String], { description: "Decisions made." })
  decisions!: readonly string[];

  @Field(() => [String], { description: "Issues still open." })
  openIssues!: readonly string[];

  @Field(() => [String], { description: "Next steps." })
  nextSteps!: readonly string[];

  @Field(() => Int, {
    description: "`seq` of the last turn that the summary covers.",
  })
  coversTo!: number;
}

@ObjectType("UserSummary", {
  implements: [Node, Memory, DerivedMemory],
  simpleResolvers: true,
  description: "Summary of what is known about the user across all sessions.",
})
export class UserSummary extends DerivedMemory {
  @Field(() => [String], { description: "Who the user is." })
  profile!: readonly string[];

  @Field(() => [String], {
    description: "Tastes, opinions, and preferred ways of being answered.",
  })
  preferences!: readonly string[];

  @Field(() => [String], { description: "Employer, role, projects." })
  work!: readonly string[];

  @Field(() => [String], {
    description: "Home, workplace, tools, devices, languages.",
  })
  environment!: readonly string[];

  @Field(() => [String], {
    description: "Constraints on the user: health, diet, budget, deadlines.",
  })
  constraints!: readonly string[];
}

@ObjectType("Episode", {
  implements: [Node, Memory, DerivedMemory],
  simpleResolvers: true,
  description: "Something that happened.",
})
export class Episode extends DerivedMemory {
  @Field(() => String, { description: "What happened." })
  what!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When it happened, as precisely as stated; null if not stated.",
  })
  when!: Instant | null;

  @Field(() => [String], { description: "Participants other than the user." })
  with!: readonly string[];

  @Field(() => String, { nullable: true, description: "How it ended; null if not stated." })
  outcome!: string | null;
}

@ObjectType("Procedure", {
  implements: [Node, Memory, DerivedMemory],
  simpleResolvers: true,
  description: "How the user wants something done.",
})
export class Procedure extends DerivedMemory {}

@ObjectType("Observation", {
  implements: [Node, Memory, DerivedMemory],
  simpleResolvers: true,
  description: "Conclusion from a cluster of facts about one entity.",
})
export class Observation extends DerivedMemory {}

export const DerivedMemoryConnection = connectionOf(
  () => DerivedMemory,
  "DerivedMemory",
  "versions of a derived memory",
);
