import { Field, InputType, ObjectType } from "type-graphql";
import type { UserSettings as SettingsRecord } from "../src/memory/user-settings.ts";

const SESSION = "Session memory: messages, facts of tier SESSION and the summary of each session.";
const LONG_TERM =
  "Long-term memory: facts of tier LONG_TERM, messages outside sessions and the summary of the user.";
const TIME_ZONE = 'Time zone for words such as "yesterday" in the user\'s messages.';
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

  @Field(() => String, { nullable: true, description: `${TIME_ZONE} Null: UTC.` })
  timeZone!: string | null;
}

@InputType("UpdateSettingsInput", {
  description: "The settings to change. Omitted fields do not change.",
})
export class UpdateSettingsInput {
  @Field(() => Boolean, { nullable: true, description: SESSION })
  sessionMemory?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: LONG_TERM })
  longTermMemory?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: GRAPH })
  contextGraph?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: `${TIME_ZONE} An IANA name, \`Europe/Lisbon\`, or an offset, \`+02:00\`. An explicit null resets it to UTC. Errors: BAD_USER_INPUT.`,
  })
  timeZone?: string | null;
}

@ObjectType("UpdateSettingsPayload", {
  simpleResolvers: true,
  description: "The result of `updateSettings`.",
})
export class UpdateSettingsPayload {
  @Field(() => MemorySettings, { description: "The new settings." })
  settings!: MemorySettings;
}
