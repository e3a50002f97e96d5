import { registerEnumType } from "type-graphql";
import type { MemoryKind } from "../src/memory/search-text.ts";

export const MemoryKindEnum = {
  FACT: "FACT",
  ENTITY: "ENTITY",
  EVENT: "EVENT",
  SUMMARY: "SUMMARY",
} as const satisfies { [K in MemoryKind]: K };

registerEnumType(MemoryKindEnum, {
  name: "MemoryKind",
  description: "What a search looks among.",
  valuesConfig: {
    FACT: { description: "Facts, by their text." },
    ENTITY: { description: "Entities, by name, type, aliases, facts and related names." },
    EVENT: { description: "Events, by their raw message." },
    SUMMARY: { description: "Summaries, by their text." },
  },
});
