import { registerEnumType } from "type-graphql";
import type { MemoryType } from "../src/read/memories.ts";

export const MemoryTypeEnum = {
  TURN: "TURN",
  FACT: "FACT",
  THREAD_SUMMARY: "THREAD_SUMMARY",
  USER_SUMMARY: "USER_SUMMARY",
  EPISODIC: "EPISODIC",
  PROCEDURAL: "PROCEDURAL",
  OBSERVATION: "OBSERVATION",
} as const satisfies { [K in MemoryType]: K };

registerEnumType(MemoryTypeEnum, {
  name: "MemoryType",
  description: "What kind of memory it is.",
  valuesConfig: {
    TURN: { description: "A message of a session, as it was said." },
    FACT: { description: "A statement about an entity." },
    THREAD_SUMMARY: { description: "What a thread is about and where it stands." },
    USER_SUMMARY: { description: "What is known of the user across all threads." },
    EPISODIC: { description: "Something that happened." },
    PROCEDURAL: { description: "How the user wants things done." },
    OBSERVATION: { description: "What a cluster of facts shows." },
  },
});
