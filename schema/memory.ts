import { Field, ID, InterfaceType } from "type-graphql";
import type { Instant } from "../src/memory/time.ts";
import { connectionOf } from "./connection.ts";
import { GraphQLDateTime } from "./date-time.ts";
import { ownType } from "./node.ts";

@InterfaceType("Memory", {
  resolveType: ownType,
  description: "What a reader finds: a turn, a fact, a summary.",
})
export class Memory {
  @Field(() => ID, { description: "The object's global id." })
  id!: string;

  @Field(() => String, { description: "What is remembered, in words." })
  content!: string;

  @Field(() => GraphQLDateTime, { description: "When it was recorded." })
  recordedAt!: Instant;
}

export const MemoryConnection = connectionOf(() => Memory, "Memory", "memories");
