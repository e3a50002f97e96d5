import type { TurnId } from "../memory/ids.ts";
import { countTokens, encodingOf } from "../memory/tokens.ts";
import type { SearchHit } from "../read/search-request.ts";
import type { ContextCut, ContextMessage, ContextPart } from "./context-message.ts";
import { fit } from "./fit.ts";
import type { Policy, Situation } from "./strategy.ts";

/** What is sent to the model that replies, and how it came about. */
export interface AssembledContext {
  /** In order: the system prompt first, the message that is to be replied to last. */
  readonly messages: readonly ContextMessage[];
  readonly cut: readonly ContextCut[];
  /** What was retrieved from memory, best first. */
  readonly hits: readonly SearchHit[];
  /** Of all messages together. */
  readonly tokens: number;
}

/** The context of a reply, by a strategy's policy and within its budget. `turn` is the message's own, where it has one. No model is asked for a reply. */
export const assemble = async (
  policy: Policy,
  situation: Omit<Situation, "count">,
  turn?: TurnId,
): Promise<AssembledContext> => {
  const { services, message, mode } = situation;
  const encoding = encodingOf(services.write.models.replier);
  const count = (text: string): Promise<number> => countTokens(text, encoding);
  const { parts, cut, hits } = await policy.assemble({ ...situation, count });
  const all: ContextPart[] = [
    { role: "system", content: services.prompts.system, origin: "SYSTEM_PROMPT" },
    ...parts,
    { role: "user", content: message, origin: "MESSAGE", ...(turn !== undefined && { turn }) },
  ];
  const counted = await Promise.all(
    all.map(async (part): Promise<ContextMessage> => ({
      ...part,
      tokens: await count(part.content),
    })),
  );
  const fitted = await fit(counted, policy.budget(mode, services), encoding);
  return {
    messages: fitted.messages,
    cut: [...cut, ...fitted.cut],
    hits,
    tokens: fitted.messages.reduce((sum, { tokens }) => sum + tokens, 0),
  };
};
