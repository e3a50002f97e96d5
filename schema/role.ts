import { registerEnumType } from "type-graphql";
import type { Role } from "../src/memory/session.ts";

export const RoleEnum = {
  USER: "USER",
  AGENT: "AGENT",
  TOOL: "TOOL",
  SYSTEM: "SYSTEM",
} as const satisfies { [K in Role]: K };

registerEnumType(RoleEnum, {
  name: "Role",
  description: "Who says a turn.",
  valuesConfig: {
    USER: { description: "The person whose memory it is." },
    AGENT: { description: "The agent that replies." },
    TOOL: { description: "A tool that the agent called." },
    SYSTEM: { description: "The application." },
  },
});
