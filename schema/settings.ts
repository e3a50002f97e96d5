import { Field, InputType, ObjectType } from "type-graphql";
import type { MemorySettings } from "../src/memory/memory-settings.ts";

const SESSION =
  "What belongs to a session: its messages, its facts of the tier SESSION, its summary.";
const LONG_TERM =
  "What is kept beyond sessions: facts of the tier LONG_TERM, messages of no session, the summary of the user.";
const GRAPH = "References of turns to entities.";

@ObjectType("Settings", {
  simpleResolvers: true,
  description:
    "What the user lets be remembered. What is off is neither written nor read by search, recall and contexts; what was on record before stays, and can be listed and deleted.",
})
export class Settings implements MemorySettings {
  @Field(() => Boolean, { description: SESSION })
  sessionMemory!: boolean;

  @Field(() => Boolean, { description: LONG_TERM })
  longTermMemory!: boolean;

  @Field(() => Boolean, { description: GRAPH })
  contextGraph!: boolean;
}

@InputType("SettingsInput", {
  description: "What to switch on or off; what is left out stays as it is.",
})
export class SettingsInput {
  @Field(() => Boolean, { nullable: true, description: SESSION })
  sessionMemory?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: LONG_TERM })
  longTermMemory?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: GRAPH })
  contextGraph?: boolean | null;
}
