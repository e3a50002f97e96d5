import { ArgsType, Field, ID, registerEnumType } from "type-graphql";
import type { Role } from "../src/memory/session.ts";
import type { MemoryType } from "../src/read/history/memories.ts";
import { connectionOf, RootPageAtArgs } from "./connection.ts";
import { Memory } from "./node.ts";
import { RoleEnum } from "./sessions/turn.ts";
import { TAGS_WANTED } from "./tags.ts";
import { Interval } from "./time-point.ts";

const MemoryTypeEnum = {
  TURN: "TURN",
  FACT: "FACT",
  SESSION_SUMMARY: "THREAD_SUMMARY",
  USER_SUMMARY: "USER_SUMMARY",
  EPISODE: "EPISODIC",
  PROCEDURE: "PROCEDURAL",
  OBSERVATION: "OBSERVATION",
} as const satisfies Readonly<Record<string, MemoryType>>;

registerEnumType(MemoryTypeEnum, {
  name: "MemoryType",
  description: "Type of a memory.",
  valuesConfig: {
    TURN: { description: "A message of a session." },
    FACT: { description: "A statement about an entity." },
    SESSION_SUMMARY: { description: "Summary of a session." },
    USER_SUMMARY: { description: "Summary of the user." },
    EPISODE: { description: "Something that happened." },
    PROCEDURE: { description: "How the user wants something done." },
    OBSERVATION: { description: "Conclusion from a cluster of facts." },
  },
});

@ArgsType()
export class MemoriesArgs extends RootPageAtArgs {
  @Field(() => [MemoryTypeEnum], {
    nullable: true,
    description: "Only memories of these types. Default: all.",
  })
  types?: readonly MemoryType[] | null;

  @Field(() => ID, {
    nullable: true,
    description: "Only memories said in this session or derived from it.",
  })
  sessionId?: string | null;

  @Field(() => RoleEnum, {
    nullable: true,
    description: "Only turns of this role; other memories have none.",
  })
  role?: Role | null;

  @Field(() => [String], {
    nullable: true,
    description: `${TAGS_WANTED} Only turns and facts have any.`,
  })
  tags?: string[] | null;

  @Field(() => Interval, {
    nullable: true,
    description:
      "Only memories recorded in this interval; for facts, when they were first recorded.",
  })
  recorded?: Interval | null;
}

export const MemoryConnection = connectionOf(() => Memory, "Memory", "memories");
