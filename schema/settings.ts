import { Field, InputType, ObjectType } from "type-graphql";
import type { MemorySettings as SettingsRecord } from "../src/memory/memory-settings.ts";

const SESSION = "Session memory: messages, facts of tier SESSION and the summary of each session.";
const LONG_TERM =
  "Long-term memory: facts of tier LONG_TERM, messages outside sessions and the summary of the user.";
const GRAPH = "References from turns to entities.";

@ObjectType("MemorySettings", {
  simpleResolvers: true,
  description:
    "What may be remembered. A part that is off is neither written nor read by search, recall and contexts. Earlier data stays and can be listed and deleted.",
})
export class MemorySettings implements SettingsRecord {
  @Field(() => Boolean, { description: SESSION })
  sessionMemory!: boolean;

  @Field(() => Boolean, { description: LONG_TERM })
  longTermMemory!: boolean;

  @Field(() => Boolean, { description: GRAPH })
  contextGraph!: boolean;
}

@InputType("UpdateSettingsInput", {
  description: "Parts of memory to switch on or off. Omitted fields stay as they are.",
})
export class UpdateSettingsInput {
  @Field(() => Boolean, { nullable: true, description: SESSION })
  sessionMemory?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: LONG_TERM })
  longTermMemory?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: GRAPH })
  contextGraph?: boolean | null;
}

@ObjectType("UpdateSettingsPayload", {
  simpleResolvers: true,
  description: "The result of `updateSettings`.",
})
export class UpdateSettingsPayload {
  @Field(() => MemorySettings, { description: "The new settings." })
  settings!: MemorySettings;
}
