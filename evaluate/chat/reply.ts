import type { Models } from "../../src/models/port.ts";
import type { Sent } from "./way.ts";

/**
 * The reply of the model to a context; null if no model is configured, because the rules would only
 * quote the context.
 */
export const replyTo = async (models: Models, { parts }: Sent): Promise<string | null> => {
  if (models.replier === "offline") return null;
  let replyText = "";
  for await (const part of models.reply(parts.map(({ role, content }) => ({ role, content }))))
    if ("text" in part) replyText += part.text;
  return replyText;
};
