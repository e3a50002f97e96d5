import type { Models } from "../../src/models/port.ts";
import type { Sent } from "./way.ts";

/**
 * What the model says to a context; null where none is configured, since the rules do no more than
 * quote it.
 */
export const replyTo = async (models: Models, { parts }: Sent): Promise<string | null> => {
  if (models.replier === "offline") return null;
  let said = "";
  for await (const part of models.reply(parts.map(({ role, content }) => ({ role, content }))))
    if ("text" in part) said += part.text;
  return said;
};
