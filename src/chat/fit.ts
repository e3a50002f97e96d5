import { countTokens, cutToTokens, type TokenEncoding } from "../memory/tokens.ts";
import type { ContextCut, ContextMessage } from "./context-message.ts";

export interface Fitted {
  readonly messages: readonly ContextMessage[];
  readonly cut: readonly ContextCut[];
}

/** What is told as one: turns that go are counted together, every other part by itself. */
const summed = (cuts: readonly ContextCut[]): ContextCut[] => {
  const turns = cuts.filter(({ origin }) => origin === "TURN");
  const others = cuts.filter(({ origin }) => origin !== "TURN");
  const sum = (of: "messages" | "tokens"): number =>
    turns.reduce((total, cut) => total + cut[of], 0);
  return turns.length === 0
    ? others
    : [
        ...others,
        { origin: "TURN", reason: "BUDGET", messages: sum("messages"), tokens: sum("tokens") },
      ];
};

/**
 * What of a context fits a budget of tokens: the system prompt and the message that is replied to come first, then the parts made of
 * memory in their order, then the turns, the newest first. A text that is too long is cut after a word; a turn stays whole or goes. The
 * system prompt is never cut. The order of what stays is as it was.
 */
export const fit = async (
  messages: readonly ContextMessage[],
  budget: number,
  encoding: TokenEncoding,
): Promise<Fitted> => {
  let left = budget;
  const kept = new Map<number, ContextMessage>();
  const cuts: ContextCut[] = [];
  const take = async (index: number, mayBeCut: boolean): Promise<void> => {
    const message = messages[index]!;
    const { origin, tokens } = message;
    if (tokens <= left || origin === "SYSTEM_PROMPT") {
      kept.set(index, message);
      left -= tokens;
      return;
    }
    const content = mayBeCut ? await cutToTokens(message.content, left, encoding) : "";
    const rest = content === "" ? 0 : await countTokens(content, encoding);
    if (content !== "" || origin === "MESSAGE")
      kept.set(index, { ...message, content, tokens: rest });
    cuts.push({
      origin,
      reason: "BUDGET",
      messages: content === "" ? 1 : 0,
      tokens: tokens - rest,
    });
    left -= rest;
  };
  const indexes = [...messages.keys()];
  const of = (...origins: readonly string[]): number[] =>
    indexes.filter((index) => origins.includes(messages[index]!.origin));
  for (const index of [...of("SYSTEM_PROMPT"), ...of("MESSAGE")]) await take(index, true);
  for (const index of indexes.filter(
    (index) => !["SYSTEM_PROMPT", "MESSAGE", "TURN"].includes(messages[index]!.origin),
  ))
    await take(index, true);
  let full = false;
  for (const index of of("TURN").toReversed()) {
    full ||= messages[index]!.tokens > left;
    if (full)
      cuts.push({ origin: "TURN", reason: "BUDGET", messages: 1, tokens: messages[index]!.tokens });
    else await take(index, false);
  }
  return { messages: indexes.flatMap((index) => kept.get(index) ?? []), cut: summed(cuts) };
};
